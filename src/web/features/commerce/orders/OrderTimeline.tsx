import { useMemo } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { momentsOf } from './moments.ts';
import { useOrder, usePlaceName, useReported } from './order-context.ts';

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
