import type { BusinessDraft, DraftList, DraftRow } from './draft.ts';

/** Whose value a field gets. */
export type Side = 'mine' | 'theirs';

/** A field that both have changed, or that only the other has. */
export type Difference = {
  /** `booking.polCode`, `containers|MERU1234567|sealNo`. */
  name: string;
  list: 'booking' | DraftList;
  /** What the row is known by; '' for the booking. */
  row: string;
  field: string;
  before: string;
  mine: string;
  theirs: string;
  side: Side;
  /** Changed here too: it has to be decided. */
  contested: boolean;
};

const identity: Record<DraftList, readonly string[]> = {
  legs: [],
  containers: ['ctnNo'],
  statuses: ['containerNo', 'statusCode', 'portCode'],
};
const lists = ['legs', 'containers', 'statuses'] as const;

/** What a row is known by on both sides: its number or what it is about. */
const rowName = (list: DraftList, row: DraftRow, index: number): string =>
  list === 'legs'
    ? String(index + 1)
    : identity[list]
        .map((field) => row.cells[field] ?? '')
        .join(' ')
        .trim() || row.key;

/** Rows by their names; a source may report one status several times: the second and further ones have a number. */
function byName(list: DraftList, rows: readonly DraftRow[]): Map<string, DraftRow> {
  const named = new Map<string, DraftRow>();
  for (const [index, row] of rows.entries()) {
    const name = rowName(list, row, index);
    let unique = name;
    for (let count = 2; named.has(unique); count += 1) unique = `${name} #${count}`;
    named.set(unique, row);
  }
  return named;
}

type Flat = Map<string, { list: 'booking' | DraftList; row: string; field: string; value: string }>;

function flatten(draft: BusinessDraft): Flat {
  const flat: Flat = new Map();
  for (const [field, value] of Object.entries(draft.booking))
    flat.set(`booking||${field}`, { list: 'booking', row: '', field, value });
  for (const list of lists) {
    for (const [name, row] of byName(list, draft[list])) {
      for (const [field, value] of Object.entries(row.cells))
        flat.set(`${list}|${name}|${field}`, { list, row: name, field, value: row.gone === true ? '' : value });
    }
  }
  return flat;
}

/** What the other has changed since, field by field, with the choice that is made unless somebody decides otherwise. */
export function differencesOf(base: BusinessDraft, mine: BusinessDraft, theirs: BusinessDraft): Difference[] {
  const [was, here, there] = [flatten(base), flatten(mine), flatten(theirs)];
  return [...new Map([...was, ...there])].flatMap(([name, { list, row, field }]): Difference[] => {
    const before = was.get(name)?.value ?? '';
    const theirValue = there.get(name)?.value ?? '';
    const myValue = here.get(name)?.value ?? '';
    if (before === theirValue || theirValue === myValue) return [];
    const contested = myValue !== before;
    return [
      {
        name,
        list,
        row,
        field,
        before,
        mine: myValue,
        theirs: theirValue,
        side: contested ? 'mine' : 'theirs',
        contested,
      },
    ];
  });
}

/** Their version with what was typed here on it, and the choices that were made. */
export function mergeDrafts(
  base: BusinessDraft,
  mine: BusinessDraft,
  theirs: BusinessDraft,
  differences: readonly Difference[],
): BusinessDraft {
  const was = flatten(base);
  const theirChoice = new Set(differences.filter(({ side }) => side === 'theirs').map(({ name }) => name));
  const choose = (name: string, value: string, other: string): string =>
    theirChoice.has(name) || was.get(name)?.value === value ? other : value;
  const booking = Object.fromEntries(
    Object.entries(theirs.booking).map(([field, other]) => [
      field,
      choose(`booking||${field}`, mine.booking[field] ?? '', other),
    ]),
  );
  const mergeList = (list: DraftList): DraftRow[] => {
    const here = byName(list, mine[list]);
    const known = new Set(byName(list, base[list]).keys());
    const merged = [...byName(list, theirs[list])].map(([name, row]) => {
      const own = here.get(name);
      here.delete(name);
      if (own === undefined) return row;
      const cells = Object.fromEntries(
        Object.entries(row.cells).map(([field, other]) => [
          field,
          choose(`${list}|${name}|${field}`, own.cells[field] ?? '', other),
        ]),
      );
      return { ...row, cells, ...(own.gone === true && { gone: true as const }) };
    });
    // Rows that were added here; those that the other deleted stay deleted.
    return [...merged, ...[...here].filter(([name]) => !known.has(name)).map(([, row]) => row)];
  };
  return { booking, legs: mergeList('legs'), containers: mergeList('containers'), statuses: mergeList('statuses') };
}
