import { expect, test } from 'vitest';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { createRandom } from '#shared/random/prng.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 1, 12) });
const [mine, theirs] = [await buildTenant(database, { code: 'ASOFA' }), await buildTenant(database, { code: 'ASOFB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'historian', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, stranger] = [await signedIn('historian'), await signedIn('stranger')];
const { voyage } = createVoyages(database, pipeline, mine.id);
/** The name by which the aggregator calls the ship: another one now and then. */
let statement = 'AMBER TIDE';
/** The hour at which it has her leave, of which the carrier knows better. */
let leaving = 12;
const aggregator = await addAggregator(database, pipeline.keys, (text) =>
  text.replaceAll('Amber Tide', statement).replaceAll('2026-01-10 12:00:00', `2026-01-10 ${leaving}:00:00`),
);

const trace = (obmBkId: unknown, asOf?: unknown, who = client) =>
  who.call('getTrace', { query: { obmBkId, ...(asOf === undefined ? {} : { asOf }) } });

/** What a reader sees of a shipment: values, which source stated them by which rule, and what the others stated. */
function seen({ data }: { data: any }) {
  const { booking, legs, containers, places, track, vessel, etaHistory, exceptions, provenance, now } = data;
  return {
    shown: { booking, legs, containers, places, track, vessel, etaHistory, now },
    exceptions: exceptions.map((row: any) => [row.obmAutotestResultId, row.open]).sort(),
    said: provenance as Record<string, { rule: string; others: unknown[] }>,
  };
}

type Reported = ReturnType<typeof seen>['said'];
type Moment = { time: number; changes: number; said: string[] };

const winners = (answer: { data: any }) =>
  Object.entries(seen(answer).said).map(([path, { winner }]: any) => [path, winner.value]);

/** Sources that say another value of something, or none, of what is shown at two moments. */
function whoseWordDiffers(earlier: Reported, later: Reported): string[] {
  const wordsIn = (reported: Reported): Map<string, { sourceCode: string; value: unknown }> =>
    new Map(
      Object.entries(reported).flatMap(([path, { winner, others }]: any) =>
        [winner, ...others].map((one: any) => [`${path} ${one.sourceCode}`, one] as const),
      ),
    );
  const [was, is] = [wordsIn(earlier), wordsIn(later)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const differing = keys.filter((key) => was.get(key)?.value !== is.get(key)?.value);
  return [...new Set(differing.map((key) => (was.get(key) ?? is.get(key))?.sourceCode ?? ''))].sort();
}

/** Where only somebody who lost says something else, what is shown stays, what they stated does not, and no such moment is missing. */
async function expectSilentMoments(
  bkId: string,
  moments: readonly Moment[],
  shown: readonly { at: number; seen: ReturnType<typeof seen> }[],
): Promise<void> {
  const silent = moments.filter(({ changes }) => changes === 0);
  expect(silent.length).toBeGreaterThan(2);
  expect(new Set(moments.map(({ time }) => time)).size).toBe(moments.length);
  expect(moments.filter(({ changes, said: who }) => changes > 0 && who.length > 0)).toEqual([]);
  for (const { time, said: who } of silent) {
    const [earlier, later] = [await trace(bkId, time - 1), await trace(bkId, time)];
    expect(winners(later).sort()).toEqual(winners(earlier).sort());
    expect(who).toEqual(whoseWordDiffers(seen(earlier).said, seen(later).said));
  }
  for (const [index, { at, seen: later }] of shown.slice(1).entries()) {
    const earlier = shown[index] as (typeof shown)[number];
    const isListed = moments.some(({ time }) => time > earlier.at && time <= at);
    if (whoseWordDiffers(earlier.seen.said, later.said).length > 0) expect([at, isListed]).toEqual([at, true]);
  }
}

test.each(['first', 'second'])('every moment of a run is shown again as it was shown then (%s)', async (seed) => {
  const random = createRandom(seed);
  const one = await voyage();
  await pipeline.subscribe(one.subscription, aggregator.id, pipeline.clock.now() + 3 * DAY_MS);
  const before = pipeline.clock.now() - 1;
  await pipeline.at(pipeline.clock.now());
  const [row] = await database.query<{ id: number }>('select id from shipment where subscription_id = $1 and fused', [
    one.subscription.id,
  ]);
  const bkId = String(row?.id);
  const shown: { at: number; seen: ReturnType<typeof seen> }[] = [];
  for (let step = 0; step < 24; step += 1) {
    await pipeline.at(pipeline.clock.now() + random.int(6, 60) * HOUR_MS);
    // Sources take things back and say them again, and experts correct and think better of it.
    if (random.chance(0.5)) statement = random.pick(['GOOD HOPE', 'ROUND CAPE', 'KEELSON']);
    leaving = random.int(10, 22);
    if (random.chance(0.3)) one.notify(one.events.filter(() => random.chance(0.8)));
    if (random.chance(0.3)) {
      const newValue = `2026-03-0${random.int(1, 9)} 10:00:00`;
      const field = { tableName: 'OBM_BK', tableKeyId: bkId, columnName: random.pick(['CUST_ETA', 'ATD']), newValue };
      expect((await client.call('saveOverride', { body: { ...field, isDelete: random.int(0, 1) } })).status).toBe(1);
    }
    shown.push({ at: pipeline.clock.now(), seen: seen(await trace(bkId)) });
  }
  expect(new Set(shown.map((moment) => JSON.stringify(moment.seen.said))).size).toBeGreaterThan(5);
  const contests = shown.flatMap((moment) => Object.values(moment.seen.said).filter(({ others }) => others.length > 0));
  expect(new Set(contests.map((contest) => JSON.stringify(contest))).size).toBeGreaterThan(20);
  expect(new Set(contests.map(({ rule }) => rule))).toEqual(new Set(['override', 'precedence', 'agreed']));
  await pipeline.at(pipeline.clock.now() + 1);
  for (const moment of shown) {
    const then = await trace(bkId, moment.at);
    expect(then.data.asOf).toBe(moment.at);
    expect(seen(then)).toEqual(moment.seen);
  }
  const { data: moments } = await client.call('traceMoments', { query: { obmBkId: bkId } });
  expect(moments.length).toBeGreaterThan(5);
  const times = [...new Set<number>(moments.map(({ time }: any) => time))];
  const known = times[3] as number;
  // Between two changes nothing is shown but what was shown at the first.
  const [later, first] = [await trace(bkId, (times[4] as number) - 1), await trace(bkId, known)];
  expect(winners(later).sort()).toEqual(winners(first).sort());
  await expectSilentMoments(bkId, moments, shown);
  expect(await trace(bkId, new Date(known).toISOString())).toMatchObject({ status: 1, data: { asOf: known } });
  expect(await trace(bkId, before)).toMatchObject({ status: 0, msg: expect.stringContaining('还没有任何数据') });
});

test('an end that was taken back was an end then', async () => {
  const one = await voyage();
  const shown: { at: number; seen: ReturnType<typeof seen> }[] = [];
  const look = async () => {
    await pipeline.at(pipeline.clock.now() + HOUR_MS);
    const [row] = await database.query<{ id: number }>('select id from shipment where subscription_id = $1 and fused', [
      one.subscription.id,
    ]);
    shown.push({ at: pipeline.clock.now(), seen: seen(await trace(row?.id)) });
    return row?.id;
  };
  pipeline.clock.set(Math.max(pipeline.clock.now(), Date.UTC(2026, 1, 15)));
  await look();
  const isReturn = (event: WireEvent) => event['equipmentEventTypeCode'] === 'DROP';
  const retracted = one.events.filter(isReturn).map((event) => ({ ...event, isRetracted: true }));
  one.notify([...one.events.filter((event) => !isReturn(event)), ...retracted]);
  // It has ended: only a person has it asked.
  await database.execute(
    `insert into pull_record (tenant_id, subscription_id, subscription_source_id, state, created_at, handler_code, handler_name)
     values ($1, $2, $3, 'pending', $4, 'historian', 'historian')`,
    [mine.id, one.subscription.id, one.target, new Date(pipeline.clock.now())],
  );
  await pipeline.schedulePulls([{ subscriptionSourceId: one.target, at: pipeline.clock.now() }]);
  const bkId = await look();
  expect(shown.map((moment) => moment.seen.shown.booking.endFlag)).toEqual([1, 0]);
  await pipeline.at(pipeline.clock.now() + 1);
  for (const moment of shown) expect(seen(await trace(bkId, moment.at))).toEqual(moment.seen);
});

test('a moment that is none is refused, one to come is now, and nobody looks into others’ past', async () => {
  const one = await voyage();
  await pipeline.at(pipeline.clock.now());
  const [row] = await database.query<{ id: number }>('select id from shipment where subscription_id = $1 and fused', [
    one.subscription.id,
  ]);
  expect(await trace(row?.id, 'yesterday')).toMatchObject({ status: 0 });
  expect(await trace(row?.id, pipeline.clock.now() + HOUR_MS)).toMatchObject({ status: 1, data: { asOf: null } });
  expect(await trace(row?.id, pipeline.clock.now() - 1, stranger)).toMatchObject({ status: 0 });
  expect(await stranger.call('traceMoments', { query: { obmBkId: row?.id } })).toMatchObject({ status: 0 });
});
