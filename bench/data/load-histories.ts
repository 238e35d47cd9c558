import { packHistory } from '#server/modules/tracking/shipment/packed-history.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { buildHistories } from './shipment-histories.ts';

/** How many shipments, of how many templates, and of which days. */
export type HistoryOptions = {
  shipments: number;
  templates: number;
  to: Instant;
  days: number;
  /** As the product keeps them now; else as JSON. */
  packed?: boolean;
};

/** Histories by template, copied within the server until there are enough; gives the bytes of JSON that a shipment has. */
export async function loadHistories(
  database: Database,
  { shipments, templates, to, days, packed = false }: HistoryOptions,
): Promise<number> {
  const histories = buildHistories(templates, to, days);
  const values = histories.flatMap(({ changes }, place) => changes.map((change) => ({ place, ...change })));
  await database.execute(`create table template (place int, subscribed_at timestamptz, ended_at timestamptz)`);
  await database.execute(`create table template_change (place int, known_at timestamptz, changes json, packed bytea)`);
  await database.execute(
    `insert into template select place, to_timestamp(s / 1000), to_timestamp(e / 1000)
     from unnest($1::int[], $2::float8[], $3::float8[]) as r(place, s, e)`,
    [histories.map((_, place) => place), histories.map((one) => one.subscribedAt), histories.map((one) => one.endedAt)],
  );
  await database.execute(
    `insert into template_change select place, to_timestamp(at / 1000), changes::json, packed
     from unnest($1::int[], $2::float8[], $3::text[], $4::bytea[]) as r(place, at, changes, packed)`,
    [
      values.map(({ place }) => place),
      values.map(({ knownAt }) => knownAt),
      values.map(({ changes }) => (packed ? null : JSON.stringify(changes))),
      values.map(({ changes }) => (packed ? packHistory(changes) : null)),
    ],
  );
  await database.execute(`insert into tenant (code, name) values ('BENCH', 'Bench')`);
  await database.patient(600_000, async () => {
    await database.execute(
      `insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, ended, ended_at,
         has_data, created_at)
       select t.id, 'bill', 'BENCH' || n, 'MERI', 'API', 'CARRIER', m.subscribed_at, m.ended_at is not null, m.ended_at, true,
         m.subscribed_at
       from generate_series(0, $1::int - 1) n join template m on m.place = n % $2::int, (select id from tenant where code = 'BENCH') t
       order by n`,
      [shipments, templates],
    );
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
         carrier_code, port_of_loading, port_of_discharge, ended, ended_at, content, content_hash, created_at, updated_at)
       select tenant_id, id, true, 'CARRIER', 'fusion', 'UNION', subscribed_at, subscribed_at, bill_no, carrier_code, 'CNSHA', 'NLRTM',
         ended, ended_at, '{}', '\\x00', subscribed_at, subscribed_at from subscription order by id`,
    );
    await database.execute(
      `insert into shipment_change (tenant_id, shipment_id, known_at, changes, packed)
       select b.tenant_id, b.id, c.known_at, c.changes, c.packed from shipment b
       join template_change c on c.place = substr(b.bill_no, 6)::int % $1::int order by b.id, c.known_at`,
      [templates],
    );
    await database.execute('vacuum analyze subscription');
    await database.execute('vacuum analyze shipment');
    await database.execute('vacuum analyze shipment_change');
  });
  return values.reduce((sum, { changes }) => sum + JSON.stringify(changes).length, 0) / templates;
}
