import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { learnFromPast, type PastMemory } from './learn-from-past.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { expect, readErrors } from './expect.ts';
import { insertOutlooks, listDueVoyagers, type Outlook, settleOutlooks } from './outlook-queries.ts';

const everyMs = 6 * HOUR_MS;
const freshMs = 12 * HOUR_MS;
const atOnce = 100;

type Deps = { database: Database; clock: Clock; reference: () => ReferenceSnapshot };

/**
 * Notes what we, carriers and masters expect of vessels under way, and settles what was expected of those that have arrived.
 * Gives whether there may be more.
 */
export async function keepOutlooks({ database, clock, reference }: Deps): Promise<boolean> {
  await settleOutlooks(database);
  const due = await listDueVoyagers(database, { now: clock.now(), everyMs, freshMs, limit: atOnce });
  if (due.length === 0) return false;
  const snapshot = reference();
  const errors = await readErrors(database);
  const outlooks: Outlook[] = [];
  for (const voyager of due) {
    const outlook = await expect(database, voyager, errors, snapshot);
    if (outlook !== undefined) outlooks.push(outlook);
  }
  await insertOutlooks(database, outlooks);
  return outlooks.length === atOnce;
}

/** Noting and scoring what is expected of vessels under way, and learning how wrong predictions are. */
export const vesselTasks = (deps: {
  database: Database;
  clock: Clock;
  reference: () => ReferenceSnapshot;
}): BackgroundModule => {
  const memory: PastMemory = {};
  return {
    tasks: [],
    chores: [
      { name: 'expected arrivals', run: async () => !(await keepOutlooks(deps)) },
      { name: 'predictions of past voyages', run: async () => !(await learnFromPast(deps, memory)) },
    ],
  };
};
