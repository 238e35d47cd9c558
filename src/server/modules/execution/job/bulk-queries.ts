import type { ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { json } from '#server/platform/db/json.ts';
import { rowsOf } from '#server/platform/page.ts';
import type { ActOutcome } from './act-on-job.ts';

/** One of many that a run comes by. */
export type BulkItem = { id: number; job_id: number | null; process_id: number };

/** Writes down which jobs a run is done to, in their order. */
export async function insertJobItems(database: Database, runId: number, ids: readonly number[]): Promise<void> {
  await database.execute(
    `insert into job_bulk_item (run_id, tenant_id, job_id, process_id, process_name)
     select $1, j.tenant_id, j.id, j.process_id, j.process_name
     from unnest($2::bigint[]) with ordinality chosen (id, place) join job j on j.id = chosen.id order by chosen.place`,
    [runId, ids],
  );
}

/** Writes down of which processes a run starts a job, in their order. */
export async function insertProcessItems(database: Database, runId: number, ids: readonly number[]): Promise<void> {
  await database.execute(
    `insert into job_bulk_item (run_id, tenant_id, process_id, process_name)
     select $1, p.tenant_id, p.id, coalesce(p.process_name, '')
     from unnest($2::bigint[]) with ordinality chosen (id, place) join process p on p.id = chosen.id order by chosen.place`,
    [runId, ids],
  );
}

/** The next items of a run. */
export const nextItems = (
  database: Database,
  runId: number,
  { after, limit }: { after: number; limit: number },
): Promise<BulkItem[]> =>
  database.query<BulkItem>(
    'select id, job_id, process_id from job_bulk_item where run_id = $1 and id > $2 order by id limit $3',
    [runId, after, limit],
  );

/** Writes down what became of an item. */
export async function noteItem(database: Database, id: number, outcome: ActOutcome): Promise<void> {
  const { done, jobStatus, code, params, newJobId } = outcome;
  await database.system
    .updateTable('job_bulk_item')
    .set({
      done,
      job_status: jobStatus,
      text_code: code,
      text_params: json(params),
      new_job_id: newJobId,
    })
    .where('id', '=', id)
    .execute();
}

/** A page of the items of a run that belong to the caller's tenants, in their order, and how many there are. */
export async function listItems(ctx: Ctx, input: ParsedBody<'jobBulkResults'>) {
  const requested = () =>
    ctx.db
      .selectFrom('job_bulk_item as i')
      .where('i.run_id', '=', input.runId)
      .$if(input.done != null, (query) => query.where('i.done', '=', input.done === 1));
  const { limit, offset } = rowsOf(input);
  const [rows, { n }] = await Promise.all([
    requested()
      .innerJoin('tenant as t', 't.id', 'i.tenant_id')
      .selectAll('i')
      .select(['t.name as tenant_name', 't.name_en as tenant_name_en'])
      .orderBy('i.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    requested()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(n) };
}
