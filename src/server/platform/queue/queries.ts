import type { Instant } from '#shared/time/instant.ts';
import { codeOf } from '#shared/values/errors.ts';
import type { Database } from '../db/database.ts';
import { ts } from '../db/instants.ts';
import type { Claim } from './types.ts';

/**
 * The priorities at which tasks of a kind wait, each with the time of its oldest task, found by steps through the index `task_claim`;
 * `kind` is SQL. What waits at one priority stands in that index in the order of its time, so that nothing is read but what is
 * requested, however much waits. Who reads on begins at that time: before it stand only tasks that were claimed, whose entries stay in
 * the index while any transaction is open that is older.
 */
export const waitingPriorities = (kind: string): string => `
  with recursive level (priority, run_at) as (
    (select priority, run_at from task where kind = ${kind} and status = 'waiting' order by priority desc, run_at, id limit 1)
    union all
    select n.priority, n.run_at from level l, lateral (
      select t.priority, t.run_at from task t where t.kind = ${kind} and t.status = 'waiting' and t.priority < l.priority
      order by t.priority desc, t.run_at, t.id limit 1) as n)
  select priority, run_at from level`;

/** Tenants that a claim looks at; with more of them it begins where the last one ended. */
const maxTurns = 500;

/**
 * The tenants of whom tasks of kind $1 wait at a priority (SQL), from the one after $7 on, each with the time of its oldest task: found by
 * steps through the index `task_turn`.
 */
const turnsAt = (priority: string): string => {
  const first = (after: string): string => `(select t.id from task t
        where t.kind = $1 and t.status = 'waiting' and t.priority = ${priority} and t.turn_of > ${after}
        order by t.turn_of, t.run_at, t.id limit 1)`;
  return `
    with recursive ring (turn_of, run_at, first, step) as (
      select $7::int8, null::timestamptz, null::int8, 0
      union all
      select s.turn_of, s.run_at, coalesce(r.first, s.turn_of), r.step + 1
      from ring r join task s on s.id = coalesce(${first('r.turn_of')}, ${first('-1')})
      where r.step < ${maxTurns} and s.turn_of is distinct from r.first)
    select turn_of, run_at, step from ring where step > 0`;
};

/**
 * After an outage everything is due at once, and sorting all of it for each claim would take ever longer. Due tasks of a lower
 * priority that are not taken are held until the claim ends. Where more is due than a claim takes, tenants take turns: each of
 * those who have due tasks (at most as many as a claim takes) gets the same share, and what they leave goes to the oldest tasks. Their
 * tasks are found by a range of one tenant, so that no plan walks along `task_claim` past those of others.
 * No row counts who was served; each worker remembers whose turn was last. Each worker that was lost with a task halves what is
 * claimed along with it: a worker that lives shortly ends at least some, and one task that ends its worker is alone before it is
 * given up.
 */
export const claimText = `
  with oldest as (
    select d.id, l.priority, d.turn_of, d.run_at, d.lost_workers from (${waitingPriorities('$1')}) as l, lateral (
      select t.id, t.turn_of, t.run_at, t.lost_workers from task t
      where t.kind = $1 and t.status = 'waiting' and t.priority = l.priority and t.run_at between l.run_at and $2
      order by t.run_at, t.id limit $3 for update skip locked) as d),
  crowded as (select priority from oldest group by priority having count(*) = $3 order by priority desc limit 1),
  turn as (
    select c.priority, r.turn_of, r.run_at, r.step, count(*) over () as tenants
    from crowded c, lateral (${turnsAt('c.priority')}) as r where r.run_at <= $2 order by r.step limit $3),
  shares as (
    select d.id, u.priority, d.turn_of, d.run_at, d.lost_workers from turn u, lateral (
      select t.id, t.turn_of, t.run_at, t.lost_workers from task t
      where t.kind = $1 and t.status = 'waiting' and t.priority = u.priority and t.turn_of between u.turn_of and u.turn_of
        and t.run_at between u.run_at and $2 order by t.turn_of, t.run_at, t.id limit ceil($3::float8 / u.tenants)::int8 for update skip locked) as d),
  due as (
    select d.*, u.step, row_number() over (partition by d.priority, d.turn_of order by d.run_at, d.id) as nth
    from (select * from oldest union select * from shares) as d left join turn u using (priority, turn_of)),
  part as (
    select id, row_number() over ordered as place, least(max(lost_workers) over ordered, 30) as lost
    from due window ordered as (order by priority desc, nth, step, run_at, id))
  update task t set status = 'running', attempts = t.attempts + 1, fence = t.fence + 1, lease_until = $4, worker = $5, holder = $6
  where t.id = any(array(select id from part where place <= greatest(1, $3::int4 >> lost)))
  returning t.id, t.payload, t.attempts as attempt, t.max_attempts as "maxAttempts", t.run_at as "runAt", t.fence,
    t.trace_parent as trace, (select u.turn_of from turn u order by u.step desc limit 1) as "lastTurn"`;

/**
 * Claims up to `limit` due tasks of a kind: highest priority first, of tenants in turns from the one after `after` on, then the oldest;
 * fewer where workers were lost with them.
 */
export async function claimTasks(
  database: Database,
  {
    kind,
    now,
    limit,
    leaseUntil,
    worker,
    holder,
    after,
  }: {
    kind: string;
    now: Instant;
    limit: number;
    leaseUntil: Instant;
    worker: string;
    holder: number | null;
    after: number;
  },
): Promise<{ claims: Claim[]; last: number }> {
  const { rows } = await database.execute<Claim & { lastTurn: number | null }>(claimText, [
    kind,
    ts(now),
    limit,
    ts(leaseUntil),
    worker,
    holder,
    after,
  ]);
  return {
    claims: rows.sort((a, b) => a.runAt - b.runAt || a.id - b.id),
    last: rows[0]?.lastTurn ?? after,
  };
}

const ids = (claims: readonly Claim[]): number[] => claims.map((claim) => claim.id);
const fences = (claims: readonly Claim[]): number[] => claims.map((claim) => claim.fence);

/** Ends tasks that succeeded; gives how many were still ours. */
export async function completeTasks(database: Database, claims: readonly Claim[]): Promise<number> {
  const { rowCount } = await database.execute(
    `delete from task t using unnest($1::int8[], $2::int8[]) as c(id, fence)
     where t.id = c.id and t.fence = c.fence and t.status = 'running'`,
    [ids(claims), fences(claims)],
  );
  return rowCount;
}

/** Makes a lease longer; gives the ids that are still ours. */
export async function extendLeases(
  database: Database,
  claims: readonly Claim[],
  leaseUntil: Instant,
): Promise<Set<number>> {
  const { rows } = await database.execute<{ id: number }>(
    `update task t set lease_until = $3 from unnest($1::int8[], $2::int8[]) as c(id, fence)
     where t.id = c.id and t.fence = c.fence and t.status = 'running' returning t.id`,
    [ids(claims), fences(claims), ts(leaseUntil)],
  );
  return new Set(rows.map((row) => row.id));
}

/** Moves the leases of running tasks with a clock that was set by so much. */
export async function moveTaskLeases(database: Database, byMs: number): Promise<void> {
  await database.execute(
    `with running as (select id from task where status = 'running' order by id for no key update)
     update task t set lease_until = lease_until + make_interval(secs => $1) from running r where r.id = t.id`,
    [byMs / 1_000],
  );
}

/** A claimed task that goes back: to wait until `runAt`, or dead. `attempts` is the number it keeps; `lost` = its worker was. */
export type GoingBack = {
  claim: Claim;
  status: 'waiting' | 'dead';
  runAt: Instant;
  error: string | null;
  attempts: number;
  lost?: boolean;
};

// A task that waits again yields to one with its singleton key that was enqueued meanwhile: that one does the work.
const GIVE_BACK = `
  with back as (
    select t.id, t.kind, t.singleton_key, c.status, c.run_at, c.error, c.attempts, c.lost
    from task t
    join unnest($1::int8[], $2::int8[], $3::text[], $4::timestamptz[], $5::text[], $6::int4[], $7::int2[])
      as c(id, fence, status, run_at, error, attempts, lost) on t.id = c.id and t.fence = c.fence
    where t.status = 'running' for update of t),
  doubles as (
    select b.id from back b
    where b.status = 'waiting' and b.singleton_key is not null
      and (exists (select 1 from task w where w.kind = b.kind and w.singleton_key = b.singleton_key and w.status = 'waiting')
        or exists (select 1 from back o where o.kind = b.kind and o.singleton_key = b.singleton_key and o.status = 'waiting' and o.id > b.id))),
  removed as (delete from task where id in (select id from doubles) returning id),
  changed as (
    update task t set status = b.status, run_at = b.run_at, last_error = coalesce(b.error, t.last_error), attempts = b.attempts,
      lost_workers = least(t.lost_workers + b.lost, 1000), lease_until = null, worker = null, holder = null, fence = t.fence + 1
    from back b where t.id = b.id and b.id not in (select id from doubles) returning t.id)
  select (select count(*) from removed) + (select count(*) from changed) as n`;

/** Gives claimed tasks back; gives how many were still ours. */
export async function giveBackTasks(database: Database, items: readonly GoingBack[]): Promise<number> {
  if (items.length === 0) return 0;
  const claims = items.map((item) => item.claim);
  const values = [
    ids(claims),
    fences(claims),
    items.map((item) => item.status),
    items.map((item) => ts(item.runAt)),
    items.map((item) => item.error),
    items.map((item) => item.attempts),
    items.map((item) => (item.lost === true ? 1 : 0)),
  ];
  const run = async (): Promise<number> => (await database.execute<{ n: number }>(GIVE_BACK, values)).rows[0]?.n ?? 0;
  try {
    return await run();
  } catch (error) {
    // The same key was enqueued between our look and our write: look again.
    if (codeOf(error) !== '23505' || database.inTransaction()) throw error;
    return run();
  }
}

/** Whether due tasks of a kind wait that are not of the tenant of this one. */
export async function othersWait(
  { database, clock }: { database: Database; clock: { now: () => Instant } },
  kind: string,
  taskId: number,
): Promise<boolean> {
  const { rows } = await database.execute(
    `select from task t where t.kind = $1 and t.status = 'waiting' and t.run_at <= $2
       and t.turn_of <> (select mine.turn_of from task mine where mine.id = $3) limit 1`,
    [kind, ts(clock.now()), taskId],
  );
  return rows.length > 0;
}

/** Kinds of which a task is worked on at this moment. */
export async function runningKinds(database: Database): Promise<string[]> {
  const rows = await database.query<{ kind: string }>("select distinct kind from task where status = 'running'");
  return rows.map(({ kind }) => kind);
}

/** Keys of the workers that have tasks at this moment, but for `mine`. */
export async function listHolders(database: Database, mine: number): Promise<number[]> {
  const { rows } = await database.execute<{ holder: number }>(
    "select distinct holder from task where status = 'running' and holder is not null and holder <> $1",
    [mine],
  );
  return rows.map((row) => row.holder);
}

/**
 * Tasks whose worker gave no sign of life in time, or whose holder is one of `gone`, claimed again so that they can be given
 * back.
 */
export async function takeExpired(
  database: Database,
  now: Instant,
  limit: number,
  gone: readonly number[] = [],
): Promise<(Claim & { kind: string })[]> {
  const { rows } = await database.execute<Claim & { kind: string }>(
    `with expired as (
       select id from task where status = 'running' and (lease_until < $1 or holder = any($3))
       order by lease_until limit $2 for update skip locked)
     update task t set fence = t.fence + 1, holder = null, lease_until = $1::timestamptz + interval '30 seconds'
     from expired e where t.id = e.id
     returning t.id, t.kind, t.payload, t.attempts as attempt, t.max_attempts as "maxAttempts", t.run_at as "runAt", t.fence,
       t.trace_parent as trace`,
    [ts(now), limit, gone],
  );
  return rows;
}

/** When the next task of each of these kinds is due; those of which none waits are left out. */
export async function dueByKind(database: Database, kinds: readonly string[]): Promise<Map<string, Instant>> {
  const rows = await database.query<{ kind: string; due: Instant }>(
    `select k.kind, n.due from unnest($1::text[]) as k(kind), lateral (
       select min(l.run_at) as due from (${waitingPriorities('k.kind')}) as l) as n
     where n.due is not null`,
    [kinds],
  );
  return new Map(rows.map((row) => [row.kind, row.due]));
}

/** When the next task of these kinds is due; undefined when none waits. */
export async function nextDue(database: Database, kinds: readonly string[]): Promise<Instant | undefined> {
  const due = await dueByKind(database, kinds);
  return due.size === 0 ? undefined : Math.min(...due.values());
}
