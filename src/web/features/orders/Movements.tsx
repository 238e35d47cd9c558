import { ordersList } from '#lists/orders.ts';
import { isBySea } from '#domain/journey/mode.ts';
import { GoLink } from '#web/app/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { WhatIfButton } from '#web/what-if/WhatIfButton.tsx';
import { type Movement, traceHref, useOrder, usePlaceName } from './order-context.ts';

/** The head of a shipment: mode, number, who carries it, and for which lines. */
export function MovementHead({ movement }: { movement: Movement }) {
  const t = useT();
  const lang = useLang();
  const { nameOf } = useCarriers();
  const href = traceHref(movement);
  return (
    <header className="pt-movement-head">
      <StatusTag tone="info">{ordersList.columns.mode.values[movement.mode][lang]}</StatusTag>
      {href === undefined ? (
        <b className="pt-mono">{movement.referenceNo}</b>
      ) : (
        <GoLink className="pt-link pt-mono" href={href}>
          {movement.referenceNo}
        </GoLink>
      )}
      <span>{nameOf(movement.carrierCode)}</span>
      <span className="pt-muted">{t('orders.forLines', { lines: movement.lineNos.join(', ') })}</span>
      {isBySea(movement.mode) && movement.legs.some(({ ata }) => ata === null) && (
        <WhatIfButton subscriptionId={movement.obmTkSubscribeId} />
      )}
    </header>
  );
}

function Legs({ movement }: { movement: Movement }) {
  const t = useT();
  const nameOf = usePlaceName();
  const zoneOf = (code: string | null): string | null => (code === null ? null : (movement.places[code]?.zone ?? null));
  if (movement.legs.length === 0) return <p className="pt-muted">{t('orders.noLegs')}</p>;
  return (
    <ol className="pt-movement-legs">
      {movement.legs.map((leg) => (
        <li
          key={leg.sequence}
          data-done={leg.ata !== null || undefined}
          data-on={(leg.atd !== null && leg.ata === null) || undefined}
        >
          <div>
            <b>{nameOf(movement, leg.portOfLoading)}</b>
            <BestTime
              wordless
              times={{ planned: null, estimated: leg.etd, actual: leg.atd }}
              zone={zoneOf(leg.portOfLoading)}
            />
          </div>
          <div className="pt-movement-way">{[leg.vesselName, leg.voyage].filter(Boolean).join(' / ') || '—'}</div>
          <div>
            <b>{nameOf(movement, leg.portOfDischarge)}</b>
            <BestTime
              wordless
              times={{ planned: null, estimated: leg.eta, actual: leg.ata }}
              zone={zoneOf(leg.portOfDischarge)}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** All shipments of the order in the order in which they leave, each with its legs. */
export function Movements() {
  const t = useT();
  const { order } = useOrder();
  if (order.movements.length === 0)
    return <EmptyState title={t('orders.noMovements')} text={t('orders.noMovementsText')} />;
  return (
    <ol className="pt-movements" aria-label={t('orders.movements')}>
      {order.movements.map((movement) => (
        <li key={movement.obmTkSubscribeId}>
          <MovementHead movement={movement} />
          <Legs movement={movement} />
        </li>
      ))}
    </ol>
  );
}
