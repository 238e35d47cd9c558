import type { PackedProvenance } from '#server/modules/tracking/shipment/index.ts';

/** What of a row says which of its values were reported. */
export type ReportedRow = { obmTkSubscribeId: string; statusCode: string | null };

type Items = PackedProvenance['items'];
export type Entry = Items[string][string];

/** Finds in the provenance of a shipment which source reported the value of a column. */
export type ValueSource = (items: Items, row: ReportedRow) => Entry | undefined;
/** Value sources by column. */
export type ValueSources = Readonly<Record<string, ValueSource>>;

/** The value of an entry; null where nobody has reported one. */
export const valueOf = (entry: Entry | undefined): unknown => entry?.[2] ?? null;
const isReported = (entry: Entry | undefined): entry is Entry => valueOf(entry) !== null;

const attributesOf = (items: Items, kind: string): Items[string][] =>
  Object.entries(items).flatMap(([name, attributes]) => (name.startsWith(`${kind}[`) ? [attributes] : []));

/** Attributes of the booking; the first one that is reported counts. */
export const byBooking =
  (...names: readonly string[]): ValueSource =>
  ({ booking = {} }) =>
    names.map((name) => booking[name]).find(isReported);

/** An attribute of the first part of the cargo of which it is reported. */
export const byUnit =
  (name: string): ValueSource =>
  (items) =>
    attributesOf(items, 'container')
      .map((attributes) => attributes[name])
      .find(isReported);

/** An attribute of the consignment as a whole, which has the number of the bill. */
export const byWhole =
  (name: string): ValueSource =>
  (items) => {
    const entry = items[`container[${String(valueOf(items['booking']?.['billNo']))}]`]?.[name];
    return isReported(entry) ? entry : undefined;
  };

/** Sections of the way in their order, each with its attributes. */
export type Section = Items[string];

const sectionsOf = (items: Items): Section[] =>
  Object.entries(items)
    .flatMap(([name, attributes]) =>
      name.startsWith('leg[') ? [[Number(name.slice(4, -1)), attributes] as const] : [],
    )
    .toSorted(([a], [b]) => a - b)
    .map(([, attributes]) => attributes);

/** An attribute of a section of the way: of the one that is picked from all in their order. */
export const bySection =
  (name: string, pick: (sections: readonly Section[]) => Section | undefined): ValueSource =>
  (items) => {
    const entry = pick(sectionsOf(items))?.[name];
    return isReported(entry) ? entry : undefined;
  };

/** Whether a section has come to its end. */
export const hasArrived = ({ ata }: Section): boolean => isReported(ata);

/** What happened last among the milestones that are meant, at any place and with any part of the cargo. */
export const byNewest =
  (isMeant: (statusCode: string, row: ReportedRow) => boolean): ValueSource =>
  (items, row) => {
    let found: Entry | undefined;
    for (const [name, { actual }] of Object.entries(items)) {
      if (actual === undefined || !name.startsWith('event[') || !isMeant(name.split('|')[1] ?? '', row)) continue;
      if (Number(valueOf(actual)) > Number(valueOf(found))) found = actual;
    }
    return found;
  };

/** The first of these that finds somebody. */
export const byFirst =
  (...valueSources: readonly ValueSource[]): ValueSource =>
  (items, row) => {
    for (const valueSource of valueSources) {
      const entry = valueSource(items, row);
      if (entry !== undefined) return entry;
    }
    return undefined;
  };

/** The newest word about the milestone that a row shows. */
export const byMilestone: ValueSource = byNewest((statusCode, row) => statusCode === row.statusCode);
