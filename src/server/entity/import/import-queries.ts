// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import type { ImportInput } from './judge-rows.ts';

/** What is, or was, to be done with a row. */
export type ImportOutcome = 'insert' | 'update' | 'same' | 'refused';
/** One row as it was sent and judged. */
export type StoredImportRow = {
  rowNo: number;
  content: ImportInput;
  rowKey: string | null;
  /** What it has in common with rows that it may contradict. */
  contestKey: string | null;
  /** The same of the stored row before, where the row takes it away from there. */
  contestLeft: string | null;
  plan: ImportOutcome;
  problems: readonly RowProblem[];
};
/** A row that is to be written; its id is its number in the file. `earlier` = the first row of the file, if an earlier one has the same key. */
export type OpenRow = { id: number; content: ImportInput; earlier: ImportInput | null };

/** The first rows of an import before a row that have these keys, by key. */
export async function rowsOfKeys(
  database: Database,
  runId: number,
  before: number,
  keys: readonly string[],
): Promise<Map<string, ImportInput>> {
  const { rows } = await database.execute<{ key: string; content: ImportInput }>(
    `select distinct on (row_key) row_key as key, content from import_row
     where run_id = $1 and row_no < $2 and row_key = any($3::text[]) order by row_key, row_no`,
    [runId, before, keys],
  );
  return new Map(rows.map(({ key, content }) => [key, content]));
}

/** The rows of an import before a row that have one of these keys of contest, or had it, and are to be written, in the order of the file. */
export const rowsContested = (
  database: Database,
  runId: number,
  before: number,
  keys: readonly string[],
): Promise<{ content: ImportInput }[]> =>
  database.query<{ content: ImportInput }>(
    `select content from import_row where run_id = $1 and row_no < $2 and (contest_key = any($3::text[]) or contest_left = any($3::text[]))
       and plan in ('insert', 'update') order by row_no`,
    [runId, before, keys],
  );

/** Keeps rows of a file; the same rows sent again replace what they stated before. */
export const keepRows = (database: Database, runId: number, rows: readonly StoredImportRow[]): Promise<unknown> =>
  database.execute(
    `insert into import_row (run_id, row_no, content, row_key, plan, problems, contest_key, contest_left)
     select $1, r.row_no, r.content, r.row_key, r.plan, r.problems, r.contest_key, r.contest_left
     from unnest($2::int4[], $3::jsonb[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[])
       as r(row_no, content, row_key, plan, problems, contest_key, contest_left)
     on conflict (run_id, row_no) do update set content = excluded.content, row_key = excluded.row_key,
       plan = excluded.plan, problems = excluded.problems, contest_key = excluded.contest_key, contest_left = excluded.contest_left`,
    [
      runId,
      rows.map((row) => row.rowNo),
      rows.map((row) => json(row.content)),
      rows.map((row) => row.rowKey),
      rows.map((row) => row.plan),
      rows.map((row) => (row.problems.length === 0 ? null : json(row.problems))),
      rows.map((row) => row.contestKey),
      rows.map((row) => row.contestLeft),
    ],
  );

/** How many rows were received, by what is planned for them. */
export const countPlans = (database: Database, runId: number): Promise<{ plan: ImportOutcome; n: number }[]> =>
  database.query<{ plan: ImportOutcome; n: number }>(
    `select plan, count(*)::int as n from import_row where run_id = $1 group by plan`,
    [runId],
  );

/** The rows of an import after a row, in the order of the file. */
export const rowsAfter = (
  database: Database,
  runId: number,
  { after, limit }: { after: number; limit: number },
): Promise<OpenRow[]> =>
  database.query<OpenRow>(
    `with step as (
       select row_no, content, row_key from import_row where run_id = $1 and row_no > $2 order by row_no limit $3
     ), firsts as (
       select distinct on (e.row_key) e.row_key, e.row_no, e.content from import_row e
       where e.run_id = $1 and e.row_key in (select row_key from step) order by e.row_key, e.row_no
     )
     select s.row_no as id, s.content, f.content as earlier
     from step s left join firsts f on f.row_key = s.row_key and f.row_no < s.row_no order by s.row_no`,
    [runId, after, limit],
  );

/** Notes what was done with rows. */
export const noteOutcomes = (
  database: Database,
  runId: number,
  rows: readonly { rowNo: number; outcome: ImportOutcome; problems: readonly RowProblem[] }[],
): Promise<unknown> =>
  database.execute(
    `update import_row i set outcome = r.outcome, problems = r.problems
     from unnest($2::int4[], $3::text[], $4::jsonb[]) as r(row_no, outcome, problems)
     where i.run_id = $1 and i.row_no = r.row_no`,
    [
      runId,
      rows.map((row) => row.rowNo),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.problems.length === 0 ? null : json(row.problems))),
    ],
  );

/** What became of rows, in the order of the file. */
export async function listOutcomes(
  ctx: Ctx,
  runId: number,
  outcome: ImportOutcome | null,
  limit: number,
  offset: number,
): Promise<{ rows: { row: number; outcome: ImportOutcome | null; problems: RowProblem[] | null }[]; total: number }> {
  const where = `run_id = $1 and ($2::text is null or outcome = $2)`;
  const [rows, [count]] = await Promise.all([
    ctx.unscoped.query<{ row: number; outcome: ImportOutcome | null; problems: RowProblem[] | null }>(
      `select row_no as row, outcome, problems from import_row where ${where} order by row_no limit $3 offset $4`,
      [runId, outcome, limit, offset],
    ),
    ctx.unscoped.query<{ n: number }>(`select count(*)::int as n from import_row where ${where}`, [runId, outcome]),
  ]);
  return { rows, total: Number(count?.n ?? 0) };
}
