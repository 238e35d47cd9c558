import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeImo } from '#shared/ids/imo.ts';
import type { ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import type { PageBox, PageNotice, PageReading, ShownTime } from './types.ts';
import { type Meaning, classifierWords } from './words.ts';

/** Rows of a page that are read; what is beyond is refused. */
export const ROWS_MOST = 2_000;
const REFUSALS_MOST = 100;

/** A row of a page as its cells say it, '' for nothing. */
export type RawRow = {
  what: string;
  classifier: string;
  time: string;
  updated: string;
  port: string;
  place: string;
  vessel: string;
  imo: string;
  voyage: string;
  container: string;
  load: string;
};

/** How a site writes things. */
export type SiteWords = {
  words: ReadonlyMap<string, Meaning>;
  readTime: (text: string) => ShownTime | null;
  empty: string;
  laden: string;
};

const orNull = (text: string): string | null => text || null;

/** A box number as it can be kept; null for none, undefined for what is none. */
function boxOf(text: string): string | null | undefined {
  if (text === '') return null;
  const containerNo = normalizeContainerNumber(text);
  return /^[A-Z]{4}\d{7}$/.test(containerNo) ? containerNo : undefined;
}

function readRow(row: RawRow, index: number, site: SiteWords): PageNotice | ParseRefusal {
  const bad = (reason: Parameters<typeof refusal>[0], field: string, value: string): ParseRefusal =>
    refusal(value === '' ? 'missing_field' : reason, { index, field, value: value || undefined });
  const meaning = site.words.get(row.what);
  if (meaning === undefined) return bad('bad_enumeration', 'status', row.what);
  const classifier = classifierWords.get(row.classifier);
  if (classifier === undefined) return bad('bad_enumeration', 'classifier', row.classifier);
  const time = site.readTime(row.time);
  if (time === null) return bad('bad_time', 'time', row.time);
  const updated = row.updated === '' ? null : site.readTime(row.updated);
  if (row.updated !== '' && updated === null) return bad('bad_time', 'updated', row.updated);
  const port = row.port.toUpperCase();
  if (port !== '' && !/^[A-Z]{2}[A-Z0-9]{3}$/.test(port)) return bad('bad_reference', 'port', row.port);
  const containerNo = boxOf(row.container);
  if (containerNo === undefined) return bad('bad_reference', 'container', row.container);
  if (meaning.kind === 'EQUIPMENT' && containerNo === null) return bad('missing_field', 'container', '');
  const imo = normalizeImo(row.imo);
  return {
    index,
    ...meaning,
    classifier,
    time,
    updated,
    portCode: orNull(port),
    place: orNull(row.place),
    vesselName: orNull(row.vessel.toUpperCase()),
    vesselImo: /^\d{7}$/.test(imo) ? imo : null,
    voyage: orNull(row.voyage.toUpperCase()),
    containerNo: meaning.kind === 'EQUIPMENT' ? containerNo : null,
    empty: row.load === site.empty ? 'EMPTY' : row.load === site.laden ? 'LADEN' : null,
  };
}

/** Reads the rows of a page; what cannot be read is refused row by row. */
export function readRows(rows: readonly RawRow[], site: SiteWords): Pick<PageReading, 'notices' | 'refusals'> {
  const notices: PageNotice[] = [];
  const refusals: ParseRefusal[] = [];
  if (rows.length > ROWS_MOST) refusals.push(refusal('too_many_events', { value: rows.length }));
  for (const [index, row] of rows.slice(0, ROWS_MOST).entries()) {
    const read = readRow(row, index, site);
    if (!('reason' in read)) notices.push(read);
    else if (refusals.length < REFUSALS_MOST) refusals.push(read);
  }
  return { notices, refusals };
}

/** Reads boxes as a page lists them; what is no box number is left out. */
export function readBoxes(rows: readonly { no: string; type: string; seal: string }[]): PageBox[] {
  return rows.slice(0, ROWS_MOST).flatMap(({ no, type, seal }) => {
    const containerNo = boxOf(no);
    if (containerNo == null) return [];
    const isoCode = type.toUpperCase();
    return [{ containerNo, isoCode: /^[A-Z0-9]{4}$/.test(isoCode) ? isoCode : null, sealNo: orNull(seal) }];
  });
}

/** What a carrier says that does not know the shipment. */
export const unknownShipment: PageReading = {
  isUnknown: true,
  billNo: null,
  bookingNo: null,
  boxes: [],
  notices: [],
  refusals: [],
};
