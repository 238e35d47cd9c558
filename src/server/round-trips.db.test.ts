import { afterAll, expect, test } from 'vitest';
import type { CallName } from '#contract/paths.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { type CallOptions, testApp } from '#testing/test-app.ts';

/** Milliseconds to the database and back; what is sent within half of it of each other waits for the same answers. */
const lateMs = 40;

type Call = { name: CallName; input: (turn: number) => CallOptions; most: number };

test.runIf(testDatabaseKind() === 'postgres')(
  'the most used calls wait for the database a few times only',
  async () => {
    const { url: text, drop } = await createPostgresDatabase(await postgresTemplate());
    const url = new URL(text);
    const sentAt: number[] = [];
    const proxy = await startTcpProxy(url.hostname, Number(url.port), {
      lateMs,
      onSent: () => sentAt.push(performance.now()),
    });
    url.host = `127.0.0.1:${proxy.port}`;
    const direct = await openDatabase({ url: text, poolSize: 4, log: silentLog });
    await seedMasterData(direct);
    const tenant = await buildTenant(direct);
    const boss = await buildUser(direct, { tenantId: tenant.id, userType: 'admin' });
    const rows = await buildExceptions(direct, { tenantIds: [tenant.id], count: 30, seed: 'trips', from: Date.now() });
    await direct.close();
    const database = await openDatabase({ url: url.href, poolSize: 4, log: silentLog });
    afterAll(async () => {
      await database.close();
      proxy.close();
      await drop();
    });
    const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
    const client = await signedIn(boss.userCode);
    const page = { body: { currentPage: 1, pageSize: 20 } };
    const exception = rows[0];
    const asset = (await client.call('tenantAsset.query' as CallName, page)).data;
    void asset;
    const calls: Call[] = [
      { name: 'session', input: () => ({}), most: 1 },
      { name: 'queryExceptions', input: () => page, most: 3 },
      { name: 'querySubscriptions', input: () => page, most: 3 },
      { name: 'order.list', input: () => page, most: 3 },
      { name: 'jobQuery', input: () => page, most: 3 },
      { name: 'getTrace', input: () => ({ query: { obmTkSubscribeId: String(exception?.subscription_id) } }), most: 3 },
      {
        name: 'subscribe',
        input: (turn) => ({ body: { isBillNo: 1, blNo: `TRIP${turn}`, carrierCode: 'MERI' } }),
        most: 6,
      },
      {
        name: 'addExceptionComment',
        input: (turn) => ({ body: { obmAutotestResultId: String(exception?.id), body: `已联系 ${turn}` } }),
        most: 6,
      },
      {
        name: 'updateExceptionStatus',
        input: (turn) => ({
          body: { ids: [String(rows[turn + 1]?.id)], handleStatus: '1', handleRemark: `处理 ${turn}` },
        }),
        most: 6,
      },
      { name: 'riskZone.insert' as CallName, input: (turn) => ({ body: { zoneCode: `TRIP_${turn}` } }), most: 6 },
    ];
    const found: Record<string, number> = {};
    for (const { name, input } of calls) {
      let least = Infinity;
      for (let turn = 0; turn < 5; turn += 1) {
        sentAt.length = 0;
        const answer = await client.call(name, input(turn));
        if (answer.status !== 1) console.log(name, answer.http, answer.msg);
        let trips = 0;
        let began = -Infinity;
        for (const at of sentAt) {
          if (at - began < lateMs / 2) continue;
          began = at;
          trips += 1;
        }
        // The first ones prepare statements and fill what is kept in memory.
        if (turn > 1) least = Math.min(least, trips);
      }
      found[name] = least;
    }
    console.log(JSON.stringify(found));
    expect(
      Object.fromEntries(
        calls.filter(({ name, most }) => (found[name] ?? 0) > most).map(({ name }) => [name, found[name]]),
      ),
    ).toEqual({});
  },
  120_000,
);
