import { protocolsQueriedBy } from '#server/connectors/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';

/** Subscriptions that one step gives to a source. */
const STEP = 1_000;

/**
 * The mark of a source whose subscriptions are being looked at, in the place of the time at which that was done: the transaction that
 * set it, in microseconds. Those who subscribe in a later transaction see the source; what those of earlier ones have made is seen
 * when all of them have ended.
 */
const markOf = (transaction: string): string =>
  `'epoch'::timestamptz + ${transaction}::text::float8 * interval '1 microsecond'`;
/** No mark is from here on. */
const MARKS_END = `'1971-01-01Z'::timestamptz`;

type Marked = { id: number; mark: string; settled: boolean };

type Pulls = readonly { subscriptionSourceId: number; at: number }[];

/**
 * Gives living subscriptions to a source that was added or changed, as if they had been made after it: those of its mode, its
 * carriers and its tenant. True when none is left; in one short transaction.
 */
async function attachStep(
  { database, clock, schedulePulls }: AttachDeps,
  { id: sourceId, mark, settled }: Marked,
): Promise<boolean> {
  return database.transaction(async () => {
    const now = clock.now();
    const { rows } = await database.execute<{ id: number; by_robot: boolean }>(
      `insert into subscription_source (tenant_id, subscription_id, source_id, next_pull_at)
       select s.tenant_id, s.id, o.id, $2::timestamptz
       from source o join subscription s on not s.ended
         and source_fits(o.mode, o.tenant_id, o.answers_for, s.mode, s.tenant_id, s.carrier_code)
       where o.id = $1 and o.enabled and o.asked
         and not exists (select from subscription_source x where x.subscription_id = s.id and x.source_id = o.id)
       order by s.id limit $4
       on conflict do nothing
       returning id, (select protocol = any($3) from source where source.id = source_id) as by_robot`,
      [sourceId, new Date(now), protocolsQueriedBy('robots'), STEP],
    );
    await schedulePulls(rows.filter((row) => !row.by_robot).map((row) => ({ subscriptionSourceId: row.id, at: now })));
    if (rows.length >= STEP) return false;
    // What was changed since the mark concerns subscriptions that were not looked at: then it is done again.
    if (settled)
      await database.execute(
        `update source set attached_at = clock_timestamp() where id = $1 and attached_at = ${markOf('$2')}`,
        [sourceId, mark],
      );
    return true;
  });
}

/** What attaching works with. */
export type AttachDeps = { database: Database; clock: Clock; schedulePulls: (pulls: Pulls) => Promise<void> };

/** Gives existing subscriptions to sources that were added or changed; one that is switched off waits until it is switched on. */
export function attachingSubscriptions(deps: AttachDeps): BackgroundModule {
  const attach = async (): Promise<void> => {
    const added = await deps.database.execute<{ id: number }>(
      'select id from source where attached_at is null and enabled and asked order by id',
    );
    for (const { id } of added.rows)
      await deps.database.execute(`update source set attached_at = ${markOf('pg_current_xact_id()')} where id = $1`, [
        id,
      ]);
    // A transaction that this server has not had yet was one of the server of a backup: nobody subscribes in it any more.
    const { rows } = await deps.database.execute<Marked>(
      `select id, mark::text, mark < pg_snapshot_xmin(s)::text::int8 or mark >= pg_snapshot_xmax(s)::text::int8 as settled
       from source, pg_current_snapshot() s, cast(extract(epoch from attached_at) * 1000000 as int8) mark
       where attached_at < ${MARKS_END} and enabled and asked order by id`,
    );
    for (const source of rows) while (!(await attachStep(deps, source)));
  };
  return { tasks: [], chores: [{ name: 'subscriptions of new sources', run: attach }] };
}
