import { useMemo } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { useOrder, usePlaceName, useReported, type Movement } from './order-context.ts';
import { bestTimeOf, type TimeKind } from '#web/kit/value/known-time.ts';

type Milestone = Movement['units'][number]['stages'][number]['milestones'][number];

/** Something that happened or will happen to goods of an order, for so many containers or pieces of one shipment at once. */
type Moment = {
  key: string;
  movement: Movement;
  milestone: Milestone;
  kind: TimeKind;
  instant: number;
  units: number;
};

/** The milestones of all shipments with a time, the earliest first; what several containers have together is shown once. */
export function momentsOf(movements: readonly Movement[]): Moment[] {
  const found = new Map<string, Moment>();
  for (const movement of movements)
    for (const { stages } of movement.units)
      for (const milestone of stages.flatMap(({ milestones }) => milestones)) {
        const best = bestTimeOf(milestone);
        if (best === undefined) continue;
        const { statusCode, portCode } = milestone;
        const key = [movement.obmTkSubscribeId, statusCode, portCode, best.kind, best.instant].join(' ');
        const known = found.get(key);
        if (known === undefined) found.set(key, { key, movement, milestone, ...best, units: 1 });
        else known.units += 1;
      }
  return [...found.values()].sort((a, b) => a.instant - b.instant);
}

/** What happened and will happen to the goods of the order over all its shipments, in the order of time. */
export function OrderTimeline() {
  const t = useT();
  const lang = useLang();
  const { order } = useOrder();
  const nameOf = usePlaceName();
  const reported = useReported();
  const moments = useMemo(() => momentsOf(order.movements), [order.movements]);
  if (moments.length === 0) return <EmptyState title={t('orders.noUnits')} text={t('orders.noMovementsText')} />;
  return (
    <ol className="pt-order-items" aria-label={t('orders.tab.timeline')}>
      {moments.map(({ key, movement, milestone, kind, instant, units }) => (
        <li key={key}>
          <PlanTime
            kind={kind}
            instant={instant}
            zone={milestone.zone}
            wordless
            source={reported(movement.said, `${milestone.path}${kind}`)}
          />
          <span>{lang === 'zh' ? milestone.nameCn : milestone.nameEn}</span>
          <span>{nameOf(movement, milestone.portCode)}</span>
          <small className="pt-muted">
            <span className="pt-mono">{movement.referenceNo}</span>
            {units > 1 && ` · ${t('orders.unitCount', { count: units })}`}
          </small>
        </li>
      ))}
    </ol>
  );
}
