import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import { TimeStrip } from '#web/kit/chart/TimeStrip.tsx';
import type { StripThing } from '#web/kit/chart/time-strip.ts';
import { textAt } from '#web/kit/value/loose-row.ts';
import { freeTimeSpan } from './free-time-span.ts';
import { useTrace } from './trace-context.ts';
import type { TraceContainer } from './trace-model.ts';

/** Free days of the chosen container: used, left, and over, with the last free day. Nothing without free time. */
export function FreeTimeBar({ container }: { container: TraceContainer }) {
  const t = useT();
  const { booking, now } = useTrace();
  const podZone = textAt(booking, 'podZone');
  const span = useMemo(() => freeTimeSpan(container, podZone, now), [container, podZone, now]);
  const rows = useMemo(() => {
    if (span === undefined) return [];
    const { from, to, until, days, lastFreeDay, isOut } = span;
    const what = t(isOut ? 'traceDetail.freeBar.detention' : 'traceDetail.freeBar.demurrage');
    const used = Math.min(days.used, days.free);
    const things: StripThing[] = [
      {
        key: 'free',
        what,
        text: t('traceDetail.freeBar.days', { used, free: days.free }),
        note: t('traceDetail.freeBar.lastDay', { day: lastFreeDay }),
        tone: days.over > 0 ? 'muted' : days.free - days.used <= 1 ? 'warn' : 'ok',
        spans: [
          { kind: 'actual', from, to: Math.min(until, to) },
          ...(to > until ? [{ kind: 'planned' as const, from: until, to, inLine: true }] : []),
        ],
      },
    ];
    if (days.over > 0) {
      const { rate, currency } = container.tariff ?? { rate: null, currency: null };
      const over = t('traceDetail.freeBar.over', { days: days.over });
      const cost = rate === null ? [] : [t('traceDetail.freeBar.cost', { rate, currency: currency ?? '' })];
      things.push({
        key: 'over',
        what: over,
        text: [over, ...cost].join(' · '),
        tone: 'danger',
        spans: [{ kind: 'actual', from: to, to: until }],
      });
    }
    return [{ key: 'free', name: '', things }];
  }, [span, container.tariff, t]);
  const kindNames = useMemo(
    () => ({ actual: t('traceDetail.freeBar.used'), planned: t('traceDetail.freeBar.left') }),
    [t],
  );
  if (span === undefined) return null;
  return (
    <div className="pt-free-bar">
      <TimeStrip
        name="freeTime"
        label={t(span.isOut ? 'traceDetail.freeBar.detention' : 'traceDetail.freeBar.demurrage')}
        title={t(span.isOut ? 'traceDetail.freeBar.detention' : 'traceDetail.freeBar.demurrage')}
        rows={rows}
        now={now}
        zone={span.zone}
        kindNames={kindNames}
      />
    </div>
  );
}
