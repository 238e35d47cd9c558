import type { Database } from './database.ts';

/**
 * What takes time in a migration: the rows that it reads or writes, in milliseconds for a thousand of them on a machine that does
 * the probe below in `PROBE_MS`. Those from 0088 on were measured with 100,000 subscriptions and 199,400 rows of shipments.
 */
type Cost = { table: string; msPerThousand: number };

/**
 * Migrations whose time grows with the data; all others take milliseconds. A new one that rewrites rows or builds an index on a
 * large table gets its line here: the file itself cannot be changed once it was applied anywhere.
 */
const COSTS: Readonly<Record<string, readonly Cost[]>> = {
  '0062_what_was_said': [{ table: 'shipment', msPerThousand: 100 }],
  '0065_documents_as_written': [{ table: 'shipment', msPerThousand: 150 }],
  '0088_one_row_per_problem': [{ table: 'shipment_exception', msPerThousand: 20 }],
  '0111_visit_bounds': [{ table: 'port_visit', msPerThousand: 20 }],
  '0124_trace_index': [
    { table: 'subscription', msPerThousand: 30 },
    { table: 'shipment', msPerThousand: 3 },
  ],
  '0182_robot_channels': [{ table: 'shipment', msPerThousand: 0.5 }],
  '0183_counts_of_shared_exceptions': [{ table: 'subscription', msPerThousand: 8 }],
  '0287_first_answers': [{ table: 'subscription_source', msPerThousand: 5 }],
  '0350_lists_by_arrival': [{ table: 'subscription', msPerThousand: 26 }],
  '0382_orders_by_name': [{ table: 'cargo_order', msPerThousand: 20 }],
  '0385_lists_by_latest_arrival': [{ table: 'subscription', msPerThousand: 5 }],
  '0700_open_exceptions_of_vessels': [
    { table: 'shipment_exception', msPerThousand: 3 },
    { table: 'voyage_watch', msPerThousand: 3 },
  ],
  '0410_booking_numbers_per_tenant': [{ table: 'booking_record', msPerThousand: 30 }],
  '0840_conflicts_by_tenant': [
    { table: 'shipment', msPerThousand: 1 },
    { table: 'exception_box', msPerThousand: 1 },
    { table: 'order_tie', msPerThousand: 1 },
  ],
  '0870_totals_by_carrier': [{ table: 'subscription', msPerThousand: 2 }],
};

/** Migrations whose cost is named here. @internal */
export const costlyMigrations: readonly string[] = Object.keys(COSTS);

/** Rows of a table as far as the database knows, counted where it does not; 0 where there is no such table yet. */
async function rowsOf(database: Database, table: string): Promise<number> {
  const [known] = await database.query<{ rows: number }>(
    'select reltuples::float8 as rows from pg_class where oid = to_regclass($1)',
    [table],
  );
  if (known === undefined || known.rows >= 0) return known?.rows ?? 0;
  const [counted] = await database.query<{ rows: number }>(`select count(*)::float8 as rows from ${table}`);
  return counted?.rows ?? 0;
}

/** What a migration takes whatever the data are: its transaction and its note. */
const EACH_MS = 8;

/** How long the machine of those measurements takes for the probe. */
const PROBE_MS = 250;

/** How much slower than the machine of the measurements this one is just now, by rows that it writes and indexes; nothing is kept. */
async function slowness(database: Database): Promise<number> {
  const startedAt = performance.now();
  await database.transaction(async () => {
    await database.execute(`create temporary table cost_probe on commit drop as
      select n, md5(n::text) as a, jsonb_build_object('n', n, 'a', md5(n::text)) as b from generate_series(1, 50000) n`);
    await database.execute('create index on cost_probe (a, n)');
  });
  return (performance.now() - startedAt) / PROBE_MS;
}

/** How long each of the migrations takes on the rows that are there and on this machine, in milliseconds. */
export async function expectedTimes(database: Database, names: readonly string[]): Promise<number[]> {
  const factor = names.some((name) => name in COSTS) ? await slowness(database) : 1;
  const times: number[] = [];
  for (const name of names) {
    let ms = EACH_MS;
    for (const { table, msPerThousand } of COSTS[name] ?? [])
      ms += ((await rowsOf(database, table)) / 1000) * msPerThousand;
    times.push(ms * factor);
  }
  return times;
}
