import type { Mode } from '#domain/tracking/journey/mode.ts';
import { airTraceIndexList } from '#lists/air-trace-index.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import { pastedNumbers } from '#shared/ids/pasted-numbers.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Desk } from './desk.ts';

/** A tracked shipment as lists of all modes have it. */
export type FoundShipment = {
  subscriptionId: string;
  /** Null while no source has reported anything. */
  shipmentId: string | null;
  mode: Mode;
  referenceNo: string;
  carrierCode: string;
  state: string;
  statusCode: string | null;
  share: number;
  from: string | null;
  to: string | null;
  toZone: string | null;
  eta: Instant | null;
  ata: Instant | null;
  openExceptions: number;
  noSource: string | null;
};

/** What rows of all lists of tracking have. */
type Common = {
  obmTkSubscribeId: string;
  obmBkId: string | null;
  state: string;
  statusCode: string | null;
  share: number;
  eta: Instant | null;
  ata: Instant | null;
  openExceptions: number;
  noSource: string | null;
};
type SeaRow = Common & {
  referenceNo: string;
  carrierCode: string;
  polCode: string | null;
  podCode: string | null;
  podZone: string | null;
};
type OtherRow = Common & {
  waybill: string;
  origin: string | null;
  destination: string | null;
  destinationZone: string | null;
  operatorCode?: string;
  airlineCode?: string;
};

const common = (row: Common) => ({
  subscriptionId: row.obmTkSubscribeId,
  shipmentId: row.obmBkId,
  statusCode: row.statusCode,
  share: row.share,
  eta: row.eta,
  ata: row.ata,
  openExceptions: row.openExceptions,
  noSource: row.noSource,
});

const ofSea =
  (mode: Mode, desk: Desk) =>
  (row: SeaRow): FoundShipment => ({
    ...common(row),
    mode,
    referenceNo: desk.number(row.referenceNo),
    carrierCode: row.carrierCode,
    state: desk.choice(traceIndexList.columns.state.values, row.state),
    from: row.polCode,
    to: row.podCode,
    toZone: row.podZone,
  });

const ofOther =
  (mode: Mode, desk: Desk) =>
  (row: OtherRow): FoundShipment => ({
    ...common(row),
    mode,
    referenceNo: desk.number(row.waybill),
    carrierCode: row.operatorCode ?? row.airlineCode ?? '',
    state: desk.choice(airTraceIndexList.columns.state.values, row.state),
    from: row.origin,
    to: row.destination,
    toZone: row.destinationZone,
  });

const page = { currentPage: 1, pageSize: 50 } as const;

/** What containers and air waybills look like; other numbers are not requested there. */
const containerForm = /^[A-Z]{3,5}\d{5,8}$/;
const airWaybillForm = /^\d{3}-?\d{8}$/;

/**
 * Tracked shipments of any mode whose bill, booking, container or waybill is one of these numbers, of the lists that the person may
 * open; none twice.
 */
export async function findShipments(desk: Desk, numbers: readonly string[]): Promise<FoundShipment[]> {
  if (numbers.length === 0) return [];
  const wanted = [...numbers];
  const containers = wanted.filter((number) => containerForm.test(number));
  const airWaybills = wanted.filter((number) => airWaybillForm.test(number));
  const found: FoundShipment[] = [];
  const [sea, domestic] = [ofSea('sea', desk), ofSea('domestic', desk)];
  // One after the other: a question of an assistant takes no more of the database at once than a page does.
  if (desk.may('traceIndex.list')) {
    found.push(...(await desk.ask('traceIndex.list', { ...page, billNo: wanted })).records.map(sea));
    if (containers.length > 0)
      found.push(...(await desk.ask('traceIndex.list', { ...page, containerNo: containers })).records.map(sea));
  }
  if (desk.may('domesticTrace.list')) {
    found.push(...(await desk.ask('domesticTrace.list', { ...page, billNo: wanted })).records.map(domestic));
    if (containers.length > 0)
      found.push(...(await desk.ask('domesticTrace.list', { ...page, containerNo: containers })).records.map(domestic));
  }
  if (airWaybills.length > 0 && desk.may('airTrace.list'))
    found.push(
      ...(await desk.ask('airTrace.list', { ...page, waybill: airWaybills })).records.map(ofOther('air', desk)),
    );
  if (desk.may('trainTrace.list'))
    found.push(...(await desk.ask('trainTrace.list', { ...page, waybill: wanted })).records.map(ofOther('rail', desk)));
  if (desk.may('vehicleTrace.list'))
    found.push(
      ...(await desk.ask('vehicleTrace.list', { ...page, waybill: wanted })).records.map(ofOther('road', desk)),
    );
  if (desk.may('expressTrace.list'))
    found.push(
      ...(await desk.ask('expressTrace.list', { ...page, waybill: wanted })).records.map(ofOther('courier', desk)),
    );
  return [...new Map(found.map((row) => [row.subscriptionId, row])).values()];
}

/** Numbers of references within any text as people paste it: words with a digit, as they are kept; twenty at most. */
export function numbersIn(text: string): string[] {
  const words = pastedNumbers(text).flatMap((word) => word.split(/[^A-Z0-9/-]+/));
  const numbers = words.flatMap((word) => {
    const plain = word.replace(/[/-]/g, '');
    return plain.length >= 5 && plain.length <= 40 && /\d/.test(plain) ? [word, plain] : [];
  });
  return [...new Set(numbers)].slice(0, 40);
}
