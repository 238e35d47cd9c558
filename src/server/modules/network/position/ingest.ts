import type { FenceIndex } from '#domain/network/position/geofence.ts';
import { noFenceState } from '#domain/network/position/geofence.ts';
import { noMemory } from '#domain/network/position/fix.ts';
import type { AisMessage } from '#server/connectors/ais/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import {
  insertPositions,
  insertWordChanges,
  listVesselStates,
  writeVessels,
  upsertVisits,
  vesselDays,
} from './ingest-queries.ts';
import { toHeard } from './take-message.ts';
import type { Heard } from './take-message.ts';
import { advanceVessel } from './vessel-memory.ts';
import type { VesselNews, VesselState } from './vessel-memory.ts';

/** What taking in has done so far. */
export type IngestCounts = {
  positions: number;
  duplicates: number;
  jumps: number;
  /** Times before 2000, in the future, or of more days than are kept. */
  badTimes: number;
  visits: number;
  vesselChanges: number;
};

/** What taking in works with. */
export type IngestDeps = { database: Database; fences: () => FenceIndex };

/** What is known of a vessel takes about so many bytes. */
const vesselBytes = 1_500;
const maxStatesBytes = 48_000_000;
/** Days with positions at once: more are a source with a broken clock. */
const maxDays = 500;
const earliest = Date.UTC(2000, 0, 1);
/** Clocks differ by so much; a receiver that writes its local time would hold up all true positions for hours. */
const aheadMs = 2 * HOUR_MS;

/** Collects what is heard and writes it in batches: positions, newest position and own data of vessels, stays in ports. */
export type Ingest = {
  /** Remembers a message until the next `flush`; `feed` is the receiver that brought it. */
  take: (message: AisMessage, now: Instant, feed?: string) => void;
  /** Messages remembered. */
  waiting: () => number;
  /** Writes what is remembered in one transaction; nothing is lost when that fails. */
  flush: () => Promise<void>;
  /** Forgets what is known of vessels, because somebody else may have written. */
  forget: () => void;
  counts: () => IngestCounts;
};

const noCounts: IngestCounts = {
  positions: 0,
  duplicates: 0,
  jumps: 0,
  badTimes: 0,
  visits: 0,
  vesselChanges: 0,
};

/** Makes an ingest of one process; only one process at a time may write. */
export function createIngest({ database, fences }: IngestDeps): Ingest {
  let heard: Heard[] = [];
  const states = new BytesCache<number, VesselState>('vessel_states', maxStatesBytes);
  const remember = (state: VesselState): void => states.set(state.mmsi, state, vesselBytes);
  let days: Set<number> | undefined;
  const counts = { ...noCounts };

  async function loadStates(mmsis: readonly number[]): Promise<void> {
    const missing = mmsis.filter((mmsi) => !states.has(mmsi));
    if (missing.length === 0) return;
    for (const state of await listVesselStates(database, missing)) remember(state);
    for (const mmsi of missing)
      if (!states.has(mmsi))
        remember({ mmsi, fixes: noMemory, fixFeed: null, fence: noFenceState, word: {}, statedAt: {} });
  }

  /** Leaves out what belongs to days beyond what is kept, and makes the partitions of the others. */
  async function withPartitions(batch: readonly Heard[]): Promise<Heard[]> {
    days ??= new Set(await vesselDays.list(database));
    const known = days;
    const wanted = new Set(batch.flatMap(({ at, fix }) => (fix === null ? [] : [Math.floor(at / DAY_MS)])));
    const fresh = [...wanted].filter((day) => !known.has(day));
    const allowed = fresh.toSorted((a, b) => b - a).slice(0, Math.max(0, maxDays - known.size));
    await vesselDays.create(database, allowed);
    for (const day of allowed) known.add(day);
    const taken = batch.filter(({ at, fix }) => fix === null || known.has(Math.floor(at / DAY_MS)));
    counts.badTimes += batch.length - taken.length;
    return taken;
  }

  async function write(batch: readonly Heard[]): Promise<VesselNews[]> {
    const byVessel = Map.groupBy(batch, ({ mmsi }) => mmsi);
    await loadStates([...byVessel.keys()]);
    const index = fences();
    const news = [...byVessel].map(([mmsi, own]) => advanceVessel(states.get(mmsi) as VesselState, own, index));
    await insertPositions(database, news);
    await writeVessels(database, news);
    await insertWordChanges(
      database,
      news.flatMap(({ changes }) => changes),
    );
    await upsertVisits(
      database,
      news.flatMap(({ state, visits }) => visits.map((visit) => ({ ...visit, mmsi: state.mmsi }))),
    );
    return news;
  }

  async function flush(): Promise<void> {
    const batch = heard;
    heard = [];
    if (batch.length === 0) return;
    try {
      const news = await database.transaction(async () => write(await withPartitions(batch)));
      for (const { state } of news) remember(state);
      addUp(counts, news);
    } catch (error) {
      heard = [...batch, ...heard];
      states.clear();
      days = undefined;
      throw error;
    }
  }

  return {
    take(message, now, feed) {
      const one = toHeard(message, now, feed ?? null);
      if (one === undefined) return;
      if (one.at < earliest || one.at > now + aheadMs) counts.badTimes += 1;
      else heard.push(one);
    },
    waiting: () => heard.length,
    flush,
    forget() {
      states.clear();
      days = undefined;
    },
    counts: () => counts,
  };
}

function addUp(counts: IngestCounts, news: readonly VesselNews[]): void {
  for (const { verdicts, visits, changes } of news) {
    counts.positions += verdicts.believed;
    counts.duplicates += verdicts.duplicate;
    counts.jumps += verdicts.jump;
    counts.visits += visits.length;
    counts.vesselChanges += changes.length;
  }
}
