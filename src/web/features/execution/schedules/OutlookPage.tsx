import { useMemo } from 'react';
import type { OutlookEnvironment } from '#contract/execution/schedule.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { makeHref } from '#web/base/href.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { BarChart } from '#web/kit/chart/BarChart.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useSpan } from './use-span.ts';
import './schedules.css';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

const oneDecimal = (value: number): string => value.toFixed(1).replace(/\.0$/, '');
const hourOf = (at: number): string => timeAsText(at).slice(11, 16);

/** Robot places taken and jobs that wait, hour by hour. */
function Picture({ environment }: { environment: OutlookEnvironment }) {
  const t = useT();
  const { buckets } = environment;
  const { categories, series } = useMemo(
    () => ({
      categories: buckets.map(({ at }) => ({ key: String(at), name: hourOf(at), title: timeAsText(at).slice(0, 16) })),
      series: [
        {
          key: 'running',
          name: t('schedules.outlook.running'),
          colour: '--pt-primary' as const,
          values: buckets.map(({ running }) => running),
          stack: 'jobs',
        },
        {
          key: 'waiting',
          name: t('schedules.waiting'),
          colour: '--pt-danger' as const,
          values: buckets.map(({ waiting }) => waiting),
          stack: 'jobs',
        },
      ],
    }),
    [buckets, t],
  );
  return (
    <BarChart
      name="schedule.outlook"
      label={`${environment.environmentName}: ${t('schedules.picture')}`}
      categoryLabel={t('schedules.hour')}
      categories={categories}
      series={series}
      numberText={oneDecimal}
    />
  );
}

/** The runs of each schedule by the hour, the fuller the more, and whether they queue. */
function Schedules({ environment, assumed }: { environment: OutlookEnvironment; assumed: string }) {
  const t = useT();
  const go = useGo();
  const span = useSpan();
  const { buckets, schedules } = environment;
  const max = Math.max(1, ...schedules.flatMap(({ starts }) => starts));
  const heading = t('schedules.outlook.byHour', { from: hourOf(buckets[0]?.at ?? 0) });
  return (
    <div className="pt-outlook-table" tabIndex={0} role="group" aria-label={heading}>
      <MiniTable
        label={heading}
        columns={[
          { key: 'schedule', title: t('schedules.outlook.schedule') },
          { key: 'tenant', title: t('schedules.outlook.tenant') },
          { key: 'hours', title: heading },
          { key: 'total', title: t('schedules.outlook.total'), isNumber: true },
          { key: 'queue', title: t('schedules.outlook.queue') },
        ]}
        rows={schedules}
        rowKey={(one) => one.wlSchedulesId}
        cells={(one) => {
          const total = one.starts.reduce((sum, count) => sum + count, 0);
          return {
            schedule: (
              <button
                type="button"
                className="pt-link"
                title={one.processName}
                onClick={() => go(makeHref('/occurrence', { wlSchedulesId: one.wlSchedulesId }))}
              >
                {one.scheduleName}
              </button>
            ),
            tenant: one.tenantName,
            hours: (
              <span className="pt-outlook-hours" role="img" aria-label={one.starts.join(', ')}>
                {one.starts.map((count, hour) => (
                  <i
                    key={hour}
                    title={t('schedules.outlook.hourRuns', { hour: hourOf(buckets[hour]?.at ?? 0), count })}
                    style={{ opacity: count === 0 ? 0.08 : 0.25 + (0.75 * count) / max }}
                  />
                ))}
              </span>
            ),
            total: formatCount(total),
            queue: (
              <>
                {one.assumed && <span className="pt-muted">{t('schedules.outlook.assumed', { assumed })} · </span>}
                {one.waits === 0 || one.firstWaitAt === null ? (
                  <span className="pt-muted">{t('schedules.outlook.noWait')}</span>
                ) : (
                  <>
                    <b className="pt-outlook-waits">{t('schedules.outlook.waits', { count: one.waits })}</b>{' '}
                    {t('schedules.outlook.first', {
                      at: timeAsText(one.firstWaitAt).slice(0, 16),
                      longest: span(one.longestWaitMs),
                    })}
                  </>
                )}
              </>
            ),
          };
        }}
      />
    </div>
  );
}

/** What all schedules would run in the next 24 hours, and where it would queue: one picture for each environment. */
export function OutlookPage() {
  const t = useT();
  const span = useSpan();
  const query = useCall('scheduleOutlook', undefined, { keep: true, staleTime: 0, refetchInterval: 60_000 });
  useLiveRefetch('robot', 'scheduleOutlook');
  return (
    <Loaded query={query}>
      {(data) => (
        <div className="pt-outlook">
          <p className="pt-muted" role="status">
            {data.seen < data.schedules
              ? t('schedules.outlook.seen', { count: data.schedules, seen: data.seen })
              : t('schedules.outlook.all', { count: data.schedules })}
          </p>
          {data.environments.length === 0 && <p>{t('schedules.outlook.none')}</p>}
          {data.environments.map((environment) => (
            <Section
              key={environment.environmentId}
              title={`${t('schedules.capacity', { name: environment.environmentName, count: environment.capacity })} · ${t('schedules.outlook.runs', { count: environment.runs })}`}
            >
              {environment.capacity === 0 && (
                <p className="pt-outlook-waits" role="status">
                  {t('schedules.outlook.noRobot')}
                </p>
              )}
              <Picture environment={environment} />
              <Schedules environment={environment} assumed={span(data.assumedMs)} />
            </Section>
          ))}
        </div>
      )}
    </Loaded>
  );
}
