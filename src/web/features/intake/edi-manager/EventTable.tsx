import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useT } from '#web/i18n/index.ts';
import { edi } from '#web/i18n/zh/edi.ts';
import { timeKindOf } from '#web/kit/value/known-time.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';

type Detail = CallData<'ediGet'>;
type Event = Detail['events'][number];

const titles = ['what', 'box', 'place', 'time', 'ship', 'more', 'trace'] as const;
const isNamed = (code: string): code is keyof (typeof edi)['event'] => Object.hasOwn(edi.event, code);

function What({ event }: { event: Event }) {
  const t = useT();
  const name = isNamed(event.code) ? t(`edi.event.${event.code}`) : event.code;
  return (
    <>
      {name}
      {event.empty !== null && <span className="pt-muted"> {t(`edi.load.${event.empty}`)}</span>}
      {event.withdrawn && <span className="pt-muted"> {t('edi.withdrawn')}</span>}
    </>
  );
}

function Place({ event: { portCode, portName, place } }: { event: Event }) {
  if (portName === null) return [portCode, place].filter(Boolean).join(' ');
  // Some partners repeat the name of the port as the place.
  const isSame = place === null || place.toLowerCase() === portName.toLowerCase();
  return (
    <>
      {portName} <span className="pt-muted pt-mono">{portCode}</span>
      {!isSame && <div className="pt-muted">{place}</div>}
    </>
  );
}

function TraceLinks({ event, shipments }: { event: Event; shipments: Detail['shipments'] }) {
  const t = useT();
  const own = shipments.filter(({ subscriptionId }) => event.subscriptionIds.includes(subscriptionId));
  if (own.length === 0) return <span className="pt-muted">{t('edi.noShipment')}</span>;
  return own.map((shipment) => {
    const number = shipment.billNo ?? shipment.containerNo ?? shipment.subscriptionId;
    if (shipment.shipmentId === null) return <span key={shipment.subscriptionId}>{number}</span>;
    const query = new URLSearchParams({ obmBkId: shipment.shipmentId, dataSource: 'EDI' });
    return (
      <GoLink key={shipment.subscriptionId} href={`/trace-detail?${query}`} className="pt-link pt-mono">
        {number}
      </GoLink>
    );
  });
}

const moreOf = (event: Event): string =>
  [event.sealNo, event.grossWeightKg === null ? null : `${event.grossWeightKg} kg`, event.damage]
    .filter(Boolean)
    .join(' · ');

/** What a message tells, event by event, with the shipments it was tied to. */
export function EventTable({ detail }: { detail: Pick<Detail, 'events' | 'shipments'> }) {
  const t = useT();
  if (detail.events.length === 0) return <p className="pt-muted">{t('edi.noEvents')}</p>;
  return (
    <div className="pt-edi-scroll" tabIndex={0} role="group" aria-label={t('edi.section.events')}>
      <table className="pt-mini">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {t(`edi.eventColumn.${title}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detail.events.map((event) => (
            <tr key={event.serial}>
              <td>
                <What event={event} />
              </td>
              <td className="pt-mono">{event.containerNo ?? event.references[0]}</td>
              <td>
                <Place event={event} />
              </td>
              <td>
                <PlanTime kind={timeKindOf(event.classifier)} instant={event.time} zone={event.zone} />
              </td>
              <td>{[event.vesselName, event.voyage].filter(Boolean).join(' / ')}</td>
              <td>{moreOf(event)}</td>
              <td>
                <TraceLinks event={event} shipments={detail.shipments} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
