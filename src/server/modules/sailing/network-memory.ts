import { buildNetwork, type NetworkCall, type SailingNetwork } from '#domain/sailing/network.ts';
import type { CallSeller } from '#domain/sailing/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** Whether something changed is asked at most so often (real time). */
const lookEveryMs = 2_000;
/** Calls that are over are forgotten after this. */
const keptMs = 30 * DAY_MS;
/** Numbers given out and not committed yet may be so far behind the newest. */
const overlap = 2_000;

/** The calls of all sailings of one process, in the form in which routes are found. */
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

const columns = 'id, carrier_code, service_code, imo, port_code, omitted, arrives_at, departs_at, sellers';

/** Keeps the calls of all sailings in memory; what changed since is read before a question is answered. */
export function createNetworkMemory(): NetworkMemory {
  const calls = new Map<number, NetworkCall>();
  const share = shareLists();
  let known = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let network: SailingNetwork = buildNetwork([]);
  let looking: Promise<void> | undefined;

  const take = (row: Row, now: Instant): void => {
    if (row.omitted || row.departs_at < now - keptMs) calls.delete(row.id);
    else
      calls.set(row.id, {
        id: row.id,
        chain: `${row.carrier_code}/${row.service_code}/${row.imo}`,
        carrierCode: row.carrier_code,
        portCode: row.port_code,
        arrivesAt: row.arrives_at,
        departsAt: row.departs_at,
        sellers: share(row.sellers),
      });
  };

  async function look(database: Database, now: Instant): Promise<void> {
    const [newest] = await database.query<{ change_no: number }>(
      'select coalesce(max(change_no), 0)::float8 as change_no from sailing_call',
    );
    lookedAt = performance.now();
    const until = newest?.change_no ?? 0;
    if (until === known) return;
    const rows = await database.query<Row>(
      `select ${columns} from sailing_call where change_no > $1 and (departs_at > $2 or $3)`,
      [Math.max(0, known - overlap), new Date(now - keptMs), known > 0],
    );
    for (const row of rows) take(row, now);
    for (const call of calls.values()) if (call.departsAt < now - keptMs) calls.delete(call.id);
    known = until;
    network = buildNetwork([...calls.values()]);
  }

  return {
    async current(database, now) {
      if (performance.now() - lookedAt >= lookEveryMs) {
        looking ??= look(database, now).finally(() => (looking = undefined));
        await looking;
      }
      return network;
    },
  };
}
