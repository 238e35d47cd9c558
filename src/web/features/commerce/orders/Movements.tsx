import { type Handover, handoversOf } from '#domain/commerce/order/handover.ts';
import { ordersList } from '#lists/orders.ts';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { itemAt } from '#shared/values/items.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { WhatIfButton } from '#web/what-if/WhatIfButton.tsx';
import { forLines, type Movement, traceHref, useOrder, usePlaceName, useReported } from './order-context.ts';

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
      <span className="pt-muted">{forLines(t, movement.lineNos)}</span>
      {isBySea(movement.mode) && movement.legs.some(({ ata }) => ata === null) && (
        <WhatIfButton subscriptionId={movement.obmTkSubscribeId} />
      )}
    </header>
  );
}

function Legs({ movement }: { movement: Movement }) {
  const t = useT();
  const nameOf = usePlaceName();
  const reported = useReported();
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
              times={{ estimated: leg.etd, actual: leg.atd, overdue: leg.etdOverdue }}
              zone={zoneOf(leg.portOfLoading)}
              source={reported(movement.said, `leg[${leg.sequence}].${leg.atd === null ? 'etd' : 'atd'}`)}
            />
          </div>
          <div className="pt-movement-way">{[leg.vesselName, leg.voyage].filter(Boolean).join(' / ') || '—'}</div>
          <div>
            <b>{nameOf(movement, leg.portOfDischarge)}</b>
            <BestTime
              wordless
              times={{ estimated: leg.eta, actual: leg.ata, overdue: leg.etaOverdue }}
              zone={zoneOf(leg.portOfDischarge)}
              source={reported(movement.said, `leg[${leg.sequence}].${leg.ata === null ? 'eta' : 'ata'}`)}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

const tones = { planned: 'neutral', waiting: 'info', done: 'ok', late: 'danger', contradiction: 'danger' } as const;

/** Where and when goods go over from one shipment to the next. */
function HandoverLine({ handover, from, to }: { handover: Handover; from: Movement; to: Movement }) {
  const t = useT();
  const nameOf = usePlaceName();
  const { fromPlace, toPlace, came, leaves, hours, state } = handover;
  const timeOf = (reported: Handover['came'], place: string | null, { places }: Movement) =>
    reported.at !== null && (
      <BestTime
        wordless
        times={{
          planned: null,
          estimated: reported.isActual ? null : reported.at,
          actual: reported.isActual ? reported.at : null,
        }}
        zone={place === null ? null : (places[place]?.zone ?? null)}
      />
    );
  return (
    <p className="pt-handover" data-state={state}>
      <b>{t('orders.handover.title')}</b>
      <StatusTag tone={tones[state]}>{t(`orders.handover.state.${state}`)}</StatusTag>
      <span>
        {nameOf(from, fromPlace)} {timeOf(came, fromPlace, from)}
      </span>
      <span aria-hidden="true">→</span>
      <span>
        {nameOf(to, toPlace)} {timeOf(leaves, toPlace, to)}
      </span>
      {hours !== null && (
        <span className="pt-muted">
          {t(hours < 0 ? 'orders.handover.before' : 'orders.handover.between', { count: Math.abs(hours) })}
        </span>
      )}
      <span className="pt-muted">{t('orders.handover.of', { from: from.referenceNo, to: to.referenceNo })}</span>
    </p>
  );
}

/** All shipments of the order in the order in which they leave, each with its legs and how the goods came to it. */
export function Movements() {
  const t = useT();
  const { order } = useOrder();
  const handovers = handoversOf(order.movements);
  if (order.movements.length === 0)
    return <EmptyState title={t('orders.noMovements')} text={t('orders.noMovementsText')} />;
  return (
    <ol className="pt-movements" aria-label={t('orders.movements')}>
      {order.movements.map((movement, index) => (
        <li key={movement.obmTkSubscribeId}>
          {handovers
            .filter(({ to }) => to === index)
            .map((handover) => (
              <HandoverLine
                key={handover.from}
                handover={handover}
                from={itemAt(order.movements, handover.from)}
                to={movement}
              />
            ))}
          <MovementHead movement={movement} />
          <Legs movement={movement} />
        </li>
      ))}
    </ol>
  );
}
