// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData } from '#contract/index.ts';
import { isEnded } from '#domain/execution/job/job-status.ts';
import { paths } from '#contract/all-paths.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { listRuns } from './job-board.ts';
import { presentJob } from './job-rows.ts';
import { presentWaiting, reasonWords } from './job-texts.ts';
import { partsShown, scheduleOf, wholeOf } from './job-parts-shown.ts';
import type { JobRow } from './types.ts';
import { whyWaiting } from './why-waiting.ts';

/** A job within the caller's tenants. */
export async function visibleJob(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('job as j')
    .innerJoin('tenant as t', 't.id', 'j.tenant_id')
    .leftJoin('environment as e', 'e.id', 'j.environment_id')
    .leftJoin('process as p', 'p.id', 'j.process_id')
    .selectAll('j')
    .select('p.id as living_process')
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 'e.environment_name'])
    .where('j.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

async function statesOf(ctx: Ctx, jobId: number): Promise<CallData<'jobGet'>['states']> {
  const rows = await ctx.db.selectFrom('job_state').selectAll().where('job_id', '=', jobId).orderBy('id').execute();
  return rows.map((row) => ({
    time: row.at,
    jobStatus: row.status,
    actorKind: row.actor_kind,
    actorName: row.actor_name,
    text: reasonWords(row.reason, row.params, ctx.lang),
  }));
}

async function attemptsOf(ctx: Ctx, job: JobRow): Promise<CallData<'jobGet'>['attempts']> {
  const root = job.root_job_id ?? job.id;
  const rows = await ctx.db
    .selectFrom('job')
    .select(['id', 'attempt', 'status'])
    .where((where) => where.or([where('id', '=', root), where('root_job_id', '=', root)]))
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ jobId: String(row.id), attempt: row.attempt, jobStatus: row.status }));
}

async function artifactsOf(ctx: Ctx, jobId: number): Promise<CallData<'jobGet'>['artifacts']> {
  const rows = await ctx.db
    .selectFrom('job_artifact')
    .select(['id', 'name', 'content_type as contentType', 'size_bytes as sizeBytes', 'created_at as createTime'])
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, ...row }) => ({ ...row, artifactId: String(id) }));
}

async function stepsOf(ctx: Ctx, jobId: number): Promise<CallData<'jobGet'>['steps']> {
  const rows = await ctx.db
    .selectFrom('job_step')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('phase', 'desc')
    .orderBy('sequence')
    .execute();
  return rows.map((row) => {
    const { error } = row;
    return {
      phase: row.phase,
      kind: row.kind,
      name: row.name,
      state: row.state,
      attempt: row.attempt,
      output: row.output,
      error: error === null ? null : serverText(error.code, error.params, ctx.lang),
      endTime: row.ended_at,
    };
  });
}

const maxPages = 100;

/** What the job brought, each with the shipment of the caller's tenants that is read from it. */
async function pagesOf(ctx: Ctx, jobId: number): Promise<CallData<'jobGet'>['pages']> {
  const rows = await ctx.db
    .selectFrom('robot_answer as a')
    .select(['a.id', 'a.carrier_code', 'a.subject', 'a.subject_no', 'a.state', 'a.events', 'a.tenant_id'])
    .where('a.job_id', '=', String(jobId))
    .orderBy('a.id', 'desc')
    .limit(maxPages)
    .execute();
  if (rows.length === 0) return [];
  const shipments = await ctx.db
    .selectFrom('subscription as s')
    .select(['s.carrier_code', 's.bill_no', 's.container_no', 's.tenant_id', 's.shipment_id'])
    .where('s.shipment_id', 'is not', null)
    .where((where) =>
      where.or([
        where(
          's.bill_no',
          'in',
          rows.map((row) => row.subject_no),
        ),
        where(
          's.container_no',
          'in',
          rows.map((row) => row.subject_no),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => {
    const shipment = shipments.find(
      (one) =>
        one.carrier_code === row.carrier_code &&
        (row.tenant_id === null || one.tenant_id === row.tenant_id) &&
        (row.subject === 'bill' ? one.bill_no : one.container_no) === row.subject_no,
    );
    return {
      answerId: String(row.id),
      carrierCode: row.carrier_code,
      subjectNo: row.subject_no,
      state: row.state,
      events: row.events,
      shipmentId: shipment?.shipment_id == null ? null : String(shipment.shipment_id),
    };
  });
}

async function subscriptionOf(ctx: Ctx, id: number | null): Promise<CallData<'jobGet'>['subscription']> {
  if (id === null) return null;
  const row = await ctx.db
    .selectFrom('subscription as s')
    .select(['s.id', 's.subject', 's.bill_no', 's.container_no', 's.carrier_code'])
    .select((from) => [
      from
        .selectFrom('shipment as f')
        .select('f.id')
        .whereRef('f.subscription_id', '=', 's.id')
        .where('f.fused', '=', true)
        .limit(1)
        .as('shipment_id'),
      from
        .selectFrom('shipment_exception as x')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('x.subscription_id', '=', 's.id')
        .where('x.resolved_at', 'is', null)
        .as('open'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    subscriptionId: String(row.id),
    shipmentId: row.shipment_id === null ? null : String(row.shipment_id),
    subjectNo: (row.subject === 'bill' ? row.bill_no : row.container_no) ?? '',
    carrierCode: row.carrier_code,
    openExceptions: Number(row.open ?? 0),
  };
}

/** One job with everything its page shows. */
export async function getJob(ctx: Ctx, jobId: number): Promise<CallData<'jobGet'>> {
  const job = await visibleJob(ctx, jobId);
  const [states, attempts, artifacts, subscription, waiting, pages, steps, parts, whole, schedule, runs] =
    await Promise.all([
      statesOf(ctx, job.id),
      attemptsOf(ctx, job),
      artifactsOf(ctx, job.id),
      subscriptionOf(ctx, job.subscription_id),
      whyWaiting(ctx.unscoped, job),
      pagesOf(ctx, job.id),
      stepsOf(ctx, job.id),
      partsShown(ctx, job),
      wholeOf(ctx, job),
      scheduleOf(ctx, job.occurrence_id),
      listRuns(ctx, job.process_id),
    ]);
  const acts = isAdmitted(paths.jobAct.access, ctx.actor);
  const names = { environment: job.environment_name ?? '', site: job.site };
  return {
    ...presentJob(job, ctx.clock.now(), ctx.lang),
    packageVersionId: String(job.package_version_id),
    input: job.input,
    output: job.output,
    errorCode: job.error_code,
    progressText: job.progress_text,
    logLines: job.log_lines,
    site: job.site,
    confirmedBy: job.confirmed_by,
    confirmTime: job.confirmed_at,
    publishTime: job.published_at,
    waiting: waiting === undefined ? null : presentWaiting(waiting, names, ctx.lang),
    states,
    attempts,
    artifacts,
    subscription,
    pages,
    steps,
    parts,
    whole,
    schedule,
    runs,
    givenInput: job.given_input,
    occurrenceId: job.occurrence_id === null ? null : String(job.occurrence_id),
    can: {
      stop: acts && (job.status === 'Pending' || job.status === 'Running'),
      kill: acts && !isEnded(job.status),
      retry: acts && isEnded(job.status) && job.living_process !== null,
      confirm: acts && job.confirm_state === 'waiting',
      resume: acts && job.step_state === 'failed' && job.status !== 'Stopped',
    },
  };
}
