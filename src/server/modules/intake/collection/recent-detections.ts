import type { Database } from '#server/platform/db/database.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import type { Instant } from '#shared/time/instant.ts';
import { oncePer } from '#shared/memory/once-per.ts';

const hourMs = 3_600_000;
/** A subscription takes about so many bytes. */
const entryBytes = 100;
const maxBytes = 10_000_000;

/** When this process last queried the rules about each subscription. */
export type RecentDetections = {
  /** Whether the rules were queried within the last hour; their thresholds are hours and days. */
  has: (subscriptionId: number, now: Instant) => boolean;
  remember: (subscriptionIds: Iterable<number>, now: Instant) => void;
};

function createRecentDetections(): RecentDetections {
  const requestedAt = new BytesCache<number, Instant>('recent_detections', maxBytes);
  return {
    has: (id, now) => {
      const at = requestedAt.get(id);
      return at !== undefined && now - at < hourMs && now >= at;
    },
    remember: (ids, now) => {
      for (const id of ids) requestedAt.set(id, now, entryBytes);
    },
  };
}

/**
 * The memory of one process about one database. Another process that changes a shipment asks the rules itself, so
 * that forgetting costs work and remembering hides nothing.
 */
export const recentDetections: (database: Database) => RecentDetections = oncePer(() => createRecentDetections());
