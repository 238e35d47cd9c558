import { type Instant } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import type { CarrierRecord } from '../reports/types.ts';
import { type CutOffCode, cutOffsBefore } from '../shipments/cut-offs.ts';
import type { Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';

/** What a page shows of one thing the carrier reported. */
export type PageRow = {
  /** Code of the event and of its document, such as `RELS CUS` or `LOAD`. */
  what: string;
  classifier: CarrierRecord['classifier'];
  place: string;
  portCode: string;
  vessel: string;
  imo: string;
  voyage: string;
  container: string;
  empty: boolean | undefined;
  time: string;
  offset: string;
  updated: string;
  updatedOffset: string;
};

function shipOf(world: World, record: CarrierRecord): Pick<PageRow, 'vessel' | 'imo' | 'voyage'> {
  if (record.leg === undefined) return { vessel: '', imo: '', voyage: '' };
  const { plan } = record.leg;
  const sailing = world.sailings.sailing(plan.service, plan.week);
  const vessel = sailing.vesselKnownAt <= record.createdAt ? sailing.vessel : sailing.plannedVessel;
  const voyage = plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound;
  return { vessel: vessel.name, imo: vessel.imo, voyage };
}

const local = (at: Instant, zone: string): string => toLocalText(at, zone).slice(0, 16);

/** What the carrier's site shows of a shipment at a moment, oldest report first. */
export function pageRows(world: World, shipment: Shipment, at: Instant): PageRow[] {
  const reference = { type: 'bill', value: shipment.billNo } as const;
  return world.reportsOf(shipment.carrier.code, reference, at).map((record): PageRow => {
    const { zone } = record.port;
    const happened = record.type === 'SHIPMENT' ? record.createdAt : record.eventAt;
    return {
      what: record.document === undefined ? record.code : `${record.code} ${record.document.type}`,
      classifier: record.classifier,
      place: record.type === 'SHIPMENT' ? '' : record.port.name,
      portCode: record.type === 'SHIPMENT' ? '' : record.portCode,
      ...shipOf(world, record),
      container: shipment.containers[record.container]?.number ?? '',
      empty: record.empty,
      time: local(happened, zone),
      offset: record.localAsUtc === true ? '+00:00' : offsetLabel(happened, zone),
      updated: local(record.createdAt, zone),
      updatedOffset: offsetLabel(record.createdAt, zone),
    };
  });
}

/** A cut-off as a page shows it, in the time of the port of loading. */
export type ShownCutOff = { code: CutOffCode; time: string; offset: string };

/** What the carrier's site shows as cut-offs at a moment: by the departure that it reported last before the ship left. */
export function shownCutOffs(world: World, shipment: Shipment, at: Instant): ShownCutOff[] {
  const reference = { type: 'bill', value: shipment.billNo } as const;
  const departure = world
    .reportsOf(shipment.carrier.code, reference, at)
    .findLast(
      ({ code, classifier, leg, group }) => code === 'DEPA' && classifier !== 'ACT' && leg?.index === 0 && group === 0,
    );
  if (departure === undefined) return [];
  const { zone } = departure.port;
  return cutOffsBefore(departure.eventAt).map((one) => ({
    code: one.code,
    time: local(one.at, zone),
    offset: offsetLabel(one.at, zone),
  }));
}

/** Text that may stand in markup. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '');
