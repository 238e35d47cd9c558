import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { listSparseFixes, predictOnHop, readHop } from '#server/modules/network/position/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { type Hindcast, insertHindcasts, listPastHops, needsPast, type PastHop } from './past-queries.ts';

/** So many predictions that came true or not are enough to make bands from. */
const enough = 2000;
const backMs = 60 * DAY_MS;
const hopsAtOnce = 50;
const everyMs = 8 * HOUR_MS;

type Deps = { database: Database; clock: Clock; reference: () => ReferenceSnapshot };

/** How far back voyages were gone through; forgotten with the process. */
export type PastMemory = { before?: Instant };

/** What we would have predicted on a voyage of the past, now and then, from what was known at each moment. */
async function hindcastsOf(database: Database, hop: PastHop, reference: ReferenceSnapshot): Promise<Hindcast[]> {
  const known = await readHop({ database, reference }, hop, hop.arrived_at);
  if (known === null) return [];
  // The position at the departure tells nothing of her way.
  const fixes = await listSparseFixes(database, hop.mmsi, hop.departed_at + 1, hop.arrived_at - 1);
  let next = hop.departed_at;
  return fixes.flatMap(({ at, lon, lat }): Hindcast[] => {
    if (at < next) return [];
    next = at + everyMs;
    const { arrived_at: _, ...voyage } = hop;
    const own = predictOnHop(known, { ...voyage, fix_at: at, lon, lat, course: null, told: null }, reference);
    return own === null ? [] : [{ hop, at, own }];
  });
}

/**
 * Works out what we would have predicted on voyages of the past, until enough is known of how wrong predictions are: a new
 * installation has a recording of positions, and no predictions of its own that could have come true. Gives whether there
 * may be more.
 */
export async function learnFromPast({ database, clock, reference }: Deps, memory: PastMemory): Promise<boolean> {
  if (!(await needsPast(database, enough))) return false;
  const since = clock.now() - backMs;
  const hops = await listPastHops(database, { before: memory.before ?? clock.now(), since, limit: hopsAtOnce });
  const snapshot = reference();
  const hindcasts: Hindcast[] = [];
  for (const hop of hops) hindcasts.push(...(await hindcastsOf(database, hop, snapshot)));
  await insertHindcasts(database, hindcasts);
  const last = hops.at(-1);
  if (last !== undefined) memory.before = last.arrived_at;
  return hops.length === hopsAtOnce;
}
