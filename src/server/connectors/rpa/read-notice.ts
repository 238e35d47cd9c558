import type { CutoffCode } from '#shared/reference/cutoff-codes.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeImo } from '#shared/ids/imo.ts';
import type { ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';
import type { PageContainer, PageCutoff, PageNotice, PageReading, ShownTime } from './types.ts';
import { type Meaning, classifierWords } from './words.ts';

/** Rows of a page that are read; what is beyond is refused. */
export const MAX_ROWS = 2_000;
const MAX_REFUSALS = 100;

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
  cutoffs: ReadonlyMap<string, CutoffCode>;
  readTime: (text: string) => ShownTime | null;
  empty: string;
  laden: string;
};

const orNull = (text: string): string | null => text || null;

/** A container number in its stored form; null for an empty text, undefined for a text that is no container number. */
function containerOf(text: string): string | null | undefined {
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
  const containerNo = containerOf(row.container);
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

/** A cut-off as a page writes it; no time: not fixed yet. */
export type RawCutoff = { what: string; time: string };

/** Cut-offs of a list of terms. */
export const deadlinesOf = (terms: ReadonlyMap<string, string>): RawCutoff[] =>
  Array.from(terms, ([what, time]) => ({ what, time }));

/** Kinds of cut-offs there are several times over; more is no page of one shipment. */
const MAX_CUTOFFS = 50;

/** Reads the cut-offs of a page; what cannot be read is refused one by one, and is no row of the page. */
function readCutoffs(rows: readonly RawCutoff[], site: SiteWords): { cutoffs: PageCutoff[]; refusals: ParseRefusal[] } {
  const cutoffs: PageCutoff[] = [];
  const refusals: ParseRefusal[] = [];
  for (const { what, time: text } of rows.slice(0, MAX_CUTOFFS)) {
    if (text === '') continue;
    const [code, time] = [site.cutoffs.get(what), site.readTime(text)];
    if (code === undefined) refusals.push(refusal('bad_enumeration', { field: 'cutoff', value: what }));
    else if (time === null) refusals.push(refusal('bad_time', { field: 'cutoff', value: text }));
    else cutoffs.push({ code, time });
  }
  return { cutoffs, refusals };
}

/** Reads the rows of a page and its cut-offs; what cannot be read is refused row by row. */
export function readRows(
  rows: readonly RawRow[],
  site: SiteWords,
  deadlines: readonly RawCutoff[] = [],
): Pick<PageReading, 'notices' | 'cutoffs' | 'refusals'> {
  const notices: PageNotice[] = [];
  const refusals: ParseRefusal[] = [];
  if (rows.length > MAX_ROWS) refusals.push(refusal('too_many_events', { value: rows.length }));
  for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
    const read = readRow(row, index, site);
    if (!('reason' in read)) notices.push(read);
    else if (refusals.length < MAX_REFUSALS) refusals.push(read);
  }
  const due = readCutoffs(deadlines, site);
  return { notices, cutoffs: due.cutoffs, refusals: [...refusals, ...due.refusals] };
}

/** Reads containers as a page lists them; what is no container number is left out. */
export function readContainers(rows: readonly { no: string; type: string; seal: string }[]): PageContainer[] {
  return rows.slice(0, MAX_ROWS).flatMap(({ no, type, seal }) => {
    const containerNo = containerOf(no);
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
  containers: [],
  notices: [],
  cutoffs: [],
  refusals: [],
};
