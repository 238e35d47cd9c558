import { useMemo } from 'react';
import { ordersList } from '#lists/orders.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { TimeStrip } from '#web/kit/chart/TimeStrip.tsx';
import type { StripRow, StripThing } from '#web/kit/chart/time-strip.ts';
import { useOrder } from './order-context.ts';
import { promiseOf } from './promises.ts';

/** What was promised beside what is expected of each line of the order, on one axis of days of the destination. */
export function Promises() {
  const t = useT();
  const lang = useLang();
  const { order } = useOrder();
  const { lines, movements, destinationZone: zone, now } = order;
  const rows = useMemo(() => {
    const words = {
      promised: t('orders.promise.promised'),
      carriage: t('orders.promise.carriage'),
      delivery: t('orders.promise.delivery'),
    };
    return lines.map((line): StripRow => {
      const { promised, expected, lateDays } = promiseOf(line, movements, zone, now, words);
      const isLate = lateDays !== undefined && lateDays > 0;
      const shift =
        lateDays === undefined
          ? t('orders.promise.unknown')
          : line.stage === 'delivered' && !isLate
            ? t('orders.promise.delivered')
            : isLate
              ? t('orders.promise.late', { days: lateDays })
              : lateDays === 0
                ? t('orders.promise.onTime')
                : t('orders.promise.left', { days: -lateDays });
      const things: StripThing[] = [
        ...(promised === undefined
          ? []
          : [
              {
                key: `${line.orderLineId}/promised`,
                what: t('orders.promise.promised'),
                text: expected.length === 0 ? `${line.promisedOn.slice(5)} · ${shift}` : line.promisedOn.slice(5),
                spans: [promised],
              },
            ]),
        ...(expected.length === 0
          ? []
          : [
              {
                key: `${line.orderLineId}/expected`,
                what: ordersList.columns.expectedTime.label[lang],
                text: shift,
                note: line.reason,
                tone: isLate ? ('danger' as const) : line.risk === 'atRisk' ? ('warn' as const) : ('ok' as const),
                spans: expected,
              },
            ]),
      ];
      return {
        key: line.orderLineId,
        name: t('orders.promise.line', { line: line.lineNo }),
        note: line.productName ?? undefined,
        things,
      };
    });
  }, [lines, movements, zone, now, t, lang]);
  // An answer kept from an earlier version of the server has no time of its own: there is no axis without one.
  if (lines.length === 0 || !Number.isFinite(now)) return null;
  return (
    <div className="pt-order-promises">
      <TimeStrip
        name="order.promises"
        label={t('orders.promise.title')}
        title={t('orders.promise.title')}
        rowLabel={t('orders.col.line')}
        rows={rows}
        now={now}
        zone={zone}
        legend={[{ key: 'late', name: `! ${t('orders.promise.lateMark')}`, colour: '--pt-danger' }]}
      />
    </div>
  );
}
