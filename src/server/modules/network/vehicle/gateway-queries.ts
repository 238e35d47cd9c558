import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How a port for devices does. */
export type GatewayHealth = {
  code: string;
  state: 'open' | 'failed';
  port: number | null;
  connections: number;
  counts: Readonly<Record<string, number>>;
  error: string | null;
};

/** Writes how listening goes; ports that are listened on no more leave the list. */
export async function writeGateways(
  database: Database,
  gateways: readonly GatewayHealth[],
  now: Instant,
): Promise<void> {
  await database.execute('delete from vehicle_gateway where code <> all($1)', [gateways.map(({ code }) => code)]);
  await database.execute(
    `insert into vehicle_gateway (code, state, port, connections, counts, last_error, updated_at)
     select r.code, r.state, r.port, r.connections, r.counts, r.error, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as r(code text, state text, port int, connections int, counts jsonb, error text)
     on conflict (code) do update set state = excluded.state, port = excluded.port, connections = excluded.connections,
       counts = excluded.counts, last_error = excluded.last_error, updated_at = excluded.updated_at`,
    [JSON.stringify(gateways), new Date(now)],
  );
}
