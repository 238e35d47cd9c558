import { describe, expect, test } from 'vitest';
import type { DcsaEvent } from '#simulator/reports/dcsa-wire.ts';
import { toVersion3 } from '#simulator/reports/dcsa3-wire.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { startPushing } from '#testing/pushing.ts';
import { testDatabase } from '#testing/test-database.ts';
import { eventsPath } from './events-route.ts';

const database = await testDatabase();
const { pipeline, mine, second, anonymous, carrier, secret, sign, fusedOf, storedOf, refusalsOf } =
  await startPushing(database);

describe('a carrier that speaks 3.0 and signs nothing', () => {
  const send = async (code: string, payload: unknown, headers: Record<string, string>) => {
    const answer = await anonymous.send('POST', eventsPath.replace(':sourceCode', `dcsa:${code}`), payload, headers);
    return { http: answer.http, body: JSON.parse(answer.text) as any };
  };
  const speaking3 = async () => {
    const one = await carrier();
    await database.execute(`update source set protocol = 'dcsa3' where id = $1`, [one.id]);
    const events = one.events.map((event) => toVersion3(event as DcsaEvent, one.code));
    const basic = Buffer.from(`dcsa:${one.code}:${secret}`).toString('base64');
    return { ...one, events, basic: { authorization: `Basic ${basic}` } };
  };
  const bearer = { authorization: `Bearer ${secret}` };

  test('delivers by what its registration gave it, and is answered in the words of the standard', async () => {
    const one = await speaking3();
    const { id } = await one.subscribe(mine.id);
    const half = Math.floor(one.events.length / 2);
    const first = await send(one.code, { events: one.events.slice(0, half) }, { ...bearer, 'api-version': '3.0.0' });
    expect(first).toEqual({ http: 200, body: { feedbackElements: [] } });
    const bad = { ...one.events[0], eventID: 'bad', eventDateTime: 'soon' };
    const other = await send(one.code, { events: [bad, ...one.events.slice(half)] }, one.basic);
    expect(other.http).toBe(200);
    expect(other.body.feedbackElements).toEqual([
      { severity: 'ERROR', message: expect.stringMatching(/^[A-Z]/), propertyPath: '$.events[0]' },
    ]);
    await pipeline.worker.processAll();
    expect(await storedOf(id)).toHaveLength(2);
    expect((await fusedOf(id))?.['content'].events.length).toBeGreaterThan(5);
    const signed = JSON.stringify({ events: one.events });
    expect((await send(one.code, signed, { 'notification-signature': sign(signed) })).http).toBe(200);
    expect((await refusalsOf(one.id)).map(({ reason }) => reason)).toEqual(['bad_time']);
  });

  test("with the secret of a tenant's keys it reaches that tenant alone, and with that at the source the others", async () => {
    const one = await speaking3();
    const [a, b] = [await one.subscribe(mine.id), await one.subscribe(second.id)];
    const asset = await database.system
      .insertInto('asset')
      .values({ asset_type: `SOURCE:${one.code}`, asset_desc: 'keys', value_type: 'CREDENTIAL' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const own = Buffer.from('the secret of a tenant').toString('base64');
    await database.system
      .updateTable('source')
      .set({ profile: 'dcsa-3.0', asset_id: asset.id })
      .where('id', '=', one.id)
      .execute();
    await database.system
      .insertInto('tenant_asset')
      .values({
        tenant_id: second.id,
        asset_id: asset.id,
        asset_value: seal(JSON.stringify({ apiKey: 'own', pushSecret: own }), pipeline.keys),
      })
      .execute();
    const shown = { authorization: `Bearer ${own}` };
    expect((await send(one.code, { events: one.events }, shown)).http).toBe(200);
    expect([(await storedOf(a.id)).length, (await storedOf(b.id)).length]).toEqual([0, 1]);
    expect((await send(one.code, { events: one.events }, bearer)).http).toBe(200);
    expect([(await storedOf(a.id)).length, (await storedOf(b.id)).length]).toEqual([1, 1]);
  });

  test.each<[string, Record<string, string>]>([
    ['without anything', {}],
    ['with another secret', { authorization: `Bearer ${Buffer.from('another').toString('base64')}` }],
    [
      'with the name of another source',
      { authorization: `Basic ${Buffer.from(`dcsa:X:${secret}`).toString('base64')}` },
    ],
    ['with nothing but a scheme', { authorization: 'Bearer' }],
    ['with a wrong signature beside the right secret', { ...bearer, 'notification-signature': sign('[]') }],
  ])('is nobody %s', async (_name, headers) => {
    const one = await speaking3();
    const { id } = await one.subscribe(mine.id);
    const answer = await send(one.code, { events: one.events }, headers);
    expect(answer).toEqual({
      http: 401,
      body: { feedbackElements: [{ severity: 'ERROR', message: expect.stringMatching(/^[A-Z]/) }] },
    });
    expect(await storedOf(id)).toEqual([]);
    const counted = await database.query<{ n: number }>(
      'select coalesce(sum(n), 0)::int as n from refusal_tally where source_id = $1',
      [one.id],
    );
    expect(counted).toEqual([{ n: 1 }]);
  });

  test('is not taken for one of 2.2, which has to sign; nor is what cannot be read, or of another version', async () => {
    const [old, one] = [await carrier(), await speaking3()];
    expect((await send(old.code, old.events, bearer)).http).toBe(401);
    expect((await send(one.code, '{', bearer)).http).toBe(400);
    expect((await send(one.code, { events: 7 }, bearer)).http).toBe(400);
    expect((await send(one.code, { events: [] }, { ...bearer, 'api-version': '2.2.0' })).http).toBe(400);
    expect((await send(one.code, `[${' '.repeat(5_000_001)}]`, bearer)).http).toBe(413);
    const reasons = await database.query<{ reason: string }>(
      'select reason from refusal_tally where source_id = $1 order by reason',
      [one.id],
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['apiVersion', 'too_large', 'unreadable']);
  });
});
