import {
  type RemoteSettings,
  RemoteFailure,
  uipathClient,
  type UipathClient,
} from '#server/connectors/uipath/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import { ts, tsOrNull } from '#server/platform/db/instants.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import { leaseJobs } from './lease-jobs.ts';
import { advanceRemoteJob, type RemoteRobot } from './remote-job.ts';
import { refreshRobots } from './robot-state.ts';
import type { JobDeps, JobRow } from './types.ts';

/** What robots that stand for orchestrators elsewhere need. */
export type RemoteDeps = JobDeps & { keys: SecretKeys; remote?: RemoteSettings };

const standardScope = 'OR.Jobs OR.Execution OR.Robots.Read';
/** The session under which the product itself speaks for such a robot. */
const session = 'remote';

type Row = {
  id: number;
  robot_name: string;
  slots: number;
  enabled: boolean;
  lost_after_s: number;
  remote_url: string;
  remote_identity_url: string | null;
  remote_folder_id: string | null;
  remote_client_id: string | null;
  remote_auth_sealed: string | null;
  remote_scope: string | null;
};

const columns = `id, robot_name, slots, enabled, lost_after_s, remote_url, remote_identity_url, remote_folder_id, remote_client_id,
  remote_auth_sealed, remote_scope`;

/** Clients by robot and settings, so that a token is used until it ends. */
const clientBytes = 5_000;
const clients = new BytesCache<number, { settings: string; client: UipathClient }>('remote_robots', 2_000_000);

function clientOf(deps: RemoteDeps, row: Row): UipathClient {
  const settings = JSON.stringify(row);
  const kept = clients.get(row.id);
  if (kept?.settings === settings) return kept.client;
  const { remote_auth_sealed: sealed } = row;
  const client = uipathClient(
    {
      url: row.remote_url,
      tokenUrl: row.remote_identity_url ?? '',
      folderId: row.remote_folder_id,
      clientId: row.remote_client_id ?? '',
      clientSecret: sealed === null ? '' : open(sealed, deps.keys),
      scope: row.remote_scope ?? standardScope,
    },
    deps.remote ?? { allowed: [] },
  );
  clients.set(row.id, { settings, client }, clientBytes);
  return client;
}

const jobsOf = ({ database }: JobDeps, robotId: number): Promise<JobRow[]> =>
  database.system
    .selectFrom('job')
    .selectAll()
    .where('robot_id', '=', robotId)
    .where((where) => where.or([where('status', 'in', ['Running', 'Stopping']), where('remote_open', '=', true)]))
    .orderBy('id')
    .limit(500)
    .execute();

async function noteAlive({ database }: JobDeps, id: number, count: number): Promise<void> {
  await database.execute(
    `update robot set last_seen_at = $2, session_id = $3, registered_at = coalesce(registered_at, $2), disconnected_at = null,
       remote_problem = null, remote_robots = $4, remote_pause_until = null where id = $1`,
    [id, ts(realClock.now()), session, count],
  );
}

/** An orchestrator that asks to be left alone is there: its jobs are not given up meanwhile. */
async function noteFailure({ database }: JobDeps, row: Row, failure: RemoteFailure): Promise<void> {
  const now = realClock.now();
  const pausedUntil = failure.retryAfterMs === null ? null : now + failure.retryAfterMs;
  await database.execute('update robot set remote_problem = $2, remote_pause_until = $3 where id = $1', [
    row.id,
    `${failure.reason}: ${failure.message}`.slice(0, 1000),
    tsOrNull(pausedUntil),
  ]);
  if (pausedUntil === null) return;
  await database.execute('update robot set last_seen_at = $2 where id = $1', [row.id, ts(now)]);
  await database.execute(
    `update job set lease_until = greatest(lease_until, $2) where robot_id = $1 and status in ('Running', 'Stopping')`,
    [row.id, ts(pausedUntil + row.lost_after_s * SECOND_MS)],
  );
}

async function drive(deps: RemoteDeps, row: Row): Promise<void> {
  try {
    const client = clientOf(deps, row);
    const robot: RemoteRobot = { id: row.id, name: row.robot_name, lostAfterMs: row.lost_after_s * SECOND_MS, client };
    await noteAlive(deps, row.id, await client.countRobots());
    await refreshRobots(deps.database, row.id);
    const known = { ...robot, sessionId: session, slots: row.slots, enabled: row.enabled };
    if (row.enabled) await leaseJobs(deps, { robot: known, input: { session, most: row.slots } });
    for (const job of await jobsOf(deps, row.id)) await advanceRemoteJob(deps, job, robot);
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    await noteFailure(deps, row, error);
  }
  await refreshRobots(deps.database, row.id);
}

/** One round of all robots that stand for orchestrators elsewhere: starts what they may take and follows what they have. */
export async function driveRemoteRobots(deps: RemoteDeps): Promise<number> {
  const rows = await deps.database.query<Row>(
    `select ${columns} from robot where remote_url is not null and (remote_pause_until is null or remote_pause_until <= $1) order by id`,
    [ts(realClock.now())],
  );
  const results = await Promise.allSettled(rows.map((row) => drive(deps, row)));
  for (const result of results)
    if (result.status === 'rejected')
      deps.log.error({ err: result.reason as unknown }, 'a remote orchestrator could not be driven');
  return rows.length;
}
