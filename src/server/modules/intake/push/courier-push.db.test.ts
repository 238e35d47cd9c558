import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { toUpsEvent } from '#simulator/land/parcel-wire.ts';
import { createParcels } from '#simulator/land/parcels.ts';
import { startPushing } from '#testing/pushing.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { pipeline, mine, second, anonymous, secret, sign, fusedOf, refusalsOf } = await startPushing(database);
const id = await pipeline.addCarrier('UPS', 'http://127.0.0.1:9', secret);
await database.execute(`update source set code = 'ups:UPS', protocol = 'ups', mode = 'courier' where id = $1`, [id]);

const now = pipeline.clock.now();
/** Parcels of the world that were delivered by now. */
const parcels = createParcels('pushed')
  .booked(now - 30 * DAY_MS, now - 12 * DAY_MS)
  .filter(({ courier, scans }) => courier === 'UPS' && scans.every(({ publishedAt }) => publishedAt < now));
const [one, stranger] = parcels as [(typeof parcels)[number], (typeof parcels)[number]];
const eventsOf = (parcel: typeof one) => parcel.scans.map((scan, serial) => toUpsEvent(parcel, scan, serial));
const follow = async (tenantId: number) => {
  const subscription = await buildSubscription(database, { tenantId, billNo: one.waybill, carrierCode: 'UPS' });
  await database.execute(`update subscription set mode = 'courier' where id = $1`, [subscription.id]);
  await pipeline.subscribe(subscription, id, now + 300 * DAY_MS);
  return subscription.id;
};
const push = (payload: unknown, headers?: Record<string, string>) => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return anonymous.call('pushDcsa', {
    params: { sourceCode: 'ups:UPS' },
    body,
    headers: { 'notification-signature': sign(body), 'x-lang': 'en', ...headers },
  });
};

test('scans that a courier pushes become the parcel of everybody who follows it, whatever their order; twice is once', async () => {
  const ids = [await follow(mine.id), await follow(second.id)];
  const events = eventsOf(one);
  expect((await push(events.slice(3))).data).toEqual({ accepted: events.length - 3, refused: [] });
  pipeline.clock.advance(HOUR_MS);
  expect((await push(events.slice(0, 5))).data).toEqual({ accepted: 5, refused: [] });
  await push(events.slice(0, 5));
  await pipeline.worker.processAll();
  for (const subscription of ids) {
    const content = (await fusedOf(subscription))?.['content'];
    expect(content.mode).toBe('courier');
    expect(new Set(content.events.map((event: { actual: number }) => event.actual))).toEqual(
      new Set(one.scans.map(({ at }) => at)),
    );
  }
});

test('bad scans and those of parcels that nobody follows are refused one by one, with their reasons', async () => {
  const [first] = eventsOf(one);
  const bad = [
    { ...first, eventId: 'no-status', status: { type: 'Q', code: 'QQ' } },
    { ...first, eventId: 'no-offset', timestamp: '2026-01-10T12:00:00' },
    { ...first, eventId: 'ahead', timestamp: '2029-01-10T12:00:00Z' },
    7,
    eventsOf(stranger)[0],
  ];
  const { data } = await push(bad);
  expect(data.accepted).toBe(0);
  const reasons = data.refused.map(({ reason }: { reason: string }) => reason).sort();
  expect(reasons).toEqual(['bad_enumeration', 'future_report', 'malformed_event', 'no_offset', 'unknown_reference']);
  expect((await refusalsOf(id)).map(({ reason }) => reason).sort()).toEqual(reasons);
});

test('nobody but the courier is believed', async () => {
  const kept = () => database.query('select count(*)::int as n from raw_answer where source_id = $1', [id]);
  const before = await kept();
  const strangers: Record<string, string>[] = [
    { 'notification-signature': '' },
    { 'notification-signature': sign('[]') },
    { 'notification-signature': '', authorization: `Bearer ${secret}` },
  ];
  for (const headers of strangers) expect((await push(eventsOf(one), headers)).http).toBe(401);
  expect(await kept()).toEqual(before);
});
