import type { Acting } from '#server/platform/acting.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { RowProblem } from '#shared/entity/check-row.ts';
import { itemAt } from '#shared/values/items.ts';
import type { ImportInput, ImportMode } from './judge-rows.ts';

/** What an import is, as kept. */
export type ImportJob = {
  id: number;
  userId: number;
  entity: string;
  mode: ImportMode;
  fileName: string;
  total: number;
  state: 'receiving' | 'running' | 'done';
  /** Who ordered it; null until somebody did. */
  acting: Acting | null;
};
/** What is, or was, to be done with a row. */
export type ImportOutcome = 'insert' | 'update' | 'same' | 'refused';
/** One row as it was sent and judged. */
export type KeptRow = {
  rowNo: number;
  content: ImportInput;
  rowKey: string | null;
  plan: ImportOutcome;
  problems: readonly RowProblem[];
};

const columns = `id, user_id as "userId", entity, mode, file_name as "fileName", total, state, acting`;

/** Opens an import, or finds the one that this browser opened before. */
export async function openJob(
  database: Database,
  job: Pick<ImportJob, 'userId' | 'entity' | 'mode' | 'fileName' | 'total'> & { clientKey: string },
): Promise<ImportJob> {
  await database.execute(
    `insert into import_job (client_key, user_id, entity, mode, file_name, total) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, client_key) do nothing`,
    [job.clientKey, job.userId, job.entity, job.mode, job.fileName, job.total],
  );
  const { rows } = await database.execute<ImportJob>(
    `select ${columns} from import_job where user_id = $1 and client_key = $2`,
    [job.userId, job.clientKey],
  );
  return itemAt(rows, 0);
}

/** An import by its id; `lock` keeps others from changing it until the transaction ends. */
export async function findJob(database: Database, id: number, lock = false): Promise<ImportJob | undefined> {
  const { rows } = await database.execute<ImportJob>(
    `select ${columns} from import_job where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return rows[0];
}

/** Earlier rows of the file with these keys, by key. */
export async function rowsOfKeys(
  database: Database,
  id: number,
  before: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await database.execute<{ key: string }>(
    `select distinct row_key as key from import_row where import_id = $1 and row_no < $2 and row_key = any($3::text[])`,
    [id, before, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Keeps rows of a file; the same rows sent again replace what they said before. */
export const keepRows = (database: Database, id: number, rows: readonly KeptRow[]): Promise<unknown> =>
  database.execute(
    `insert into import_row (import_id, row_no, content, row_key, plan, problems)
     select $1, r.row_no, r.content, r.row_key, r.plan, r.problems
     from unnest($2::int4[], $3::jsonb[], $4::text[], $5::text[], $6::jsonb[]) as r(row_no, content, row_key, plan, problems)
     on conflict (import_id, row_no) do update set content = excluded.content, row_key = excluded.row_key,
       plan = excluded.plan, problems = excluded.problems`,
    [
      id,
      rows.map((row) => row.rowNo),
      rows.map((row) => json(row.content)),
      rows.map((row) => row.rowKey),
      rows.map((row) => row.plan),
      rows.map((row) => (row.problems.length === 0 ? null : json(row.problems))),
    ],
  );

/** How many rows were received, planned and done, by kind. */
export const countRows = (
  database: Database,
  id: number,
): Promise<{ plan: ImportOutcome; outcome: ImportOutcome | null; n: number }[]> =>
  database.query(
    `select plan, outcome, count(*)::int as n from import_row where import_id = $1 group by plan, outcome`,
    [id],
  );

/** The next rows that nothing was done with yet. */
export async function openRows(
  database: Database,
  id: number,
  limit: number,
): Promise<{ rowNo: number; content: ImportInput; repeated: boolean }[]> {
  const { rows } = await database.execute<{ rowNo: number; content: ImportInput; repeated: boolean }>(
    `select r.row_no as "rowNo", r.content, r.row_key is not null and exists (
         select 1 from import_row e where e.import_id = r.import_id and e.row_key = r.row_key and e.row_no < r.row_no
       ) as repeated
     from import_row r where r.import_id = $1 and r.outcome is null order by r.row_no limit $2`,
    [id, limit],
  );
  return rows;
}

/** Notes what was done with rows. */
export const noteOutcomes = (
  database: Database,
  id: number,
  rows: readonly { rowNo: number; outcome: ImportOutcome; problems: readonly RowProblem[] }[],
): Promise<unknown> =>
  database.execute(
    `update import_row i set outcome = r.outcome, problems = r.problems
     from unnest($2::int4[], $3::text[], $4::jsonb[]) as r(row_no, outcome, problems)
     where i.import_id = $1 and i.row_no = r.row_no`,
    [
      id,
      rows.map((row) => row.rowNo),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.problems.length === 0 ? null : json(row.problems))),
    ],
  );

/** Lets an import run for whoever ordered it; false when it runs or ran already. */
export async function startJob(database: Database, id: number, acting: Acting): Promise<boolean> {
  const { rowCount } = await database.execute(
    `update import_job set state = 'running', acting = $2 where id = $1 and state = 'receiving'`,
    [id, json(acting)],
  );
  return rowCount === 1;
}

/** Ends an import. */
export const endJob = (database: Database, id: number): Promise<unknown> =>
  database.execute(`update import_job set state = 'done', finished_at = now() where id = $1`, [id]);

/** What became of rows, in the order of the file. */
export async function listOutcomes(
  ctx: Ctx,
  id: number,
  outcome: ImportOutcome | null,
  limit: number,
  offset: number,
): Promise<{ rows: { row: number; outcome: ImportOutcome | null; problems: RowProblem[] | null }[]; total: number }> {
  const where = `import_id = $1 and ($2::text is null or outcome = $2)`;
  const [rows, [count]] = await Promise.all([
    ctx.database.query<{ row: number; outcome: ImportOutcome | null; problems: RowProblem[] | null }>(
      `select row_no as row, outcome, problems from import_row where ${where} order by row_no limit $3 offset $4`,
      [id, outcome, limit, offset],
    ),
    ctx.database.query<{ n: number }>(`select count(*)::int as n from import_row where ${where}`, [id, outcome]),
  ]);
  return { rows, total: Number(count?.n ?? 0) };
}
