import { randomUUID } from 'node:crypto';
import type { FleetVessel } from '#contract/network/vessel.ts';
import { vesselActivity } from '#domain/network/position/activity.ts';
import { type VesselNewsCursor, readVesselNews } from '#server/modules/network/position/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { reportMemoryUse } from '#shared/memory/bytes-cache.ts';
import { listFleet, type FleetRow } from './fleet-queries.ts';

/** So long one look at the database does for all who ask. */
const freshMs = 500;
/** So often all vessels are read, for what a writer that lost its right to write finished late. */
const wholeEveryMs = 5 * 60_000;
/** A vessel takes about so many bytes. */
const vesselBytes = 400;

const presentVessel = (row: FleetRow): FleetVessel => [
  String(row.mmsi).padStart(9, '0'),
  row.name,
  Math.round(row.lon * 1e5) / 1e5,
  Math.round(row.lat * 1e5) / 1e5,
  row.speed_kn === null ? null : Math.round(row.speed_kn * 10) / 10,
  row.course === null ? null : Math.round(row.course),
  vesselActivity(
    { speed: row.speed_kn, course: row.course, heading: row.heading, status: row.nav_status },
    row.in_port,
  ),
  row.fix_at,
];

/** Newest positions of all vessels, kept in memory for those who watch them. */
export type FleetMemory = {
  /** All vessels, or those that changed since a cursor that this process gave. */
  read: (
    database: Database,
    since: string | undefined,
  ) => Promise<{ cursor: string; whole: boolean; vessels: FleetVessel[] }>;
};

/**
 * Makes the memory of one process. It looks at most twice a second for all callers together, and reads only vessels that changed
 * since its last look. A cursor of another process, or from before a restart, gets all vessels.
 */
export function createFleetMemory(clock: () => number = performance.now.bind(performance)): FleetMemory {
  const processId = randomUUID();
  const known = reportMemoryUse('fleet', new Map<number, { vessel: FleetVessel; version: number }>(), ({ size }) => ({
    entries: size,
    bytes: size * vesselBytes,
    maxBytes: null,
  }));
  let version = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let news: VesselNewsCursor | undefined;
  let wholeAt = Number.NEGATIVE_INFINITY;

  async function look(database: Database): Promise<void> {
    const isDue = clock() - wholeAt >= wholeEveryMs;
    // The news first: what is written between the two queries is read now and reported of again.
    const { cursor, mmsis } = await readVesselNews(database, isDue ? undefined : news);
    const rows = mmsis?.length === 0 ? [] : await listFleet(database, mmsis);
    news = cursor;
    readAt = clock();
    if (mmsis === null) wholeAt = readAt;
    if (rows.length === 0) return;
    version += 1;
    for (const row of rows) {
      const before = known.get(row.mmsi)?.vessel;
      if (before?.[7] === row.fix_at && before[1] === row.name) continue;
      known.set(row.mmsi, { vessel: presentVessel(row), version });
    }
  }

  return {
    async read(database, since) {
      if (clock() - readAt >= freshMs) {
        reading ??= database.detached(() => look(database)).finally(() => (reading = undefined));
        await reading;
      }
      const [owner, from] = since?.split('/') ?? [];
      const after = owner === processId ? Number(from) : Number.NaN;
      const whole = !Number.isInteger(after) || after > version;
      const vessels = [...known.values()].filter((one) => whole || one.version > after).map(({ vessel }) => vessel);
      return { cursor: `${processId}/${version}`, whole, vessels };
    },
  };
}
