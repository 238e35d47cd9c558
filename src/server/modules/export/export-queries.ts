import type { Acting } from '#server/platform/acting.ts';
import type { Lang } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Rows read and written at a time. */
const PART_ROWS = 1000;

/** What a list is asked with. */
export type ExportRequest = { query: Record<string, unknown>; columns?: readonly string[] | undefined };

/** An export as kept. */
export type ExportJob = {
  id: number;
  userId: number;
  list: string;
  kind: 'xlsx' | 'csv';
  lang: Lang;
  request: ExportRequest;
  acting: Acting;
  title: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  attempt: number;
  total: number | null;
  doneRows: number;
  sizeBytes: number;
  problem: ServerMessageCode | null;
  orderedAt: Instant;
  finishedAt: Instant | null;
};

const columns = `id, user_id as "userId", list, kind, lang, request, acting, title, state, attempt, total,
  done_rows as "doneRows", size_bytes as "sizeBytes", problem, ordered_at as "orderedAt", finished_at as "finishedAt"`;
const open = `state in ('waiting', 'running')`;

/** Somebody else has this export by now, or it was cancelled: what is left to write does not count. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

type NewExport = Pick<ExportJob, 'userId' | 'list' | 'kind' | 'lang' | 'request' | 'acting' | 'title'>;

/** Keeps an order; undefined when this browser sent it before. */
export async function addJob(
  database: Database,
  job: NewExport & { clientKey: string },
): Promise<ExportJob | undefined> {
  const { rows } = await database.execute<ExportJob>(
    `insert into export_job (client_key, user_id, list, kind, lang, request, acting, title)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id, client_key) do nothing returning ${columns}`,
    [job.clientKey, job.userId, job.list, job.kind, job.lang, json(job.request), json(job.acting), job.title],
  );
  return rows[0];
}

/** The order that a browser sent before. */
export async function findByKey(database: Database, userId: number, clientKey: string): Promise<ExportJob | undefined> {
  const rows = await database.query<ExportJob>(
    `select ${columns} from export_job where user_id = $1 and client_key = $2`,
    [userId, clientKey],
  );
  return rows[0];
}

/** An export of one person; `lock` keeps others from changing it until the transaction ends. */
export async function findOwn(
  database: Database,
  id: number,
  userId: number,
  lock = false,
): Promise<ExportJob | undefined> {
  const { rows } = await database.execute<ExportJob>(
    `select ${columns} from export_job where id = $1 and user_id = $2${lock ? ' for update' : ''}`,
    [id, userId],
  );
  return rows[0];
}

/** The exports of one person, newest first. */
export const listOwn = (database: Database, userId: number, limit: number): Promise<ExportJob[]> =>
  database.query<ExportJob>(`select ${columns} from export_job where user_id = $1 order by id desc limit $2`, [
    userId,
    limit,
  ]);

/** How many exports of one person are not at their end. */
export async function countOpen(database: Database, userId: number): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from export_job where user_id = $1 and ${open}`,
    [userId],
  );
  return Number(row?.n ?? 0);
}

async function dropFile(database: Database, id: number): Promise<void> {
  await database.execute('delete from export_part where export_id = $1', [id]);
  await database.execute('delete from export_rows where export_id = $1', [id]);
}

/** Takes an export over for a run; what an earlier run wrote goes. Undefined when there is nothing to do. */
export const beginRun = (database: Database, id: number): Promise<ExportJob | undefined> =>
  database.transaction(async () => {
    const { rows } = await database.execute<ExportJob>(
      `update export_job set state = 'running', attempt = attempt + 1, total = null, done_rows = 0, size_bytes = 0
       where id = $1 and ${open} returning ${columns}`,
      [id],
    );
    if (rows[0] !== undefined) await dropFile(database, id);
    return rows[0];
  });

type Run = Pick<ExportJob, 'id' | 'attempt'>;
const ofThisRun = `id = $1 and attempt = $2 and state = 'running'`;

/** Keeps which rows are wanted, in their order; gives how many. */
export async function keepRows(database: Database, { id, attempt }: Run, wanted: IdStatement): Promise<number> {
  const own = wanted.parameters.length;
  await database.execute(
    `insert into export_rows (export_id, attempt, part_no, ids)
     select $${own + 1}::bigint, $${own + 2}::int, ((place - 1) / ${PART_ROWS})::int, array_agg(id order by place)
     from (select id, row_number() over () as place from (${wanted.sql}) wanted) numbered group by 3`,
    [...wanted.parameters, id, attempt],
  );
  const { rows } = await database.execute<{ total: number }>(
    `update export_job set total = (
       select coalesce(sum(cardinality(ids)), 0) from export_rows where export_id = $1 and attempt = $2)
     where ${ofThisRun} returning total`,
    [id, attempt],
  );
  if (rows[0] === undefined) throw new Superseded();
  return Number(rows[0].total);
}

/** Ids of one part of the rows; undefined after the last. */
export async function readRows(
  database: Database,
  { id, attempt }: Run,
  partNo: number,
): Promise<number[] | undefined> {
  const rows = await database.query<{ ids: number[] }>(
    'select ids from export_rows where export_id = $1 and attempt = $2 and part_no = $3',
    [id, attempt, partNo],
  );
  return rows[0]?.ids.map(Number);
}

/** Adds a piece to the file; throws Superseded when this run does not count any more. */
export async function addPart(database: Database, { id, attempt }: Run, partNo: number, body: Buffer): Promise<void> {
  const { rowCount } = await database.execute(
    `with run as (select id from export_job where ${ofThisRun} for update)
     insert into export_part (export_id, attempt, part_no, body) select id, $2::int, $3::int, $4::bytea from run`,
    [id, attempt, partNo, body],
  );
  if (rowCount !== 1) throw new Superseded();
}

/** Notes how far a run is. */
export async function noteProgress(database: Database, { id, attempt }: Run, doneRows: number): Promise<void> {
  const { rowCount } = await database.execute(`update export_job set done_rows = $3 where ${ofThisRun}`, [
    id,
    attempt,
    doneRows,
  ]);
  if (rowCount !== 1) throw new Superseded();
}

/** The file is whole and can be had from now on. */
export const endRun = (
  database: Database,
  { id, attempt }: Run,
  result: { rows: number; sizeBytes: number },
): Promise<void> =>
  database.transaction(async () => {
    const { rowCount } = await database.execute(
      `update export_job set state = 'done', done_rows = $3, size_bytes = $4, finished_at = now() where ${ofThisRun}`,
      [id, attempt, result.rows, result.sizeBytes],
    );
    if (rowCount !== 1) throw new Superseded();
    await database.execute('delete from export_rows where export_id = $1', [id]);
  });

/** Ends an export without a file; false when it is at its end already. */
export const endWithout = (
  database: Database,
  id: number,
  state: 'failed' | 'cancelled',
  problem: ServerMessageCode | null = null,
): Promise<boolean> =>
  database.transaction(async () => {
    const { rowCount } = await database.execute(
      `update export_job set state = $2, problem = $3, finished_at = now() where id = $1 and ${open}`,
      [id, state, problem],
    );
    if (rowCount === 1) await dropFile(database, id);
    return rowCount === 1;
  });

/** The bytes of a file, piece by piece; throws when it is removed meanwhile, so that nobody takes half of it for all. */
export async function* readFile(database: Database, { id, attempt, sizeBytes }: ExportJob): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let partNo = 0; sent < sizeBytes; partNo += 1) {
    const [part] = await database.query<{ body: Buffer }>(
      'select body from export_part where export_id = $1 and attempt = $2 and part_no = $3',
      [id, attempt, partNo],
    );
    if (part === undefined) throw new Error(`the file of export ${id} ends after ${sent} of ${sizeBytes} bytes`);
    sent += part.body.length;
    yield part.body;
  }
}

/** Ends exports whose task is gone. */
export async function endForsakenExports(database: Database, task: string): Promise<void> {
  const { rows } = await database.execute<{ id: number }>(
    `select id from export_job j where ${open} and not exists (
       select from task t where t.kind = $1 and t.status <> 'dead' and (t.payload ->> 'exportId')::bigint = j.id)`,
    [task],
  );
  for (const { id } of rows) await endWithout(database, id, 'failed', 'export.failed');
}
