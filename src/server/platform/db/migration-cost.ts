import type { Database } from './database.ts';

/** What takes time in a migration: the rows that it reads or writes, in milliseconds for a thousand of them. */
type Cost = { table: string; msPerThousand: number };

/**
 * Migrations whose time grows with the data; all others take milliseconds. A new one that rewrites rows or builds an index on a
 * large table gets its line here: the file itself cannot be changed once it was applied anywhere.
 */
const COSTS: Readonly<Record<string, readonly Cost[]>> = {
  '0062_what_was_said': [{ table: 'shipment', msPerThousand: 100 }],
  '0065_documents_as_written': [{ table: 'shipment', msPerThousand: 150 }],
  '0088_one_row_per_problem': [{ table: 'shipment_exception', msPerThousand: 40 }],
  '0111_visit_bounds': [{ table: 'port_visit', msPerThousand: 20 }],
  '0124_trace_index': [
    { table: 'subscription', msPerThousand: 60 },
    { table: 'shipment', msPerThousand: 5 },
  ],
  '0182_robot_channels': [{ table: 'shipment', msPerThousand: 20 }],
  '0183_counts_of_shared_exceptions': [{ table: 'subscription', msPerThousand: 60 }],
  '0287_first_answers': [{ table: 'subscription_source', msPerThousand: 40 }],
  '0350_lists_by_arrival': [{ table: 'subscription', msPerThousand: 60 }],
  '0382_orders_by_name': [{ table: 'cargo_order', msPerThousand: 20 }],
  '0385_lists_by_latest_arrival': [{ table: 'subscription', msPerThousand: 5 }],
  '0410_booking_numbers_per_tenant': [{ table: 'booking_record', msPerThousand: 30 }],
};

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

/** How long a migration takes on the rows that are there, in milliseconds; 0: no time worth naming. */
export async function expectedMs(database: Database, name: string): Promise<number> {
  let total = 0;
  for (const { table, msPerThousand } of COSTS[name] ?? [])
    total += ((await rowsOf(database, table)) / 1000) * msPerThousand;
  return Math.round(total);
}
