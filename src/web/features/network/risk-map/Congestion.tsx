import { Fragment, useMemo, useState } from 'react';
import type { CrowdedPort } from '#contract/network/risk.ts';
import { hoursText } from '#shared/time/duration.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { BarChart } from '#web/kit/chart/BarChart.tsx';
import { Spark } from '#web/kit/chart/Spark.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';

/** Median waits of a port by age in whole days back from now, with axes. */
function Trend({ port, name }: { port: CrowdedPort; name: string }) {
  const t = useT();
  const lang = useLang();
  const { trend } = port;
  const content = useMemo(() => {
    const categories = trend.map((_, index) => {
      const age = trend.length - 1 - index;
      return {
        key: String(index),
        name: hoursText((age + 1) * 24, lang),
        title: age === 0 ? t('riskMap.port.lastDay') : t('riskMap.port.daysAgo', { from: age, to: age + 1 }),
      };
    });
    return {
      categories,
      series: [{ key: 'wait', name: t('riskMap.port.median'), colour: '--pt-bar-1' as const, values: trend }],
      numberText: (hours: number): string => t('riskMap.port.hours', { hours: hours.toFixed(1) }),
    };
  }, [trend, lang, t]);
  const label = `${name} ${t('riskMap.port.trend')}`;
  return (
    <div className="pt-risk-trend">
      <BarChart name="risk-wait" label={label} title={label} categoryLabel={t('riskMap.port.age')} {...content} />
    </div>
  );
}

/** How crowded ports are, against their own usual wait. */
export function Congestion({ ports }: { ports: readonly CrowdedPort[] }) {
  const t = useT();
  const [open, setOpen] = useState<string>();
  const lang = useLang();
  if (ports.length === 0) return <EmptyState title={t('riskMap.port.none')} />;
  const hours = (value: number | null): string =>
    value === null ? '—' : t('riskMap.port.hours', { hours: value.toFixed(1) });
  const shown = ports.toSorted((a, b) => (b.index ?? -1) - (a.index ?? -1) || b.waiting - a.waiting);
  return (
    <>
      <p className="pt-muted pt-risk-hint">{t('riskMap.port.hint')}</p>
      <table className="pt-mini pt-risk-ports">
        <thead>
          <tr>
            {(['name', 'waiting', 'median', 'normal', 'index'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`riskMap.port.${name}`)}
              </th>
            ))}
            <th scope="col" title={t('riskMap.port.trend')}>
              {t('riskMap.port.days')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((port) => {
            const last = port.trend.findLast((value) => value !== null) ?? null;
            const name = portNameIn(lang, port);
            const isOpen = port.portCode === open;
            return (
              <Fragment key={port.portCode}>
                <tr>
                  <th scope="row" title={t('riskMap.port.berthed', { count: port.berthed })}>
                    {name}
                  </th>
                  <td>{port.waiting}</td>
                  <td>{hours(port.medianWaitHours)}</td>
                  <td>{hours(port.normalWaitHours)}</td>
                  <td>
                    {port.index === null ? (
                      <span className="pt-muted">{t('riskMap.port.few')}</span>
                    ) : (
                      <StatusTag tone={port.index >= 2.5 ? 'danger' : port.index >= 1.5 ? 'warn' : 'ok'}>
                        {port.index.toFixed(2)}
                      </StatusTag>
                    )}
                  </td>
                  <td>
                    <button
                      type="button"
                      aria-expanded={isOpen}
                      aria-label={`${name} ${t('riskMap.port.trend')} ${hours(last)}`}
                      onClick={() => setOpen(isOpen ? undefined : port.portCode)}
                    >
                      <Spark values={port.trend} shape="bars" label={`${t('riskMap.port.trend')} ${hours(last)}`} />
                    </button>
                  </td>
                </tr>
                {isOpen && (
                  <tr>
                    <td colSpan={6}>
                      <Trend port={port} name={name} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
