import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import { removeRows } from './remove-rows.ts';
import { insertRow, updateRow, type RowInput } from './save-row.ts';
import type { EntityCallOf } from './services.ts';
import { getRaw } from './load-row.ts';
import { checkUnique, problemAt, problemsError } from './rules.ts';
import type { WireRow } from './present.ts';

/** A part as it is sent: new without an id, `rowStatus` 8 = to be removed. */
type PartRow = RowInput;

/** The row status of a part that is to be removed with the next save. */
const markedDeleted = 8;

/** Runs an act on each row, in one transaction; a refusal says which of several rows it is about. */
async function each<T>(call: EntityCallOf<readonly RowInput[]>, act: (row: RowInput) => Promise<T>): Promise<T[]> {
  return call.ctx.unscoped.transaction(async () => {
    const done: T[] = [];
    for (const [index, row] of call.input.entries()) {
      try {
        done.push(await act(row));
      } catch (error) {
        throw problemAt(error, call.input.length === 1 ? undefined : index);
      }
    }
    return done;
  });
}

/** Adds rows, all or none. */
export const insertRows = (call: EntityCallOf<readonly RowInput[]>): Promise<WireRow[]> =>
  each(call, (input) => insertRow({ ...call, input }));

/** Changes rows, all or none. */
export const updateRows = (call: EntityCallOf<readonly RowInput[]>): Promise<WireRow[]> =>
  each(call, (input) => updateRow({ ...call, input }));

/**
 * Locks the rows that are changed. Those whose number among their siblings changes get a number of their own for the moment, so that
 * two of them can change places; they are handed back as they were.
 */
async function parkNumbers(call: EntityCallOf<readonly RowInput[]>): Promise<Map<number, RawRow>> {
  const { ctx, entity, input } = call;
  const parked = new Map<number, RawRow>();
  const numbered = entity.uniqueTogether?.find((name) => entity.fields[name]?.kind === 'integer');
  if (numbered === undefined) return parked;
  const column = fieldColumn(entity, numbered);
  for (const row of input) {
    const before = await getRaw(ctx, entity, Number(row[entity.id]), true);
    if (row[numbered] === undefined || Number(row[numbered]) === Number(before[column])) continue;
    parked.set(Number(before['id']), before);
    const place = { [column]: -Number(before['id']) };
    await loose(ctx.db).updateTable(entity.table).set(place).where('id', '=', before['id']).execute();
  }
  return parked;
}

/** Refuses what occurs twice among the saved rows or beside them. */
async function checkUniqueAmong(call: EntityCallOf<unknown>, saved: readonly WireRow[]): Promise<void> {
  const { ctx, entity } = call;
  for (const [index, row] of saved.entries()) {
    const id = Number(row[entity.id]);
    const wrong = await checkUnique(ctx, entity, await getRaw(ctx, entity, id), id);
    if (wrong.length > 0) throw problemAt(problemsError(ctx, wrong), index);
  }
}

/**
 * Saves parts together, all or none: those marked deleted go first, so that their places are free, then new and changed ones in
 * the order given. Answers the rows that are kept.
 */
export async function saveParts(call: EntityCallOf<readonly PartRow[]>): Promise<WireRow[]> {
  const { ctx, entity, input } = call;
  const isNew = (row: PartRow): boolean => row[entity.id] === null || row[entity.id] === undefined;
  const isGone = (row: PartRow): boolean => row['rowStatus'] === markedDeleted;
  return ctx.unscoped.transaction(async () => {
    const gone = input.filter((row) => isGone(row) && !isNew(row)).map((row) => Number(row[entity.id]));
    if (gone.length > 0) await removeRows({ ...call, input: { ids: gone, confirmed: true } });
    const kept = input.filter((row) => !isGone(row));
    const together = await parkNumbers({ ...call, input: kept.filter((row) => !isNew(row)) });
    const saved = await each({ ...call, input: kept }, (row) => {
      const one = { ...call, input: row, together };
      return isNew(row) ? insertRow(one) : updateRow(one);
    });
    await checkUniqueAmong(call, saved);
    return saved;
  });
}
