import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import { equipmentEvent, exampleBooking, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { pushScheduler } from '#server/modules/intake/collection/index.ts';
import { createRandom } from '#shared/random/prng.ts';
import { startPushing } from '#testing/pushing.ts';
import { testDatabase } from '#testing/test-database.ts';
import { applyRetractions } from './apply-retractions.ts';

const database = await testDatabase();
const { pipeline, mine, second, anonymous, watcher, carrier, sign, push, fusedOf, storedOf, refusalsOf } =
  await startPushing(database);

describe('a notification', () => {
  test('is stored for everybody it concerns and made a shipment', async () => {
    const one = await carrier();
    const [a, b] = [await one.subscribe(mine.id), await one.subscribe(second.id)];
    const container = await one.subscribe(mine.id, { containerNo: exampleContainer });
    const answer = await push(one.code, one.events);
    expect(answer).toMatchObject({ http: 200, status: 1, data: { accepted: one.events.length, refused: [] } });
    await pipeline.worker.processAll();
    for (const { id } of [a, b, container]) expect(await fusedOf(id)).toMatchObject({ port_of_loading: 'CNSHA' });
    expect(one.source.asked).toEqual([]);
  });

  test('leaves the rhythm of asking, and failures of it, alone', async () => {
    const one = await carrier();
    const subscription = await one.subscribe(mine.id);
    await database.execute(
      `update subscription_source set consecutive_failures = 3, last_error = 'timeout: x' where id = $1`,
      [subscription.target],
    );
    const before = await database.query(
      'select next_pull_at, last_pull_at, consecutive_failures, last_error from subscription_source where id = $1',
      [subscription.target],
    );
    await push(one.code, one.events.slice(0, 8));
    await pipeline.worker.processAll();
    expect(
      await database.query(
        'select next_pull_at, last_pull_at, consecutive_failures, last_error from subscription_source where id = $1',
        [subscription.target],
      ),
    ).toEqual(before);
    expect(await fusedOf(subscription.id)).toBeDefined();
  });

  test('that comes twice is kept once', async () => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id);
    await push(one.code, one.events);
    await pipeline.worker.processAll();
    const before = await fusedOf(id);
    const again = await push(one.code, one.events);
    expect(again.data.accepted).toBe(one.events.length);
    await pipeline.worker.processAll();
    expect(await storedOf(id)).toHaveLength(1);
    expect(await fusedOf(id)).toEqual(before);
  });

  test('finds a subscription by the booking number too', async () => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id, { billNo: exampleBooking });
    expect((await push(one.code, one.events)).data.accepted).toBeGreaterThan(0);
    expect(await storedOf(id)).toHaveLength(1);
  });

  test('about a bill counts after the end as well, about a container it does not', async () => {
    const one = await carrier();
    const bill = await one.subscribe(mine.id, { billNo: one.bill, ended: true });
    const container = await one.subscribe(mine.id, { containerNo: exampleContainer, ended: true });
    await push(one.code, one.events);
    expect(await storedOf(bill.id)).toHaveLength(1);
    expect(await storedOf(container.id)).toHaveLength(0);
  });

  test('is taken event by event: bad ones are refused with reasons in words, and can be seen', async () => {
    const one = await carrier();
    await one.subscribe(mine.id);
    const [first] = one.events as [WireEvent];
    const stranger = equipmentEvent({
      id: 'other',
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-10T12:00:00Z',
      container: 'MSKU6011672',
      more: { documentReferences: [] },
    });
    const bad = [
      7,
      { ...first, eventID: 'no-type', eventType: 'DANCE' },
      { ...one.events[1], eventID: 'no-offset', eventDateTime: '2026-01-10T12:00:00' },
      stranger,
      // A call of a ship that names no shipment at all.
      { ...one.events[1], eventID: 'nameless', documentReferences: [] },
    ];
    const answer = await push(one.code, [...one.events, ...bad]);
    expect(answer.data.accepted).toBe(one.events.length);
    const reasons = answer.data.refused.map((refusal: any) => refusal.reason).sort();
    expect(reasons).toEqual([
      'bad_enumeration',
      'malformed_event',
      'no_offset',
      'unknown_reference',
      'unknown_reference',
    ]);
    for (const { message } of answer.data.refused) expect(message).toMatch(/^[A-Z][^_{}]+$/);
    expect((await refusalsOf(one.id)).map(({ reason }) => reason).sort()).toEqual(reasons);
    const list = await watcher.call('refusals', { query: { sourceCode: `dcsa:${one.code}` } });
    expect(list.data.totalRecord).toBe(5);
    expect(list.data.records.map((row: any) => row.reasonText).join()).toMatch(/^[^_]*[\u4e00-\u9fff][^_]*$/);
    const unmatched = list.data.records.filter(({ reason }: any) => reason === 'unknown_reference');
    expect(unmatched.map((row: any) => row.reasonText)).toContain('没有匹配的订阅：—');
    const sources = await watcher.call('sources');
    expect(sources.data.find((row: any) => row.code === `dcsa:${one.code}`)).toMatchObject({ refusals24h: 5 });
  });

  test('of another carrier finds nothing of this one', async () => {
    const [one, other] = [await carrier(), await carrier()];
    const { id } = await one.subscribe(mine.id);
    const answer = await push(other.code, one.events);
    expect(answer.data.accepted).toBe(0);
    expect(await storedOf(id)).toEqual([]);
  });

  test('that cannot be read is refused', async () => {
    const one = await carrier();
    for (const text of ['null', '"x"', '[[[1]]]', '{}']) {
      expect((await push(one.code, text)).data.accepted).toBe(0);
    }
    expect((await refusalsOf(one.id)).length).toBeGreaterThanOrEqual(4);
    for (const text of ['{', '\u0000', '['.repeat(4_800_000)]) expect((await push(one.code, text)).http).toBe(400);
  });
});

describe('a retraction by its id alone', () => {
  const bare = (id: string) => ({ eventID: id, isRetracted: true });
  const idOf = (event: WireEvent) => String(event['eventID']);
  const milestonesOf = async (subscriptionId: number) =>
    ((await fusedOf(subscriptionId))?.['content'].events ?? []).map((event: any) => event.statusCode) as string[];
  /** What was reported while the container was still under way; a shipment that has ended is requested no more. */
  const underWay = (events: readonly WireEvent[]) =>
    events.filter((event) => !['DISC', 'GTOT', 'STRP', 'DROP'].includes(String(event['equipmentEventTypeCode'])));
  const loadedOf = (events: readonly WireEvent[]) =>
    events.find((event) => event['equipmentEventTypeCode'] === 'LOAD') as WireEvent;

  test('takes the event back from everybody who was notified of it, by push or by pull, and from nobody else', async () => {
    const one = await carrier();
    const [pushed, pulled] = [await one.subscribe(mine.id), await one.subscribe(second.id)];
    one.source.respond((url) => ({
      body: url.searchParams.has('transportDocumentReference') ? underWay(one.events) : [],
    }));
    await push(one.code, underWay(one.events));
    await pipeline.worker.processAll();
    await pipeline.schedulePulls([{ subscriptionSourceId: pulled.target, at: pipeline.clock.now() }]);
    await pipeline.worker.processAll();
    expect(one.source.asked.length).toBeGreaterThan(0);
    const other = await carrier();
    const elsewhere = await other.subscribe(mine.id);
    await push(other.code, other.events);
    await pipeline.worker.processAll();
    const untouched = await fusedOf(elsewhere.id);

    pipeline.clock.advance(60_000);
    const answer = await push(one.code, bare(idOf(loadedOf(one.events))));
    expect(answer).toMatchObject({ http: 200, data: { accepted: 1, refused: [] } });
    for (const { id } of [pushed, pulled]) expect(await milestonesOf(id)).toContain('LOBD');
    await pipeline.worker.processAll();
    for (const { id } of [pushed, pulled]) {
      expect(await milestonesOf(id)).not.toContain('LOBD');
      expect((await milestonesOf(id)).length).toBeGreaterThan(3);
    }
    expect(await fusedOf(elsewhere.id)).toEqual(untouched);
    expect(await refusalsOf(one.id)).toEqual([]);
  });

  test('sent twice, or before the event itself, comes to the same', async () => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id);
    const loaded = loadedOf(one.events);
    await push(one.code, one.events);
    for (let time = 0; time < 2; time += 1) {
      await push(one.code, [bare(idOf(loaded))]);
      await pipeline.worker.processAll();
    }
    expect(await storedOf(id)).toHaveLength(2);
    const late = await carrier();
    const latecomer = await late.subscribe(mine.id);
    await push(late.code, [bare(idOf(loadedOf(late.events)))]);
    await pipeline.worker.processAll();
    expect(await refusalsOf(late.id)).toEqual([{ reason: 'unknown_event' }]);
    pipeline.clock.advance(60_000);
    await push(late.code, late.events);
    await pipeline.worker.processAll();
    const [first, other] = await Promise.all([milestonesOf(id), milestonesOf(latecomer.id)]);
    expect(first).not.toContain('LOBD');
    expect(other).toEqual(first);
  });

  test('finds an event that was reported and of which no record was made yet', async () => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id);
    await push(one.code, underWay(one.events));
    pipeline.clock.advance(60_000);
    await push(one.code, bare(idOf(loadedOf(one.events))));
    // The worker that looks for the event is faster than the one that makes the record.
    const deps = { database, clock: pipeline.clock, scheduleProcessing: pushScheduler(pipeline.queue) };
    await applyRetractions(deps, one.id, new AbortController().signal);
    await pipeline.worker.processAll();
    expect((await milestonesOf(id)).length).toBeGreaterThan(3);
    expect(await milestonesOf(id)).not.toContain('LOBD');
    expect(await refusalsOf(one.id)).toEqual([]);
  });

  test('does not outlive a full answer that came after it, and counts again when it is sent again', async () => {
    const one = await carrier();
    const subscription = await one.subscribe(mine.id);
    one.source.respond((url) => ({
      body: url.searchParams.has('transportDocumentReference') ? underWay(one.events) : [],
    }));
    const pull = async () => {
      pipeline.clock.advance(60_000);
      await pipeline.schedulePulls([{ subscriptionSourceId: subscription.target, at: pipeline.clock.now() }]);
      await pipeline.worker.processAll();
    };
    await push(one.code, underWay(one.events));
    const loaded = idOf(loadedOf(one.events));
    const retract = async () => {
      pipeline.clock.advance(60_000);
      await push(one.code, bare(loaded));
      await pipeline.worker.processAll();
    };
    await retract();
    expect(await milestonesOf(subscription.id)).not.toContain('LOBD');
    await pull();
    expect(await milestonesOf(subscription.id)).toContain('LOBD');
    await retract();
    expect(await milestonesOf(subscription.id)).not.toContain('LOBD');
  });

  test('of everything that was reported leaves a shipment of which nothing is known, and what was known is kept', async () => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id);
    await push(one.code, one.events);
    await pipeline.worker.processAll();
    const before = await fusedOf(id);
    pipeline.clock.advance(60_000);
    await push(
      one.code,
      one.events.map((event) => bare(idOf(event))),
    );
    await pipeline.worker.processAll();
    const after = await fusedOf(id);
    expect(after?.['content']).toMatchObject({ legs: [], containers: [], events: [], booking: { billNo: one.bill } });
    expect(after?.['content'].booking).toMatchObject({ portOfLoading: null, eta: null, vesselName: null });
    const trace = async (asOf?: number) =>
      (await watcher.call('getTrace', { query: { obmBkId: after?.['id'], ...(asOf === undefined ? {} : { asOf }) } }))
        .data;
    const withdrawn = { time: pipeline.clock.now(), sourceCodes: [`dcsa:${one.code}`] };
    expect(await trace()).toMatchObject({ containers: [], withdrawn });
    expect(await trace(pipeline.clock.now() - 1)).toMatchObject({ withdrawn: null });
    expect((await trace(pipeline.clock.now() - 1)).legs).toEqual(before?.['content'].legs);
    // Reported again, it is known again.
    pipeline.clock.advance(60_000);
    const again = new Date(pipeline.clock.now()).toISOString();
    await push(
      one.code,
      one.events.map((event) => ({ ...event, eventID: `${idOf(event)}-2`, eventCreatedDateTime: again })),
    );
    await pipeline.worker.processAll();
    expect((await fusedOf(id))?.['content'].legs).toEqual(before?.['content'].legs);
    expect((await trace()).withdrawn).toBeNull();
    expect((await trace(withdrawn.time)).withdrawn).toEqual(withdrawn);
  });
});

describe('who may push', () => {
  test.each<[string, Record<string, string>]>([
    ['without a signature', { 'notification-signature': '' }],
    ['signed by another secret', { 'notification-signature': sign('[]', Buffer.from('another').toString('base64')) }],
    ['with a signature of another body', { 'notification-signature': sign('[ ]') }],
  ])('not somebody %s', async (_name, headers) => {
    const one = await carrier();
    const { id } = await one.subscribe(mine.id);
    const answer = await push(one.code, one.events, headers);
    expect(answer.http).toBe(401);
    expect(answer.msg).toMatch(/^[A-Z]/);
    expect(await storedOf(id)).toEqual([]);
  });

  test('not a source nobody knows, nor one that is switched off', async () => {
    expect((await push('NOBODY', [])).http).toBe(401);
    const one = await carrier();
    await database.execute('update source set push_enabled = false where id = $1', [one.id]);
    expect((await push(one.code, one.events)).http).toBe(403);
  });

  test('a carrier finds the callback there', async () => {
    const answer = await anonymous.send('HEAD', paths.pushDcsa.path.replace(':sourceCode', 'dcsa:X'));
    expect(answer.http).toBe(204);
  });
});

describe('pushed and pulled in any order', () => {
  test('give the same shipment', async () => {
    const random = createRandom('orders');
    const contents = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const one = await carrier();
      const subscription = await one.subscribe(mine.id);
      const at = pipeline.clock.now();
      one.source.respond((url) => ({ body: url.searchParams.has('transportDocumentReference') ? one.events : [] }));
      const steps: (() => Promise<unknown>)[] = [
        () => push(one.code, one.events.slice(0, 8)),
        () => push(one.code, one.events.slice(8)),
        () => push(one.code, one.events.slice(4, 12)),
        () =>
          pipeline
            .schedulePulls([{ subscriptionSourceId: subscription.target, at }])
            .then(() => pipeline.worker.processAll()),
      ];
      for (const step of random.shuffle(steps)) {
        await step();
        if (random.chance(0.5)) await pipeline.worker.processAll();
        pipeline.clock.advance(60_000);
      }
      await pipeline.schedulePulls([{ subscriptionSourceId: subscription.target, at: pipeline.clock.now() }]);
      await pipeline.worker.processAll();
      const fused = await fusedOf(subscription.id);
      contents.add(JSON.stringify(fused?.['content']).replaceAll(one.bill, 'BILL').replaceAll(one.code, 'CODE'));
    }
    expect(contents.size).toBe(1);
  });
});
