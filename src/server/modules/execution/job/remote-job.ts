import { RemoteFailure, statusOf, type RemoteJob, type UipathClient } from '#server/connectors/uipath/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { ts } from '#server/platform/db/instants.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { lockJob, moveJob } from './move-job.ts';
import { appendLines } from './job-log.ts';
import { settleReport } from './robot-reports.ts';
import type { JobDeps, JobRow } from './types.ts';
import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';

/** A robot that stands for an orchestrator elsewhere. */
export type RemoteRobot = { id: number; name: string; lostAfterMs: number; client: UipathClient };

/** Under this name the orchestrator knows a job of ours, so that none is started twice. */
const referenceOf = (job: Pick<JobRow, 'id' | 'fence'>): string => `portolan-${job.id}-${job.fence}`;

const longestText = 4_000;

/** Does something with a job if this robot still has it as it was read. */
function whileHeld(deps: JobDeps, seen: JobRow, work: (job: JobRow) => Promise<unknown>): Promise<void> {
  return deps.database.transaction(async () => {
    const job = await lockJob(deps, seen.id);
    if (job.fence === seen.fence && (job.status === 'Running' || job.status === 'Stopping')) await work(job);
  });
}

/** What is written into the log: words of the orchestrator as they are, our own by their code. */
type Statement = { text: string } | { code: ServerMessageCode; params: MessageParams };

const say = (deps: JobDeps, job: JobRow, level: 'info' | 'warn' | 'error', statement: Statement): Promise<void> =>
  appendLines(deps, job, [{ at: deps.clock.now(), level, ...statement }]);

type Fault = { errorCode: string; errorText: string };

const fault = (
  deps: JobDeps,
  seen: JobRow,
  robot: RemoteRobot,
  { errorCode, errorText, ...line }: Fault & Partial<Extract<Statement, { code: unknown }>>,
): Promise<void> =>
  whileHeld(deps, seen, async (job) => {
    const { code, params = {} } = line;
    await say(deps, job, 'error', code === undefined ? { text: errorText.slice(0, longestText) } : { code, params });
    await settleReport(deps, job, { robotName: robot.name, status: 'Faulted', errorCode, errorText });
  });

async function processOf({ database }: JobDeps, job: JobRow): Promise<string | undefined> {
  const [row] = await database.query<{ remote: string }>(
    `select remote_process_id as remote from package_version_type where package_version_id = $1 and machine_type = 'REMOTE'
       and coalesce(remote_process_id, '') <> '' and package_version_type_status = 'AVAILABLE' order by priority desc, id limit 1`,
    [job.package_version_id],
  );
  return row?.remote;
}

/** Starts a leased job; one that was started before an interruption is found again by its reference. */
async function begin(deps: JobDeps, seen: JobRow, robot: RemoteRobot): Promise<void> {
  const wanted = await processOf(deps, seen);
  const releaseKey = wanted === undefined ? undefined : await robot.client.releaseKey(wanted);
  if (releaseKey === undefined) {
    const text = `the orchestrator has no process "${wanted ?? ''}" in this folder`;
    return fault(deps, seen, robot, {
      errorCode: 'remote_process',
      errorText: text,
      code: 'job.log.remoteProcess',
      params: { process: wanted ?? '' },
    });
  }
  const reference = referenceOf(seen);
  const known = await robot.client.findByReference(reference);
  // Written down before it is sent: without an answer nobody else would know that there may be a job.
  await deps.database.execute('update job set remote_reference = $2, remote_open = true where id = $1', [
    seen.id,
    reference,
  ]);
  const remote = known ?? (await robot.client.start({ releaseKey, reference, input: seen.input }));
  await deps.database.transaction(async () => {
    // Also when it was given up meanwhile: then it is ended there.
    await deps.database.execute('update job set remote_job_id = $2, remote_open = true where id = $1', [
      seen.id,
      remote.id,
    ]);
    await say(deps, await lockJob(deps, seen.id), 'info', {
      code: 'job.log.remoteStarted',
      params: { id: remote.id, reference },
    });
  });
}

/** A start without an answer is looked for so long after its job has ended here: it may arrive late. */
const soughtMs = 10 * MINUTE_MS;

/** Looks for what a start without an answer began, whose job has ended here meanwhile, and ends it there. */
async function seek(deps: JobDeps, seen: JobRow, robot: RemoteRobot): Promise<void> {
  const { database } = deps;
  const remote = await robot.client.findByReference(seen.remote_reference ?? '');
  const now = realClock.now();
  const until = seen.remote_sought_until ?? now + soughtMs;
  if (remote === undefined && now < until) {
    await database.execute('update job set remote_sought_until = $2 where id = $1', [seen.id, ts(until)]);
    return;
  }
  const changed = await database.transaction(async () => {
    const job = await lockJob(deps, seen.id);
    await say(
      deps,
      job,
      'warn',
      remote === undefined
        ? { code: 'job.log.remoteNone', params: { reference: seen.remote_reference ?? '' } }
        : { code: 'job.log.remoteLate', params: { id: remote.id, reference: seen.remote_reference ?? '' } },
    );
    await database.execute('update job set remote_job_id = $2, remote_open = $3 where id = $1', [
      job.id,
      remote?.id ?? null,
      remote !== undefined,
    ]);
    return lockJob(deps, seen.id);
  });
  if (remote !== undefined) await follow(deps, changed, robot);
}

async function finish(deps: JobDeps, seen: JobRow, robot: RemoteRobot, remote: RemoteJob): Promise<void> {
  const info = robot.client.hide(remote.info ?? '');
  await whileHeld(deps, seen, async (job) => {
    await say(deps, job, 'info', {
      code: 'job.log.remoteState',
      params: { id: remote.id, state: remote.state, info: info.slice(0, longestText) },
    });
    const status = statusOf(remote.state);
    const output = remote.output == null ? undefined : remote.output;
    const actor = { kind: 'robot', name: robot.name } as const;
    if (status === 'Successful' || status === 'Faulted') {
      const error = { errorCode: 'remote_faulted', errorText: info === '' ? remote.state : info };
      await settleReport(deps, job, { robotName: robot.name, status, output, ...(status === 'Faulted' ? error : {}) });
      return;
    }
    // It was stopped there, by somebody or because we asked.
    const stopping =
      job.status === 'Running' ? await moveJob(deps, job, 'Stopping', { actor, reason: 'stopAsked' }) : job;
    await settleReport(deps, stopping, { robotName: robot.name, status: 'Stopped', output });
  });
  await deps.database.execute('update job set remote_open = false where id = $1', [seen.id]);
}

/** What is to be sent so that the remote job ends as ours has or shall; undefined while it runs as it should. */
function strategyFor(job: JobRow, remote: RemoteJob): 'SoftStop' | 'Kill' | undefined {
  const ended = job.status !== 'Running' && job.status !== 'Stopping';
  if (ended) return remote.state.toLowerCase() === 'terminating' ? undefined : 'Kill';
  return job.status === 'Stopping' && statusOf(remote.state) === 'Running' ? 'SoftStop' : undefined;
}

async function follow(deps: JobDeps, seen: JobRow, robot: RemoteRobot): Promise<void> {
  const remote = await robot.client.job(seen.remote_job_id ?? '');
  if (!['Running', 'Stopping'].includes(statusOf(remote.state))) return finish(deps, seen, robot, remote);
  const strategy = strategyFor(seen, remote);
  if (strategy !== undefined) await robot.client.stop(remote.id, strategy);
  await deps.database.execute(
    `update job set lease_until = $2, progress_text = $3 where id = $1 and status in ('Running', 'Stopping')`,
    [seen.id, ts(realClock.now() + robot.lostAfterMs), remote.state],
  );
}

/** Brings one job a step on: starts it, or takes over how far it is at the orchestrator. */
export async function advanceRemoteJob(deps: JobDeps, seen: JobRow, robot: RemoteRobot): Promise<void> {
  const held = seen.status === 'Running' || seen.status === 'Stopping';
  try {
    if (seen.remote_job_id !== null) await follow(deps, seen, robot);
    else if (held) await begin(deps, seen, robot);
    else await seek(deps, seen, robot);
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    if (error.reason === 'notFound' && seen.remote_job_id !== null) {
      await deps.database.execute('update job set remote_open = false where id = $1', [seen.id]);
      await fault(deps, seen, robot, {
        errorCode: 'remote_gone',
        errorText: `remote job ${seen.remote_job_id} is not there any more`,
        code: 'job.log.remoteGone',
        params: { id: seen.remote_job_id },
      });
    } else if (error.reason === 'refused' || error.reason === 'forbidden') {
      // It answered: nothing was started.
      if (seen.remote_job_id === null)
        await deps.database.execute('update job set remote_open = false where id = $1', [seen.id]);
      await fault(deps, seen, robot, { errorCode: `remote_${error.reason}`, errorText: error.message });
    } else throw error;
  }
}
