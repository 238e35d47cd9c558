import { createHash } from 'node:crypto';
import type { MailSheetKind } from '#contract/intake/mail-import.ts';
import {
  countHeadings,
  fromHeadings,
  isTemplate,
  matchColumns,
  plainHeading,
} from '#domain/tracking/subscription/match-columns.ts';
import { recogniseReferences } from '#domain/tracking/subscription/recognise-references.ts';
import { type ImportColumn, importColumns } from '#domain/tracking/subscription/sheet-rows.ts';
import { orderLine } from '#entities/order-line.ts';
import { importedFields, matchHeadings } from '#shared/entity/read-cells.ts';
import { both, type Text } from '#shared/i18n/text.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import { asRecord, isOneOf } from '#shared/values/objects.ts';

/** A field that a column of a sheet may hold. */
export type SheetField = { name: string; label: Text; required: boolean };
/** The place of a column, from 0, and how it was found. */
export type FoundColumn = { place: number; by: 'name' | 'content' | 'memory' };
export type FoundColumns = ReadonlyMap<string, FoundColumn>;

const referenceLabels: Readonly<Record<ImportColumn, Text>> = {
  isBillNo: both('是否提单', 'By bill'),
  blNo: both('提单号', 'Bill no.'),
  ctnNo: both('箱号', 'Container no.'),
  carrierCode: both('船公司', 'Carrier'),
  vesselName: both('船名', 'Vessel'),
  voyage: both('航次', 'Voyage'),
};

/** Fields of order lines that a sheet brings; the tenant is that of the address. */
const orderFields = importedFields(orderLine).filter(([name]) => name !== orderLine.tenantField);

const fields: Readonly<Record<MailSheetKind, readonly SheetField[]>> = {
  references: importColumns.map((name) => ({ name, label: referenceLabels[name], required: false })),
  orders: orderFields.map(([name, field]) => ({
    name,
    label: field.label,
    required: field.required === true && !('default' in field),
  })),
};

/** The fields of a kind, in the order in which people map them. */
export const fieldsOf = (kind: MailSheetKind): readonly SheetField[] => fields[kind];

const matchOrders = (headings: readonly string[]): (string | undefined)[] =>
  matchHeadings(orderLine, headings).map((name) => (name === orderLine.tenantField ? undefined : name));

const countOrderHeadings = (row: readonly string[]): number =>
  matchOrders(row).filter((name) => name !== undefined).length;

/** A table from its headings on, whatever stands above them. */
export const withHeadings = (table: FileTable): FileTable =>
  fromHeadings(table, (row) => Math.max(countHeadings(row), countOrderHeadings(row)));

/** What makes two sheets of one kind: the same headings, in any order. */
export const headingsKey = (headings: readonly string[]): string =>
  createHash('sha256').update(headings.map(plainHeading).sort().join('\n')).digest('hex');

const sampleRows = 50;
const enough = 0.6;

/** The column, of those that are left, whose cells are numbers of bills, containers or air waybills. */
function referenceColumn({ headings, rows }: FileTable, taken: ReadonlySet<number>): number | undefined {
  const shares = headings.map((_, place) => {
    const cells = taken.has(place) ? [] : rows.slice(0, sampleRows).flatMap((row) => row[place]?.trim() || []);
    const fit = cells.filter((cell) => recogniseReferences(cell, []).some(({ problem }) => problem === null));
    return cells.length === 0 ? 0 : fit.length / cells.length;
  });
  const best = Math.max(0, ...shares);
  return best >= enough ? shares.indexOf(best) : undefined;
}

function guessOrders(table: FileTable): FoundColumns {
  const found = new Map<string, FoundColumn>();
  for (const [place, name] of matchOrders(table.headings).entries())
    if (name !== undefined) found.set(name, { place, by: 'name' });
  if (!found.has('referenceNos')) {
    const place = referenceColumn(table, new Set([...found.values()].map((one) => one.place)));
    if (place !== undefined) found.set('referenceNos', { place, by: 'content' });
  }
  return found;
}

const guessReferences = (table: FileTable): FoundColumns =>
  new Map([...matchColumns(table)].map(([name, { place, by = 'name' }]) => [name, { place, by }]));

/** Which columns of a sheet hold which fields, if its rows are of this kind. */
export const guessColumns = (kind: MailSheetKind, table: FileTable): FoundColumns =>
  kind === 'orders' ? guessOrders(table) : guessReferences(table);

/** What the rows of a sheet most likely are: orders have numbers and quantities or days, references bills or containers. */
export function guessKind(table: FileTable): MailSheetKind | null {
  const orders = guessOrders(table);
  const ordered = ['quantity', 'productName', 'promisedOn', 'lineNo'].filter((name) => orders.has(name)).length;
  if (orders.has('orderNo') && ordered >= 2) return 'orders';
  const references = guessReferences(table);
  return references.has('blNo') || references.has('ctnNo') ? 'references' : null;
}

const missingOf = (kind: MailSheetKind, columns: ReadonlySet<string>): readonly SheetField[] =>
  fieldsOf(kind).filter(({ name, required }) => required && !columns.has(name));

/** Required fields without a column; of references there must be one of both numbers. */
export function missingFields(kind: MailSheetKind, columns: ReadonlySet<string>): readonly SheetField[] {
  if (kind === 'orders') return missingOf(kind, columns);
  const numbers = fieldsOf(kind).filter(({ name }) => name === 'blNo' || name === 'ctnNo');
  return numbers.some(({ name }) => columns.has(name)) ? [] : numbers;
}

/** A sheet with the headings of the product's own template or export, which leave nothing to ask: its kind and columns. */
export function readTemplate(table: FileTable): { kind: MailSheetKind; columns: FoundColumns } | undefined {
  const references = matchColumns(table);
  if (isTemplate(references)) return { kind: 'references', columns: guessReferences(table) };
  const columns = guessOrders(table);
  const isOwn = [...columns].every(([name, { place, by }]) => {
    const label = orderFields.find(([field]) => field === name)?.[1].label;
    return by === 'content' || [label?.zh, label?.en].includes(table.headings[place]?.replace(/[*＊]$/, '').trim());
  });
  return isOwn && missingFields('orders', new Set(columns.keys())).length === 0
    ? { kind: 'orders', columns }
    : undefined;
}

/** What a mapping keeps of columns: field by field the heading, since the order of columns may change. */
export const keepColumns = (
  columns: ReadonlyMap<string, { place: number }>,
  headings: readonly string[],
): Record<string, string> => Object.fromEntries([...columns].map(([name, { place }]) => [name, headings[place] ?? '']));

/** What is kept of columns, as the database gives it. */
export const columnsOf = (kept: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(asRecord(kept)).map(([name, heading]) => [name, String(heading)]));

/** The columns of a sheet by what a mapping keeps; a heading that is not there has none. */
export function recallColumns(
  kind: MailSheetKind,
  kept: Readonly<Record<string, string>>,
  headings: readonly string[],
): FoundColumns {
  const plain = headings.map(plainHeading);
  const names = fieldsOf(kind).map(({ name }) => name);
  return new Map(
    Object.entries(kept).flatMap(([name, heading]) => {
      const place = plain.indexOf(plainHeading(heading));
      return place < 0 || !isOneOf(names, name) ? [] : [[name, { place, by: 'memory' } as const]];
    }),
  );
}
