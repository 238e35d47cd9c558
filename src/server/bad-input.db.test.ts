import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import { bodyOf, directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { mutateBytes, mutateJson } from '#testing/connectors/mutate.ts';
import { tablePage } from '#testing/connectors/rpa/samples.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { createRandom } from '#shared/random/prng.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { productModules } from './product.ts';

// The pure parts are tried with 10,000 messages of each protocol beside their sources; here a few of them are written.
const TRIED = 60;
/** So many requests take their time on a busy machine. */
const PATIENCE_MS = 120_000;

const start = Date.UTC(2026, 1, 20);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database, { code: 'BADINPUT' });
const { reference, keys, queue, clock } = pipeline;
const { app, anonymous } = await testApp(database, {
  clock,
  queue,
  modules: productModules({ reference, keys, queue, clock, worldClock: null }),
});
const stamp = { prefix: 'x', created_at: ts(start), created_by: 'test', name: 'test' };
await database.system
  .insertInto('robot_key')
  .values({ ...stamp, tenant_id: null, key_hash: hashToken('prk_bad') })
  .execute();
await database.system
  .insertInto('api_key')
  .values({ ...stamp, tenant_id: tenant.id, key_hash: hashToken('ptk_bad') })
  .execute();

const counted = async (via: string): Promise<number> => {
  const [row] = await database.query<{ n: number }>('select count(*)::int as n from refusal where via = $1', [via]);
  return row?.n ?? 0;
};

/** Everything that a message may have left half done. */
const halves = (): Promise<unknown[]> =>
  database.query(
    `select 'shipment without answer' as what from shipment s where not s.fused and s.raw_answer_id is not null
         and not exists (select from raw_answer a where a.id = s.raw_answer_id)
     union all select 'fused without records' from shipment f where f.fused and not exists (
         select from shipment r where r.subscription_id = f.subscription_id and not r.fused)`,
  );

/** Answers of robots that nobody would take any further. */
const forgotten = (): Promise<unknown[]> =>
  database.query(
    `select a.id from robot_answer a where not exists (
       select from task t where t.kind = 'robot_answer' and (t.payload->>'answerId')::bigint = a.id)`,
  );

describe('bent messages', { timeout: PATIENCE_MS }, () => {
  test('of carriers that push are kept or refused as a whole, event by event, and every refusal is counted', async () => {
    const secret = Buffer.from('the secret of a carrier, 32 bytes').toString('base64');
    const source = await startScriptedSource();
    const sourceId = await pipeline.addCarrier('BADA', source.baseUrl, secret);
    const subscription = await buildSubscription(database, {
      tenantId: tenant.id,
      carrierCode: 'BADA',
      billNo: exampleBill,
    });
    await pipeline.subscribe(subscription, sourceId, Date.UTC(2027, 0, 1));
    const path = paths.pushDcsa.path.replace(':sourceCode', encodeURIComponent('dcsa:BADA'));
    const random = createRandom('bad/push');
    let refused = 0;
    for (let run = 0; run < TRIED; run += 1) {
      const bent = bodyOf(mutateJson(directVoyage(), random, random.pick([20, 150])));
      const body = Buffer.from(random.chance(0.2) ? mutateBytes(bent, random) : bent);
      const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('hex');
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'notification-signature': `sha256=${signature}` },
        payload: body,
      });
      expect([200, 400]).toContain(response.statusCode);
      if (response.statusCode === 200)
        refused += (response.json() as { data: { refused: unknown[] } }).data.refused.length;
    }
    expect(refused).toBeGreaterThan(TRIED);
    expect(await counted('push')).toBe(refused);
    expect((await pipeline.worker.processAll()).failed).toBe(0);
    expect(await halves()).toEqual([]);
  });

  test('of robots are kept as received or refused with a reason, and never half', async () => {
    const random = createRandom('bad/robots');
    const container = 'WBLU0000015';
    const states = new Map<string, number>();
    for (let run = 0; run < TRIED; run += 1) {
      const bill = `WILL${String(run % 40).padStart(9, '0')}`;
      if (run < 40) await buildSubscription(database, { tenantId: tenant.id, carrierCode: 'WILL', billNo: bill });
      const page = Buffer.from(mutateBytes(Buffer.from(tablePage(bill, container)), random)).toString('utf8');
      const whole = {
        carrierCode: 'WILL',
        subject: 'bill',
        subjectNo: bill,
        collectedAt: start - run,
        robotId: 'wali',
        jobId: `job-${run}`,
        contentType: 'html',
        body: page,
      };
      const body = random.chance(0.3) ? mutateJson(whole, random, 8) : whole;
      const answer = await anonymous.call('rpaAnswer', { body, headers: { 'api-key': 'prk_bad' } });
      expect([200, 400, 413]).toContain(answer.http);
      const state = answer.status === 1 ? answer.data.state : 'not kept';
      states.set(state, (states.get(state) ?? 0) + 1);
      if (answer.status === 1 && state === 'refused') expect(answer.data.reasons.length).toBeGreaterThan(0);
      if (answer.status !== 1) expect(answer.msg.length).toBeGreaterThan(2);
    }
    expect(states.get('refused')).toBeGreaterThan(5);
    expect(states.get('not kept')).toBeGreaterThan(5);
    expect((states.get('parsed') ?? 0) + (states.get('partly') ?? 0)).toBeGreaterThan(5);
    expect(await counted('rpa')).toBeGreaterThanOrEqual(states.get('refused') ?? 0);
    expect(await forgotten()).toEqual([]);
    expect((await pipeline.worker.processAll()).failed).toBe(0);
    expect(await halves()).toEqual([]);
  });

  test('of those who read our events are answered in words', async () => {
    const random = createRandom('bad/outward');
    const names = ['eventType', 'limit', 'cursor', 'sort', 'eventCreatedDateTime:gte', 'UNLocationCode', '__proto__'];
    const values = ['TRANSPORT', '-1', '%00', 'x'.repeat(3_000), '2026-02-30T00:00:00Z', "' or 1=1", 'CNSHA', '[]'];
    for (let run = 0; run < TRIED; run += 1) {
      const query = Array.from({ length: random.int(1, 4) }, () => `${random.pick(names)}=${random.pick(values)}`).join(
        '&',
      );
      const headers = { 'api-key': 'ptk_bad', 'content-type': 'application/json' };
      const requested = await app.inject({ url: `${outwardBase}/events?${query}`, headers });
      expect([200, 400]).toContain(requested.statusCode);
      const body = mutateJson({ callbackUrl: 'http://127.0.0.1:1/', secret: 'x', eventType: ['TRANSPORT'] }, random, 4);
      const made = await app.inject({
        method: 'POST',
        url: `${outwardBase}/event-subscriptions`,
        headers,
        payload: JSON.stringify(body),
      });
      expect(made.statusCode).toBe(400);
      for (const answer of [requested, made])
        if (answer.statusCode === 400) expect(answer.body.length).toBeGreaterThan(20);
    }
    expect(await database.query('select 1 from outward_subscription')).toEqual([]);
  });
});
