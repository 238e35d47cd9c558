import { afterAll, expect, test } from 'vitest';
import type { CallName } from '#contract/paths.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildSource } from '#testing/factories.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { type CallOptions, testApp } from '#testing/test-app.ts';

/** Milliseconds by which the database answers late; what is sent within half of it of each other waits for the same answers. */
const lateMs = 40;
const isHere = testDatabaseKind() === 'postgres';

/** A database far away with something of everything in it, and when something was sent to it. */
async function openFar() {
  const { url: text, drop } = await createPostgresDatabase(await postgresTemplate());
  const near = await openDatabase({ url: text, poolSize: 4, log: silentLog });
  await seedMasterData(near);
  const tenant = await buildTenant(near);
  const boss = await buildUser(near, { tenantId: tenant.id, userType: 'admin' });
  await buildSource(near, { carrierCode: 'MERI' });
  const rows = await buildExceptions(near, { tenantIds: [tenant.id], count: 30, seed: 'trips', from: Date.now() });
  const shipment = await storeFused(near, {
    tenantId: tenant.id,
    subscriptionId: rows[0]?.subscription_id ?? 0,
    content: emptyContent('TRIP', null, 'MERI'),
    at: Date.now(),
  });
  const { rows: assets } = await near.execute<{ id: number }>(
    `insert into asset (asset_type, asset_desc, value_type) select 'TRIP' || n, 'Trip', 'TEXT' from generate_series(1, 9) as n
     returning id`,
  );
  await near.close();
  const url = new URL(text);
  const sentAt: number[] = [];
  const onSent = (): void => void sentAt.push(performance.now());
  const proxy = await startTcpProxy(url.hostname, Number(url.port), { lateMs, onSent });
  url.host = `127.0.0.1:${proxy.port}`;
  const database = await openDatabase({ url: url.href, poolSize: 4, log: silentLog });
  afterAll(async () => {
    await database.close();
    proxy.close();
    await drop();
  });
  return {
    database,
    sentAt,
    tenant,
    boss,
    ids: rows.map(({ id }) => String(id)),
    shipment,
    assets: assets.map(({ id }) => String(id)),
  };
}

/** How often something was sent after answers had come. */
function tripsIn(sentAt: readonly number[]): number {
  let trips = 0;
  let began = -Infinity;
  for (const at of sentAt) {
    if (at - began < lateMs / 2) continue;
    began = at;
    trips += 1;
  }
  return trips;
}

test.runIf(isHere)(
  'the most used calls go to the database and back a few times only: a page at most 3 times, a write at most 6',
  async () => {
    const { database, sentAt, tenant, boss, ids, shipment, assets } = await openFar();
    const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const client = await signedIn(boss.userCode);
    const page = () => ({ body: { currentPage: 1, pageSize: 20 } });
    const pages: Partial<Record<CallName, () => CallOptions>> = {
      session: () => ({}),
      queryExceptions: page,
      querySubscriptions: page,
      'order.list': page,
      jobQuery: page,
      getTrace: () => ({ query: { obmBkId: String(shipment) } }),
    };
    const writes: Partial<Record<CallName, (turn: number) => object>> = {
      subscribe: (turn) => ({ isBillNo: 1, blNo: `TRIP${turn}`, carrierCode: 'MERI' }),
      addExceptionComment: (turn) => ({ obmAutotestResultId: ids[0], body: `已联系 ${turn}` }),
      updateExceptionStatus: (turn) => ({ ids: [ids[turn + 1]], handleStatus: '1', handleRemark: `处理 ${turn}` }),
      'tenantAsset.insert': (turn) => ({ wlAssetsId: assets[turn], tenantId: String(tenant.id), assetValue: 'x' }),
    };
    const found: Record<string, number> = {};
    const measure = async (name: CallName, input: (turn: number) => CallOptions): Promise<void> => {
      const trips: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        sentAt.length = 0;
        const { status, msg } = await client.call(name, input(turn));
        expect(status, `${name}: ${msg}`).toBe(1);
        trips.push(tripsIn(sentAt));
      }
      // The first ones prepare statements and fill what is kept in memory.
      found[name] = Math.min(...trips.slice(2));
    };
    for (const [name, input] of Object.entries(pages)) await measure(name as CallName, input);
    for (const [name, body] of Object.entries(writes))
      await measure(name as CallName, (turn) => ({
        body: body(turn),
        headers: { 'idempotency-key': `key-of-round-trips-${turn}` },
      }));
    console.info(`ways to the database and back: ${JSON.stringify(found)}`);
    const limit = (name: string): number => (name in writes ? 6 : 3);
    expect(Object.entries(found).filter(([name, trips]) => trips > limit(name))).toEqual([]);
  },
  120_000,
);
