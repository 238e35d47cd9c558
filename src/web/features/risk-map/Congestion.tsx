import type { CrowdedPort } from '#contract/risk.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';

const width = 56;
const height = 22;

/** Median waits of 30 days as bars; days without a vessel stay empty. */
function Trend({ trend, label }: { trend: CrowdedPort['trend']; label: string }) {
  const most = Math.max(1, ...trend.map((value) => value ?? 0));
  const step = width / trend.length;
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="pt-risk-trend">
      {trend.map((value, day) => {
        const bar = value === null ? 0 : Math.max(1, (value / most) * height);
        return <rect key={day} x={day * step} y={height - bar} width={step - 0.8} height={bar} />;
      })}
    </svg>
  );
}

/** How crowded ports are, against their own usual wait. */
export function Congestion({ ports }: { ports: readonly CrowdedPort[] }) {
  const t = useT();
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
            return (
              <tr key={port.portCode}>
                <th scope="row" title={t('riskMap.port.berthed', { count: port.berthed })}>
                  {portNameIn(lang, port)}
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
                  <Trend trend={port.trend} label={`${t('riskMap.port.trend')} ${hours(last)}`} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
