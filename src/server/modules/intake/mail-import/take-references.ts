// unscoped: Statements go to the file of the mail by id; what is subscribed is limited to the tenant of the mail by the context.
import type { ImportColumn } from '#domain/tracking/subscription/sheet-rows.ts';
import { type SheetRow, toRows } from '#domain/tracking/subscription/sheet-rows.ts';
import { importSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { isOneOf, keysOf } from '#shared/values/objects.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import type { FoundColumns } from './kinds.ts';
import { lockSheet, noteRows, type Refusal, maxRefusals, type RowCounts, type StoredSheet } from './mail-queries.ts';
import { settleMail } from './settle-mail.ts';
import type { MailDeps } from './types.ts';

/** Rows of one transaction. */
const step = 100;
/** Of subscriptions that come by mail, as of those that people import. */
const channel = 'SHIPPING_TRACKING_WALI';

type Result = CallData<'importSubscriptions'>['results'][number];

/** What became of a row; one that repeats an earlier row of its bill adds nothing. */
function outcomeOf({ ok, exists, repeats, errors }: Result): keyof RowCounts {
  if (ok) return 'taken';
  return exists === true || (repeats !== undefined && errors.length === 1) ? 'unchanged' : 'refused';
}

/** The columns of an import of references. */
function placesOf(columns: FoundColumns): ReadonlyMap<ImportColumn, { place: number }> {
  const known = keysOf({ isBillNo: 1, blNo: 1, ctnNo: 1, carrierCode: 1, vesselName: 1, voyage: 1 });
  return new Map([...columns].flatMap(([name, found]) => (isOneOf(known, name) ? [[name, found] as const] : [])));
}

const inputOf = ({ line, ...row }: SheetRow) => ({ ...row, row: line });

/** The rows of a sheet as people import them: each bill once. */
export const referenceRows = (table: FileTable, columns: FoundColumns): SheetRow[] =>
  toRows(placesOf(columns), table, { yes: '1', no: '0' }).rows;

async function subscribe(deps: MailDeps, ctx: Ctx, rows: readonly SheetRow[], dryRun: boolean): Promise<Result[]> {
  const { results } = await importSubscriptions({
    ctx,
    rows: rows.map(inputOf),
    tenantCode: undefined,
    channel,
    max: step,
    dryRun,
    reference: deps.reference(),
    schedulePulls: deps.schedulePulls,
  });
  return results;
}

const problemOf = (result: Result | undefined): string =>
  [...new Set((result?.errors ?? []).map(({ msg }) => msg))].join('; ');

/** Why rows were refused, in both languages. */
async function refusalsOf(
  deps: MailDeps,
  ctx: Ctx,
  rows: readonly SheetRow[],
  results: readonly Result[],
): Promise<Refusal[]> {
  const refused = rows.flatMap((row, index) => {
    const result = results[index];
    return result !== undefined && outcomeOf(result) === 'refused' ? [{ row, result }] : [];
  });
  if (refused.length === 0) return [];
  const other = ctx.lang === 'zh' ? 'en' : 'zh';
  const wrong = refused.map(({ row }) => row);
  const again = await subscribe(deps, { ...ctx, lang: other }, wrong, true);
  return refused.map(({ row, result }, index) => {
    const own = problemOf(result);
    const translated = problemOf(again[index]) || own;
    const text = ctx.lang === 'zh' ? { zh: own, en: translated } : { zh: translated, en: own };
    return { row: row.line, field: result.errors[0]?.field ?? null, text };
  });
}

/**
 * Subscribes the rows of a sheet, some at a time, each part in one transaction with the count of the rows that are done: what was
 * interrupted goes on behind its last part. Gives false when somebody else works on it.
 */
export async function takeReferences(
  deps: MailDeps,
  ctx: Ctx,
  sheet: StoredSheet,
  { table, columns }: { table: FileTable; columns: FoundColumns },
  signal: AbortSignal,
): Promise<boolean> {
  const { database } = deps;
  const rows = referenceRows(table, columns);
  let done = sheet.done_rows;
  do {
    signal.throwIfAborted();
    const from = done;
    const part = rows.slice(from, from + step);
    const isAdded = await database.transaction(async () => {
      const now = await lockSheet(database, sheet.id);
      if (now?.state !== 'working' || now.done_rows !== from || now.attempt !== sheet.attempt) return false;
      const results = part.length === 0 ? [] : await subscribe(deps, ctx, part, false);
      const counts: RowCounts = { taken: 0, unchanged: 0, refused: 0 };
      for (const result of results) counts[outcomeOf(result)] += 1;
      const left = maxRefusals - now.refusals.length;
      const refusals = left <= 0 ? [] : (await refusalsOf(deps, ctx, part, results)).slice(0, left);
      const upTo = from + part.length;
      await noteRows(database, sheet.id, { counts, refusals, upTo, end: upTo >= rows.length });
      if (upTo >= rows.length) await settleMail(deps, sheet.mail_id);
      done = upTo;
      return true;
    });
    if (!isAdded) return false;
  } while (done < rows.length);
  return true;
}
