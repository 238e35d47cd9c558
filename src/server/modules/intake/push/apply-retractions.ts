import { createHash } from 'node:crypto';
import { z } from 'zod';
import { standingIds } from '#server/connectors/dcsa/index.ts';
import {
  insertRefusals,
  keepPushed,
  listBodies,
  packBody,
  unpackBody,
} from '#server/modules/intake/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import { listReported, listUnsearched, markSearched } from './retraction-queries.ts';
import type { RetractionRow } from './retraction-queries.ts';

/** What looking through the past of a source works with. */
export type RetractionDeps = {
  database: Database;
  clock: Clock;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

/** Kind of the task that looks through what a source has reported for events it takes back. */
export const retractionTask = defineTask('pushed_retraction', z.object({ sourceId: z.number() }));

const retractionsAtOnce = 500;
const targetsAtOnce = 100;

type Reported = Awaited<ReturnType<typeof listReported>>[number];

/** Keeps retractions with what was reported to one subscription; kept once however often it is done. */
async function keepWith(database: Database, target: Reported, rows: readonly RetractionRow[]): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(rows.map((row) => row.body)));
  const receivedAt = Math.max(...rows.map((row) => row.received_at));
  await keepPushed(database, [
    {
      tenantId: target.tenant_id,
      subscriptionId: target.subscription_id,
      sourceId: target.source_id,
      receivedAt,
      ...packBody(bytes),
      // Sent again after the source reported the event again, it is another message though its words are the same.
      hash: createHash('sha256').update(bytes).update(String(receivedAt)).digest().subarray(0, 16),
    },
  ]);
}

/** Takes events back from some of those who were notified; gives the ids that were found. */
async function search(
  { database, scheduleProcessing }: RetractionDeps,
  targets: readonly Reported[],
  rows: readonly RetractionRow[],
): Promise<string[]> {
  return database.transaction(async () => {
    const bodies = await listBodies(
      database,
      targets.map((target) => ({ target, withPull: true })),
    );
    const found: string[] = [];
    const changed: number[] = [];
    for (const target of targets) {
      const reported = bodies.get(target.id) ?? [];
      const pulledAt = Math.max(0, ...reported.filter(({ via }) => via === 'pull').map((answer) => answer.received_at));
      // An answer that was given later is the newer word.
      const open = rows.filter((row) => row.received_at >= pulledAt);
      const ids = standingIds(
        reported.map((answer) => unpackBody(answer)),
        open.map((row) => row.event_id),
      );
      if (ids.length === 0) continue;
      found.push(...ids);
      changed.push(target.id);
      await keepWith(
        database,
        target,
        open.filter((row) => ids.includes(row.event_id)),
      );
    }
    await scheduleProcessing(changed);
    return found;
  });
}

/**
 * Takes back what a source has withdrawn by ids alone: looks through what it reported each subscription, keeps the retraction
 * where the event stands and has the record made again. What nobody was notified is noted as refused. Done twice it does
 * nothing twice.
 */
export async function applyRetractions(deps: RetractionDeps, sourceId: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  for (;;) {
    const rows = await listUnsearched(database, sourceId, retractionsAtOnce);
    if (rows.length === 0) break;
    const found = new Set<string>();
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const targets = await listReported(database, sourceId, after, targetsAtOnce);
      if (targets.length === 0) break;
      for (const id of await search(deps, targets, rows)) found.add(id);
      after = targets.at(-1)?.id ?? after;
    }
    await database.transaction(async () => {
      await insertRefusals(
        database,
        rows
          .filter((row) => !found.has(row.event_id))
          .map((row) => ({
            tenantId: null,
            sourceId,
            subscriptionId: null,
            via: 'push',
            reason: 'unknown_event',
            detail: { index: null, eventId: row.event_id, field: 'eventID' },
            sample: row.event_id.slice(0, 200),
          })),
        clock.now(),
      );
      await markSearched(database, rows);
    });
  }
}

/** Has what a source reported looked through, in the current transaction. */
export const retractionScheduler =
  (queue: Queue) =>
  async (sourceId: number): Promise<void> => {
    await queue.enqueue(retractionTask, { sourceId }, { singletonKey: String(sourceId) });
  };
