import type { PackedProvenance } from '#server/modules/tracking/shipment/index.ts';

/** What of a row says which of its values were told. */
export type ToldRow = { obmTkSubscribeId: string; statusCode: string | null };

type Items = PackedProvenance['items'];
export type Entry = Items[string][string];

/** Finds in the provenance of a shipment who told the value of a column. */
export type Teller = (items: Items, row: ToldRow) => Entry | undefined;
/** Tellers by column. */
export type Tellers = Readonly<Record<string, Teller>>;

/** The value of an entry; null where nobody has told one. */
export const valueOf = (entry: Entry | undefined): unknown => entry?.[2] ?? null;
const isTold = (entry: Entry | undefined): entry is Entry => valueOf(entry) !== null;

const attributesOf = (items: Items, kind: string): Items[string][] =>
  Object.entries(items).flatMap(([name, attributes]) => (name.startsWith(`${kind}[`) ? [attributes] : []));

/** Attributes of the booking; the first one that is told counts. */
export const byBooking =
  (...names: readonly string[]): Teller =>
  ({ booking = {} }) =>
    names.map((name) => booking[name]).find(isTold);

/** An attribute of the first part of the cargo of which it is told. */
export const byUnit =
  (name: string): Teller =>
  (items) =>
    attributesOf(items, 'container')
      .map((attributes) => attributes[name])
      .find(isTold);

/** An attribute of the consignment as a whole, which has the number of the bill. */
export const byWhole =
  (name: string): Teller =>
  (items) => {
    const entry = items[`container[${String(valueOf(items['booking']?.['billNo']))}]`]?.[name];
    return isTold(entry) ? entry : undefined;
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
  (name: string, pick: (sections: readonly Section[]) => Section | undefined): Teller =>
  (items) => {
    const entry = pick(sectionsOf(items))?.[name];
    return isTold(entry) ? entry : undefined;
  };

/** Whether a section has come to its end. */
export const hasArrived = ({ ata }: Section): boolean => isTold(ata);

/** What happened last among the milestones that are meant, at any place and with any part of the cargo. */
export const byNewest =
  (isMeant: (statusCode: string, row: ToldRow) => boolean): Teller =>
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
  (...tellers: readonly Teller[]): Teller =>
  (items, row) => {
    for (const teller of tellers) {
      const entry = teller(items, row);
      if (entry !== undefined) return entry;
    }
    return undefined;
  };

/** The newest word about the milestone that a row shows. */
export const byMilestone: Teller = byNewest((statusCode, row) => statusCode === row.statusCode);
