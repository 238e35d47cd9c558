import { Alert } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import type { SchedulePreview } from '#contract/execution/schedule.ts';
import { cronProblem, defaultCronZone } from '#shared/time/cron.ts';
import { isZone } from '#shared/time/zone.ts';
import type { Draft } from '#web/entity/form-state.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { BarChart, type BarContent } from '#web/kit/chart/BarChart.tsx';
import { CronText } from '#web/kit/cron/CronText.tsx';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { timeAsText, timesAsText } from '#web/kit/value/TimeText.tsx';
import { placeTimeStr } from '#shared/time/place-time.ts';
import { useSpan } from './use-span.ts';
import './schedules.css';

const bucketsPerHour = 4;
const oneDecimal = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** The picture of the next 24 hours: robot places taken by this schedule and by others, and what waits, hour by hour. */
function Picture({ preview, zone }: { preview: SchedulePreview; zone: string }) {
  const t = useT();
  const { categories, series } = useMemo(() => {
    const hours = Array.from({ length: preview.buckets.length / bucketsPerHour }, (_, hour) =>
      preview.buckets.slice(hour * bucketsPerHour, (hour + 1) * bucketsPerHour),
    );
    const mean = (key: 'own' | 'others' | 'waiting'): number[] =>
      hours.map((parts) => parts.reduce((sum, part) => sum + part[key], 0) / bucketsPerHour);
    const names = hours.map((parts): BarContent['categories'][number] => {
      const text = placeTimeStr(parts[0]?.at ?? 0, zone);
      return { key: text, name: text.slice(11, 16), title: text.slice(0, 16) };
    });
    return {
      categories: names,
      series: [
        { key: 'own', name: t('schedules.own'), colour: '--pt-primary' as const, values: mean('own'), stack: 'jobs' },
        {
          key: 'others',
          name: t('schedules.others'),
          colour: '--pt-text-2' as const,
          values: mean('others'),
          stack: 'jobs',
        },
        {
          key: 'waiting',
          name: t('schedules.waiting'),
          colour: '--pt-danger' as const,
          values: mean('waiting'),
          stack: 'jobs',
        },
      ],
    };
  }, [preview, zone, t]);
  return (
    <BarChart
      name="schedule.preview"
      label={t('schedules.picture')}
      categoryLabel={t('schedules.hour')}
      categories={categories}
      series={series}
      numberText={oneDecimal}
    />
  );
}

function NextRuns({ preview, zone }: { preview: SchedulePreview; zone: string }) {
  const t = useT();
  if (preview.next.length === 0) return <p className="pt-muted">{t('schedules.noRun')}</p>;
  const times = timesAsText(
    preview.next.map(({ at }) => at),
    zone,
  );
  return (
    <ol className="pt-schedule-next">
      {preview.next.map(({ at, outcome, reasonText }, place) => (
        <li key={at} data-skipped={outcome === 'skipped' || undefined}>
          {times[place]}
          {outcome === 'skipped' && <span> · {t('schedules.skipped', { reason: reasonText ?? '' })}</span>}
        </li>
      ))}
    </ol>
  );
}

function Summary({ preview }: { preview: SchedulePreview }) {
  const t = useT();
  const span = useSpan();
  const { durationMs, firstWaitAt, longestWaitMs, assumedMs } = preview;
  return (
    <>
      <Facts>
        <Fact label={t('schedules.day')}>
          {preview.runsInAll > preview.runs
            ? t('schedules.dayRunsCut', { inAll: preview.runsInAll, runs: preview.runs, starts: preview.starts })
            : t('schedules.dayRuns', { starts: preview.starts, runs: preview.runs })}
        </Fact>
        <Fact label={t('schedules.duration')}>
          {durationMs === null ? t('schedules.durationUnknown', { assumed: span(assumedMs) }) : span(durationMs)}
        </Fact>
        <Fact label={t('schedules.environment')}>
          {t('schedules.capacity', { name: preview.environmentName ?? '', count: preview.capacity })}
        </Fact>
        <Fact label={t('schedules.otherSchedules')}>
          {preview.othersSeen < preview.others
            ? t('schedules.someSeen', { seen: preview.othersSeen, count: preview.others })
            : String(preview.others)}
          {preview.othersAssumed > 0 && (
            <span className="pt-muted">
              {' · '}
              {t('schedules.othersUnknown', { count: preview.othersAssumed, assumed: span(assumedMs) })}
            </span>
          )}
        </Fact>
      </Facts>
      {preview.overlapText !== null && <Alert type="warning" showIcon title={preview.overlapText} />}
      {preview.capacity === 0 ? (
        <Alert type="warning" showIcon title={t('schedules.noRobot', { name: preview.environmentName ?? '' })} />
      ) : (
        firstWaitAt !== null && (
          <Alert
            type="info"
            showIcon
            title={t('schedules.waits', { at: timeAsText(firstWaitAt), longest: span(longestWaitMs) })}
          />
        )
      )}
    </>
  );
}

/** What the schedule in the form would run in the next 24 hours, and where it would queue: shown before it is saved. */
export function PreviewPanel(props: { draft: Draft; row: Row | undefined }) {
  return (
    <div className="pt-schedule-plan">
      <Preview {...props} />
    </div>
  );
}

function Preview({ draft, row }: { draft: Draft; row: Row | undefined }) {
  const t = useT();
  const text = (name: string): string => String(draft[name] ?? '').trim();
  const zone = isZone(text('cronZone')) ? text('cronZone') : defaultCronZone;
  const cron = text('cronExpression');
  const sound = cron === '' ? text('processesId') !== '' : cronProblem(cron, Date.now()) === undefined;
  const valid = isZone(text('cronZone')) && sound;
  const requested = useDeferredValue(
    JSON.stringify({
      wlSchedulesId: row?.['wlSchedulesId'] ?? null,
      processesId: text('processesId') || null,
      cronExpression: cron,
      cronZone: zone,
      calendarId: text('calendarId') || null,
    }),
  );
  const query = useCall('schedulePreview', JSON.parse(requested), { enabled: valid, keep: true });
  if (!valid) return <p className="pt-muted">{t('schedules.previewLater')}</p>;
  // Without an expression of its own and one of the version there is nothing to show.
  if (cron === '' && query.error !== null) return <p className="pt-muted">{query.error.message}</p>;
  const preview = query.data;
  return (
    <Section title={t('schedules.preview')}>
      {cron === '' && <span className="pt-muted">{t('schedules.byVersion')} </span>}
      <CronText expression={cron === '' ? (preview?.cronExpression ?? '') : cron} zone={zone} />
      {preview !== undefined && (
        <div className="pt-schedule-preview">
          <div>
            <h4>{t('schedules.next', { zone })}</h4>
            <NextRuns preview={preview} zone={zone} />
            <Summary preview={preview} />
          </div>
          <div>
            <h4>{t('schedules.picture')}</h4>
            <Picture preview={preview} zone={zone} />
          </div>
        </div>
      )}
    </Section>
  );
}
