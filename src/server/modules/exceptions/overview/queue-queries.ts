import type { Database } from '#server/platform/db/database.ts';
import { waitingPriorities } from '#server/platform/queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Tasks of one kind; numbers are counted up to `maxCounted` + 1. */
export type TaskKindRow = {
  kind: string;
  waiting: number;
  due: number;
  oldest_due: Instant | null;
  running: number;
  dead: number;
};
export type DeadTaskRow = {
  id: number;
  kind: string;
  attempts: number;
  last_error: string | null;
  created_at: Instant;
};

/** Numbers of tasks are exact up to here. */
export const maxCounted = 10_000;

// Kinds are found by steps through the index, since a million tasks of one kind may wait.
const kindsText = `
  with recursive steps (kind) as (
    (select kind from task where status = 'waiting' order by kind limit 1)
    union all
    select (select t.kind from task t where t.status = 'waiting' and t.kind > steps.kind order by t.kind limit 1)
    from steps where steps.kind is not null),
  dead (kind) as (
    (select kind from task where status = 'dead' order by kind limit 1)
    union all
    select (select t.kind from task t where t.status = 'dead' and t.kind > dead.kind order by t.kind limit 1)
    from dead where dead.kind is not null),
  running as (select kind, count(*)::int as n from task where status = 'running' group by kind),
  kinds as (select kind from steps union select kind from dead union select kind from running)
  select k.kind,
    (select count(*)::int from (select 1 from task where status = 'waiting' and kind = k.kind limit $2) w) as waiting,
    (select count(*)::int from (select 1 from (${waitingPriorities('k.kind')}) l, lateral (
      select 1 from task t where t.status = 'waiting' and t.kind = k.kind and t.priority = l.priority and t.run_at <= $1 limit $2) x
      limit $2) d) as due,
    (select min(l.run_at) from (${waitingPriorities('k.kind')}) l where l.run_at <= $1) as oldest_due,
    coalesce((select n from running r where r.kind = k.kind), 0) as running,
    (select count(*)::int from (select 1 from task where status = 'dead' and kind = k.kind limit $2) x) as dead
  from kinds k where k.kind is not null order by k.kind`;

/** Background work by kind, at the instant by which tasks are due. */
export const listTaskKinds = (database: Database, now: Instant): Promise<TaskKindRow[]> =>
  database.query<TaskKindRow>(kindsText, [new Date(now), maxCounted + 1]);

/** The latest tasks that were given up. */
export const listDeadTasks = (database: Database, limit: number): Promise<DeadTaskRow[]> =>
  database.query<DeadTaskRow>(
    `select id, kind, attempts, last_error, created_at from task where status = 'dead' order by id desc limit $1`,
    [limit],
  );
