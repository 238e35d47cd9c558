import { editingOf } from '#domain/tracking/journey/editing.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { CallInput } from '#contract/index.ts';

/** Fields of one row as they are typed. */
export type Cells = Readonly<Record<string, string>>;

/** A row of a table: where it came from, what is typed, and whether it shall go. */
export type DraftRow = { readonly key: string; readonly id: string; readonly cells: Cells; readonly gone?: true };

/** A booking with its children as it is typed. */
export type BusinessDraft = {
  readonly booking: Cells;
  readonly legs: readonly DraftRow[];
  readonly containers: readonly DraftRow[];
  readonly statuses: readonly DraftRow[];
};

/** The lists of a booking. */
export type DraftList = 'legs' | 'containers' | 'statuses';

/** Fields of the booking that are typed, in the order of the screen. */
const bookingFields = [
  'blNo',
  'ctnNo',
  'refrenceNo',
  'businessNo',
  'carrierCode',
  'custVessel',
  'custVoyage',
  'porCode',
  'polCode',
  'podCode',
  'deliveryPlaceCode',
  'destinationCode',
  'openTimeStr',
  'closeTimeStr',
  'custEtdStr',
  'atdStr',
  'custEtaStr',
  'ataStr',
  'vesselDestination',
  'voyageDestination',
  'loadedTimeDestinationStr',
  'etdDestinationStr',
  'atdDestinationStr',
  'etaDestinationStr',
  'ataDestinationStr',
] as const;

/** Fields of the rows of each list. */
export const listFields = {
  legs: ['vesselEn', 'voyage', 'polCode', 'podCode', 'etdStr', 'atdStr', 'etaStr', 'ataStr'],
  containers: ['ctnNo', 'sealNo', 'sizeType', 'quantity', 'grossWeight', 'cube'],
  statuses: [
    'containerNo',
    'statusCode',
    'portCode',
    'eventPlace',
    'eventTimeZone',
    'eventTimeStr',
    'estiEventTimeStr',
    'vesselName',
    'voyage',
  ],
} as const satisfies Record<DraftList, readonly string[]>;

/** Legs the editor has room for; bookings with more keep theirs. */
const editorLegs = 3;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const cellsOf = (row: object, names: readonly string[]): Cells => {
  const values = asRecord(row);
  return Object.fromEntries(names.map((name) => [name, textOf(values[name])]));
};

/** A leg with nothing in it. */
export const emptyLeg = (key: string): DraftRow => ({ key, id: '', cells: cellsOf({}, listFields.legs) });

/** A new row of a list. */
export const newRow = (list: DraftList, key: string, cells: Cells = {}): DraftRow => ({
  key,
  id: '',
  cells: { ...cellsOf({}, listFields[list]), ...cells },
});

/** What the editor begins with. */
export function draftOf(data: BusinessData): BusinessDraft {
  const legs: DraftRow[] = data.obmMultiVessel.map((row, index) => ({
    key: `leg${index}`,
    id: row.obmMultiVesseId,
    cells: cellsOf(row, listFields.legs),
  }));
  while (legs.length < editorLegs) legs.push(emptyLeg(`leg${legs.length}`));
  return {
    booking: cellsOf(data.obmBk, bookingFields),
    legs,
    containers: data.obmDocActualContainerList.map((row) => ({
      key: row.obmDocActualContainerId || row.ctnNo,
      id: row.obmDocActualContainerId,
      cells: cellsOf(row, listFields.containers),
    })),
    statuses: data.mdStatusRecordList.map((row) => ({
      key: row.mdStatusRecordId,
      id: row.mdStatusRecordId,
      cells: {
        ...cellsOf(row, listFields.statuses),
        // What is only expected is shown as such and not as a happening.
        eventTimeStr: row.isEsti === 1 ? '' : textOf(row.eventTimeStr),
      },
    })),
  };
}

const kept = (rows: readonly DraftRow[]): DraftRow[] => rows.filter(({ gone }) => gone !== true);

/** A milestone counts as estimated as long as it has an estimated time. */
const isEsti = (cells: Cells): 0 | 1 => (cells['estiEventTimeStr'] === '' ? 0 : 1);

/** What is sent to be saved. */
export function inputOf(
  draft: BusinessDraft,
  base: BusinessData,
  subscriptionId: string | undefined,
): CallInput<'saveBusinessData'> & { obmBk: Record<string, unknown> } {
  const { isBillNo, processType, bizSourceType, obmBkId, recordVersion } = base.obmBk;
  return {
    ...(subscriptionId !== undefined && { obmTkSubscribeId: subscriptionId }),
    obmBk: {
      ...draft.booking,
      isBillNo,
      processType,
      bizSourceType,
      obmBkId,
      ...(recordVersion != null && { recordVersion }),
    },
    obmMultiVessel: draft.legs.map(({ id, cells }) => ({ obmMultiVesseId: id, ...cells })),
    // Units of other modes are what sources tell.
    ...(editingOf(base.obmBk.mode).bySea && {
      obmDocActualContainerList: kept(draft.containers).map(({ id, cells }) => ({
        obmDocActualContainerId: id,
        rowStatus: id === '' ? 4 : 1,
        ...cells,
      })),
    }),
    mdStatusRecordList: kept(draft.statuses).map(({ id, cells }) => ({
      mdStatusRecordId: id,
      ...cells,
      isEsti: isEsti(cells),
    })),
  };
}

const normalNumber = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '');

/** A container shall go or stay: its milestones go and stay with it. */
export function markContainers(draft: BusinessDraft, keys: ReadonlySet<string>, gone: boolean): BusinessDraft {
  const numbers = new Set(
    draft.containers.filter(({ key }) => keys.has(key)).map(({ cells }) => normalNumber(cells['ctnNo'] ?? '')),
  );
  const mark = (row: DraftRow, concerned: boolean): DraftRow[] => {
    if (!concerned) return [row];
    if (gone && row.id === '') return [];
    const { gone: _, ...plain } = row;
    return [gone ? { ...plain, gone } : plain];
  };
  return {
    ...draft,
    containers: draft.containers.flatMap((row) => mark(row, keys.has(row.key))),
    statuses: draft.statuses.flatMap((row) => mark(row, numbers.has(normalNumber(row.cells['containerNo'] ?? '')))),
  };
}

/** Rows of a list shall go or stay; new ones just go. */
export function markRows(rows: readonly DraftRow[], keys: ReadonlySet<string>, gone: boolean): DraftRow[] {
  return rows.flatMap((row) => {
    if (!keys.has(row.key)) return [row];
    if (gone && row.id === '') return [];
    const { gone: _, ...plain } = row;
    return [gone ? { ...plain, gone } : plain];
  });
}

/** Sets cells of a row. */
export const withCells = (rows: readonly DraftRow[], key: string, cells: Cells): DraftRow[] =>
  rows.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, ...cells } } : row));

/** Sets one cell of a row. */
export const withCell = (rows: readonly DraftRow[], key: string, name: string, value: string): DraftRow[] =>
  withCells(rows, key, { [name]: value });

/** Moves a leg up or down: all its fields change places with those of its neighbour. */
export function moveLeg(legs: readonly DraftRow[], index: number, by: 1 | -1): DraftRow[] {
  const moved = [...legs];
  const [one, other] = [moved[index], moved[index + by]];
  if (one === undefined || other === undefined) return moved;
  moved[index] = other;
  moved[index + by] = one;
  return moved;
}

/** Takes over what sources know: only fields and rows that are still empty are filled. */
export function fillFrom(draft: BusinessDraft, found: BusinessData): BusinessDraft {
  const other = draftOf(found);
  const booking = Object.fromEntries(
    Object.entries(draft.booking).map(([name, value]) => [name, value === '' ? (other.booking[name] ?? '') : value]),
  );
  const numbers = new Set(draft.containers.map(({ cells }) => normalNumber(cells['ctnNo'] ?? '')));
  const isBlank = draft.legs.every(({ cells }) => Object.values(cells).every((value) => value === ''));
  const added = (row: DraftRow): DraftRow => ({ ...row, id: '', key: `found ${row.key}` });
  return {
    booking,
    legs: isBlank ? other.legs.map(added) : draft.legs,
    containers: [
      ...draft.containers,
      ...other.containers.filter(({ cells }) => !numbers.has(normalNumber(cells['ctnNo'] ?? ''))).map(added),
    ],
    statuses:
      draft.statuses.length > 0
        ? draft.statuses
        : other.statuses.filter(({ cells }) => cells['containerNo'] !== '').map(added),
  };
}
