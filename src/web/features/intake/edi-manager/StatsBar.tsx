import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';

type Props = { stats: CallData<'ediStats'> | undefined; onReason: (code: string) => void };

/** What came within a day: events, those without a subscription, and the reasons that held messages up. */
export function StatsBar({ stats, onReason }: Props) {
  const t = useT();
  if (stats === undefined) return <span className="pt-toolbar-gap" />;
  const messages = stats.states.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="pt-edi-stats" role="status">
      <span>
        {t('edi.stats.line', {
          messages,
          events: stats.events,
          applied: stats.applied,
          waiting: stats.waiting,
          refused: stats.refusedEvents,
        })}
        {stats.setAside > 0 && t('edi.stats.setAside', { count: stats.setAside })}
        {stats.sent > 0 && t('edi.stats.sent', { count: stats.sent })}
      </span>
      {stats.reasons.slice(0, 4).map((reason) => (
        <button key={reason.code} type="button" className="pt-link" onClick={() => onReason(reason.code)}>
          {reason.text} {reason.count}
        </button>
      ))}
    </div>
  );
}
