import { buildNetwork, type NetworkCall, type SailingNetwork } from '#domain/network/sailing/network.ts';
import type { CallSeller } from '#domain/network/sailing/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import { reportMemoryUse } from '#shared/memory/bytes-cache.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** Whether something changed is queried at most so often (real time). */
const lookEveryMs = 2_000;
/** Calls that are over are forgotten after this. */
const keptMs = 30 * DAY_MS;
/** A call takes about so many bytes, with its place in the network. */
const callBytes = 500;
/** Numbers given out and not committed yet may be so far behind the newest. */
const overlap = 2_000;

/** The calls of all sailings (or flights) of one process, in the form in which routes are found. */
export type NetworkMemory = { current: (database: Database, now: Instant) => Promise<SailingNetwork> };

type Row = {
  id: number;
  carrier_code: string;
  service_code: string;
  imo: string;
  port_code: string;
  omitted: boolean;
  arrives_at: Instant;
  departs_at: Instant;
  sellers: CallSeller[];
};

/** Equal lists of sellers are one list: there are few of them, and very many calls. */
function shareLists(): (sellers: readonly CallSeller[]) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (sellers) => {
    const codes = sellers.map(({ carrierCode }) => carrierCode);
    const key = codes.join(' ');
    const list = known.get(key) ?? codes;
    known.set(key, list);
    return list;
  };
}

/** A row of a schedule: its place in the memory, until when it counts, and the calls it comes to (none: they are left out). */
export type NetworkRow = { id: number; departsAt: Instant; calls: readonly NetworkCall[] };

/** Where calls are read: the number of the newest change, and rows that changed after a number and leave after a moment. */
export type NetworkReader = {
  newest: (database: Database) => Promise<number>;
  changed: (database: Database, after: number, departingAfter: Instant | null) => Promise<NetworkRow[]>;
};

const columns = 'id, carrier_code, service_code, imo, port_code, omitted, arrives_at, departs_at, sellers';

/** Calls of vessels as they are stored. */
function sailingReader(): NetworkReader {
  const share = shareLists();
  return {
    newest: async (database) => {
      const [row] = await database.query<{ change_no: number }>(
        'select coalesce(max(change_no), 0)::float8 as change_no from sailing_call',
      );
      return row?.change_no ?? 0;
    },
    changed: async (database, after, departingAfter) => {
      const rows = await database.query<Row>(
        `select ${columns} from sailing_call where change_no > $1 and ($2::timestamptz is null or departs_at > $2)`,
        [after, departingAfter === null ? null : new Date(departingAfter)],
      );
      return rows.map((row) => ({
        id: row.id,
        departsAt: row.departs_at,
        calls: row.omitted
          ? []
          : [
              {
                id: row.id,
                chain: `${row.carrier_code}/${row.service_code}/${row.imo}`,
                carrierCode: row.carrier_code,
                portCode: row.port_code,
                arrivesAt: row.arrives_at,
                departsAt: row.departs_at,
                sellers: share(row.sellers),
              },
            ],
      }));
    },
  };
}

/** Keeps the calls of all sailings in memory; what changed since is read before a question is answered. */
export function createNetworkMemory(reader: NetworkReader = sailingReader(), name = 'sailing_network'): NetworkMemory {
  const kept = reportMemoryUse(name, new Map<number, NetworkRow>(), ({ size }) => ({
    entries: size,
    bytes: size * callBytes,
    maxBytes: null,
  }));
  let known = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let network: SailingNetwork = buildNetwork([]);
  let looking: Promise<void> | undefined;

  async function look(database: Database, now: Instant): Promise<void> {
    const until = await reader.newest(database);
    lookedAt = performance.now();
    if (until === known) return;
    const over = now - keptMs;
    // What changed later may be about calls that are kept, however old they are now.
    const rows = await reader.changed(database, Math.max(0, known - overlap), known > 0 ? null : over);
    for (const row of rows) kept.set(row.id, row);
    for (const row of kept.values()) if (row.departsAt < over || row.calls.length === 0) kept.delete(row.id);
    known = until;
    network = buildNetwork([...kept.values()].flatMap(({ calls }) => calls));
  }

  return {
    async current(database, now) {
      if (performance.now() - lookedAt >= lookEveryMs) {
        looking ??= database.detached(() => look(database, now)).finally(() => (looking = undefined));
        await looking;
      }
      return network;
    },
  };
}

/** A memory of each database, once however many features of this process ask for it. */
export function memoryOfDatabase(create: () => NetworkMemory): NetworkMemory {
  const ofDatabase = oncePer((_database: Database) => create());
  return { current: (database, now) => ofDatabase(database).current(database, now) };
}

/** The sailings of a database, in memory. */
export const sailingNetwork: NetworkMemory = memoryOfDatabase(createNetworkMemory);
