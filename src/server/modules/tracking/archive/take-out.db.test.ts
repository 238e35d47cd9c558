import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArchived } from '#server/platform/archive/index.ts';
import { standardRetention } from '#server/platform/config/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { workOnArchive } from './tasks.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portolan-take-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const database = await testDatabase({ archiveFolder: folder });
const { clock, queue } = await startPipeline(database, { start: Date.UTC(2026, 0, 1) });
const tenant = await buildTenant(database);
const deps = {
  database,
  queue,
  clock: { ...clock, now: () => clock.now() + 500 * DAY_MS },
  log: silentLog,
  retention: standardRetention,
};

/** Shipments that are over for long, each with a change; gives the first one. */
async function buildOver(count: number): Promise<number> {
  const { rows } = await database.execute<{ id: number }>(
    `with u as (insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, created_at, ended, ended_at)
       select $1, 'bill', 'OVER' || $2::text || ' ' || n, 'COSU', 'SHIPPING_TRACKING', 'CARRIER', $3, $3, true, $3 from generate_series(1, $2::int) n returning id),
     s as (insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content,
         content_hash, created_at, updated_at, ended, ended_at)
       select $1, u.id, true, 'FUSED', 'fused', 'SHIPPING_TRACKING', $3, $3, '{}', '', $3, $3, true, $3 from u returning id)
     insert into shipment_change (tenant_id, shipment_id, known_at, changes) select $1, s.id, $3, '{}' from s returning shipment_id as id`,
    [tenant.id, count, new Date(clock.now())],
  );
  return Math.min(...rows.map(({ id }) => id));
}

const addChange = (shipmentId: number): Promise<unknown> =>
  database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes) values ($1, $2, $3, '{"late": [null, 1]}')`,
    [tenant.id, shipmentId, new Date(clock.now())],
  );

/** Archives until there is nothing left to try again. */
async function archive(): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) if (await workOnArchive(deps)) return;
  throw new Error('the archive does not come to an end');
}

test.runIf(database.kind === 'postgres')(
  'a change that is written while its range goes to the archive, and committed before its table is locked, is kept',
  async () => {
    const shipmentId = await buildOver(40);
    for (const table of ['subscription', 'shipment'])
      await database.execute(`select setval(pg_get_serial_sequence($1, 'id'), 20000)`, [table]);
    await buildOver(1);
    const { archived } = await database.transaction(async () => {
      await addChange(shipmentId);
      const archiving = database.detached(archive);
      await database.detached(() => untilWaiting(database));
      return { archived: archiving };
    });
    await archived;
    const [other] = await database.query('select from shipment_change where shipment_id = $1', [shipmentId + 1]);
    expect(other).toBeUndefined();
    const stored = await database.query<{ id: number }>('select id from shipment_change where shipment_id = $1', [
      shipmentId,
    ]);
    const filed = await readArchived(database, 'shipment_change', [shipmentId], ['shipment_id']);
    expect(new Set([...stored, ...filed].map(({ id }) => id)).size).toBe(2);
  },
);
