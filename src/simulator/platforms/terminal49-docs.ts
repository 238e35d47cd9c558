import { toIsoText } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import type { WorldPort, WorldVessel } from '../network/types.ts';
import { codeOf } from '../reports/aggregator-record.ts';
import type { Heard, HeardContainer } from '../reports/heard.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import type { MilestoneCode, Shipment } from '../shipments/types.ts';
import { expectedOf, uuidOf } from './account.ts';

/** A resource of JSON:API. */
export type Resource = {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, unknown>;
};

const names: Partial<Record<MilestoneCode, string>> = {
  STSP: 'empty_out',
  GITM: 'full_in',
  LOBD: 'vessel_loaded',
  DLPT: 'vessel_departed',
  TSBA: 'transshipment_arrived',
  TSDC: 'transshipment_discharged',
  TSLB: 'transshipment_loaded',
  TSDP: 'transshipment_departed',
  BDAR: 'vessel_arrived',
  DSCH: 'vessel_discharged',
  AVPU: 'available',
  STCS: 'full_out',
  RCVE: 'empty_in',
};

/** The id of the shipment, and of its n-th container, at Terminal49. */
export const shipmentId = ({ key }: Shipment): string => uuidOf('shipment', shipmentIndex(key), 0);
const containerId = ({ key }: Shipment, place: number): string => uuidOf('container', shipmentIndex(key), place);

/** A relation to one resource, or to none. */
export const relatedTo = (type: string, id: string | undefined) => ({ data: id === undefined ? null : { id, type } });

/** Of some ports the zone is not known: their times stay local and end in Z all the same. */
const isZoneKnown = ({ code }: WorldPort): boolean => (code.codePointAt(4) ?? 0) % 7 !== 0;

const timeAt = (at: number, port: WorldPort): string =>
  isZoneKnown(port) ? toIsoText(at) : `${toLocalText(at, port.zone).replace(' ', 'T')}Z`;
const zoneAt = (port: WorldPort): string | null => (isZoneKnown(port) ? port.zone : null);

const vesselOf = ({ imo, mmsi, name }: WorldVessel): Resource => ({
  id: uuidOf('vessel', Number(imo), 0),
  type: 'vessel',
  attributes: { name, imo, mmsi, latitude: null, longitude: null },
});

type Reported = { shipment: Shipment; heard: Heard; container: HeardContainer };

/** The events of a container, newest first, with their ships. */
export function eventsOf({ shipment, heard, container }: Reported): { events: Resource[]; vessels: Resource[] } {
  const place = heard.containers.indexOf(container);
  const vessels = new Map<string, Resource>();
  const serials = new Map<string, number>();
  const event = (
    name: string,
    {
      at,
      port,
      createdAt,
      vessel,
      voyage,
    }: Record<'at' | 'createdAt', number> & {
      port: WorldPort;
      vessel: WorldVessel | undefined;
      voyage: string | undefined;
    },
  ): Resource => {
    const ship = vessel && vesselOf(vessel);
    if (ship !== undefined) vessels.set(ship.id, ship);
    // The same event of a container keeps its id, whatever else becomes known.
    const nth = (serials.get(name) ?? 0) + 1;
    serials.set(name, nth);
    return {
      id: uuidOf(`event ${name} ${nth} ${name.includes('estimated') ? at : ''}`, shipmentIndex(shipment.key), place),
      type: 'transport_event',
      attributes: {
        event: `container.transport.${name}`,
        created_at: toIsoText(createdAt),
        voyage_number: voyage ?? null,
        timestamp: timeAt(at, port),
        data_source: 'shipping_line',
        invalidated_at: null,
        previous_version_id: null,
        location_locode: codeOf(port),
        timezone: zoneAt(port),
        value: null,
      },
      relationships: {
        shipment: relatedTo('shipment', shipmentId(shipment)),
        container: relatedTo('container', containerId(shipment, place)),
        vessel: relatedTo('vessel', ship?.id),
        terminal: relatedTo('terminal', undefined),
      },
    };
  };
  const happened = container.moves.flatMap((move) => {
    const name = names[move.code];
    const ship = move.leg < 0 ? { vessel: undefined, voyage: undefined } : {};
    return name === undefined ? [] : [event(name, { ...move, createdAt: move.heardAt, ...ship })];
  });
  const [first, last] = [itemAt(heard.legs, 0), lastItem(heard.legs)];
  const expected = (container.onLegs ? expectedOf(heard.legs) : []).flatMap(({ does, leg, at }) => {
    const { vessel, voyage } = leg;
    const common = { at, vessel, voyage, createdAt: heard.updatedAt };
    if (does === 'departs' && leg === first) return [event('estimated.vessel_departed', { ...common, port: leg.pol })];
    return does === 'arrives' && leg === last ? [event('estimated.vessel_arrived', { ...common, port: leg.pod })] : [];
  });
  return { events: [...happened, ...expected].toReversed(), vessels: [...vessels.values()] };
}

/** Customs hold it between these. */
const isHeld = ({ moves }: HeardContainer): boolean =>
  moves.findLast(({ code }) => code === 'CUIP' || code === 'PASS')?.code === 'CUIP';

function containerOf({ shipment, heard, container }: Reported): Resource {
  const { pod } = lastItem(heard.legs);
  const at = (...codes: MilestoneCode[]): string | null => {
    const move = container.moves.findLast(({ code }) => codes.includes(code));
    return move === undefined ? null : timeAt(move.at, move.port);
  };
  return {
    id: containerId(shipment, heard.containers.indexOf(container)),
    type: 'container',
    attributes: {
      number: container.number,
      seal_number: container.sealNo,
      equipment_type: container.isoCode.includes('R') ? 'reefer' : 'dry',
      equipment_length: container.isoCode.startsWith('2') ? 20 : 40,
      equipment_height: container.isoCode.startsWith('45') ? 'high_cube' : 'standard',
      weight_in_lbs: null,
      empty_out_at: at('STSP'),
      pol_full_in_at: at('GITM'),
      pol_vessel_loaded_at: at('LOBD'),
      pol_vessel_departed_at: at('DLPT'),
      pod_arrived_at: at('BDAR'),
      pod_discharged_at: at('DSCH'),
      pod_full_out_at: at('STCS'),
      empty_terminated_at: at('RCVE'),
      pod_timezone: zoneAt(pod),
      available_for_pickup: at('AVPU') !== null && at('STCS') === null,
      availability_known: at('DSCH') !== null,
      holds_at_pod_terminal: isHeld(container)
        ? [{ name: 'customs', status: 'hold', description: 'CUSTOMS HOLD' }]
        : [],
      fees_at_pod_terminal: [],
      pickup_lfd: null,
      pickup_appointment_at: null,
    },
    relationships: { shipment: relatedTo('shipment', shipmentId(shipment)) },
  };
}

/** The container of that id with what it belongs to. */
export const unitOf = (shipment: Shipment, heard: Heard, place: number): Reported | undefined => {
  const container = heard.containers[place];
  return container && { shipment, heard, container };
};

/** The document of a shipment with its containers. */
export function shipmentDocument(shipment: Shipment, heard: Heard): { data: Resource; included: Resource[] } {
  const [first, last] = [itemAt(heard.legs, 0), lastItem(heard.legs)];
  const { pol } = first;
  const { pod } = last;
  const included = heard.containers.map((container) => containerOf({ shipment, heard, container }));
  const time = (at: number | undefined, port: WorldPort): string | null => (at === undefined ? null : timeAt(at, port));
  return {
    data: {
      id: shipmentId(shipment),
      type: 'shipment',
      attributes: {
        created_at: toIsoText(shipment.confirmedAt),
        bill_of_lading_number: shipment.billNo,
        normalized_number: shipment.billNo.slice(4),
        ref_numbers: [],
        tags: [],
        shipping_line_scac: shipment.carrier.scac,
        shipping_line_name: shipment.carrier.name,
        shipping_line_short_name: shipment.carrier.name,
        customer_name: null,
        port_of_lading_locode: codeOf(pol),
        port_of_lading_name: pol.name,
        port_of_discharge_locode: codeOf(pod),
        port_of_discharge_name: pod.name,
        destination_locode: null,
        destination_name: null,
        pol_timezone: zoneAt(pol),
        pol_etd_at: time(first.etd, pol),
        pol_atd_at: time(first.atd, pol),
        pod_timezone: zoneAt(pod),
        pod_eta_at: time(last.eta, pod),
        pod_original_eta_at: null,
        pod_ata_at: time(last.ata, pod),
        pod_vessel_name: last.vessel.name,
        pod_vessel_imo: last.vessel.imo,
        pod_voyage_number: last.voyage,
        destination_timezone: null,
        destination_eta_at: null,
        destination_ata_at: null,
        line_tracking_last_attempted_at: toIsoText(heard.updatedAt),
        line_tracking_last_succeeded_at: toIsoText(heard.updatedAt),
        line_tracking_stopped_at: heard.ended ? toIsoText(heard.updatedAt) : null,
        line_tracking_stopped_reason: heard.ended ? 'all_containers_terminated' : null,
      },
      relationships: { containers: { data: included.map(({ id, type }) => ({ id, type })) } },
    },
    included,
  };
}
