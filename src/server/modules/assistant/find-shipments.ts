import type { CallData } from '#contract/index.ts';
import type { Mode } from '#domain/journey/mode.ts';
import { airTraceIndexList } from '#lists/air-trace-index.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Desk } from './desk.ts';

type SeaRow = CallData<'traceIndex.list'>['records'][number];
type AirRow = CallData<'airTrace.list'>['records'][number];
type LandRow = CallData<'expressTrace.list'>['records'][number];

/** A tracked shipment as lists of all modes have it. */
export type FoundShipment = {
  subscriptionId: string;
  /** Null while no source has told anything. */
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

type Common = Pick<
  SeaRow,
  'obmTkSubscribeId' | 'obmBkId' | 'state' | 'statusCode' | 'share' | 'eta' | 'ata' | 'openExceptions' | 'noSource'
>;

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
  (row: (AirRow | LandRow) & { operatorCode?: string; airlineCode?: string }): FoundShipment => ({
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

/**
 * Tracked shipments of any mode whose bill, booking, container or waybill is one of these numbers, of the lists that the person may
 * open; none twice.
 */
export async function findShipments(desk: Desk, numbers: readonly string[]): Promise<FoundShipment[]> {
  if (numbers.length === 0) return [];
  const wanted = [...numbers];
  const asks = [
    desk.may('traceIndex.list') && desk.ask('traceIndex.list', { ...page, billNo: wanted }).then(seaRows('sea')),
    desk.may('traceIndex.list') && desk.ask('traceIndex.list', { ...page, containerNo: wanted }).then(seaRows('sea')),
    desk.may('domesticTrace.list') &&
      desk.ask('domesticTrace.list', { ...page, billNo: wanted }).then(seaRows('domestic')),
    desk.may('domesticTrace.list') &&
      desk.ask('domesticTrace.list', { ...page, containerNo: wanted }).then(seaRows('domestic')),
    desk.may('airTrace.list') && desk.ask('airTrace.list', { ...page, waybill: wanted }).then(otherRows('air')),
    desk.may('trainTrace.list') && desk.ask('trainTrace.list', { ...page, waybill: wanted }).then(otherRows('rail')),
    desk.may('vehicleTrace.list') &&
      desk.ask('vehicleTrace.list', { ...page, waybill: wanted }).then(otherRows('road')),
    desk.may('expressTrace.list') &&
      desk.ask('expressTrace.list', { ...page, waybill: wanted }).then(otherRows('courier')),
  ];
  const found = (await Promise.all(asks)).flatMap((rows) => (rows === false ? [] : rows));
  return [...new Map(found.map((row) => [row.subscriptionId, row])).values()];

  function seaRows(mode: Mode) {
    return ({ records }: { records: SeaRow[] }) => records.map(ofSea(mode, desk));
  }
  function otherRows(mode: Mode) {
    return ({ records }: { records: Parameters<ReturnType<typeof ofOther>>[0][] }) => records.map(ofOther(mode, desk));
  }
}

/** Numbers of references within any text as people paste it: words with a digit, as they are kept; twenty at most. */
export function numbersIn(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^A-Z0-9/-]+/);
  const numbers = words.flatMap((word) => {
    const plain = word.replace(/[/-]/g, '');
    return plain.length >= 5 && plain.length <= 40 && /\d/.test(plain) ? [word, plain] : [];
  });
  return [...new Set(numbers)].slice(0, 40);
}
