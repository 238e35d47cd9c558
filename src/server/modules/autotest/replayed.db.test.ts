import { beforeAll, describe, expect, test } from 'vitest';
import { exceptionRules } from '#domain/exception/rules/index.ts';
import type { ExceptionRule } from '#domain/exception/types.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';
import { bringTracksUpToDate, lastChange } from './tracks.ts';
import { tryShipments } from './try-shipments.ts';

const start = Date.UTC(2026, 0, 2);
/** Days at which sources are asked: often while they have news, so that nothing comes and goes unseen. */
const polls = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 38, 40, 42, 44, 46];
const days = 46;
const database = await testDatabase();
const pipeline = await startPipeline(database, { start, sourceTimeoutMs: 20_000 });
const tenant = await buildTenant(database, { code: 'RPLA' });
await pipeline.reference.refresh();
const { voyage, rowsOf } = createVoyages(database, pipeline, tenant.id);
const aggregator = await addAggregator(database, pipeline.keys);
const one = await voyage();
const ids = [one.subscription.id];

/** As it happened: a carrier, an aggregator that tells another story, for two days a port nobody knows. */
beforeAll(async () => {
  await pipeline.subscribe(one.subscription, aggregator.id, start + 2 * DAY_MS);
  const strange = JSON.parse(JSON.stringify(one.events).replaceAll('NLRTM', 'NLQQQ')) as typeof one.events;
  for (const day of polls) {
    one.tell(day === 12 ? strange : one.events);
    await pipeline.at(start + day * DAY_MS);
  }
}, 120_000);

const tried = async (rule: ExceptionRule) =>
  tryShipments(
    database,
    {
      ruleCode: rule.code,
      rows: [],
      tried: { tenantId: null, carrierCode: null, lane: null, enabled: null, values: {} },
      curve: [],
      typeOff: false,
      from: start,
      to: start + days * DAY_MS,
      zone: 'UTC',
    },
    ids,
    pipeline.reference.current(),
  );

/** What is there at an hour between two polls is found at the next. */
const atPoll = (moment: Instant): Instant =>
  start + (polls.find((day) => start + day * DAY_MS >= moment) ?? days) * DAY_MS;

describe('what rules find over history', () => {
  test('is what detection found as it happened', async () => {
    const exceptions = await rowsOf('shipment_exception', one);
    const replayable = exceptionRules.filter(({ turns }) => turns !== undefined);
    const replayed: string[] = [];
    for (const rule of replayable) {
      const { problems, tally } = await tried(rule);
      expect([rule.code, tally.failures]).toEqual([rule.code, 0]);
      for (const problem of problems)
        replayed.push(
          `${rule.code} ${problem.problem_key} ${new Date(atPoll(Date.parse(problem.first_at))).toISOString()}`,
        );
    }
    const codes = new Set(replayable.map(({ code }) => code));
    const detected = exceptions
      .filter((row) => codes.has(row['type_code']))
      .map((row) => `${row['type_code']} ${row['problem_key']} ${new Date(row['created_at']).toISOString()}`);
    expect(replayed.sort()).toEqual(detected.sort());
    // Told by sources, by what was shown, and by the clock alone.
    for (const code of ['CTN_COUNT', 'PORT_UNMATCHED', 'FUTURE_ACTUAL', 'DATA_STALE'])
      expect(detected.map((text) => text.split(' ')[0])).toContain(code);
  });

  test('is the same whether tracks are at hand, behind, or not made yet, and tracks keep up with what becomes known', async () => {
    const rule = exceptionRules.find(({ code }) => code === 'ARRIVE_DELAY') as ExceptionRule;
    const tracks = () =>
      database.query<{ change_id: number; last: number; track: string }>(
        `select t.change_id, t.track, ${lastChange} as last from shipment_track t join shipment b on b.id = t.shipment_id`,
      );
    const before = await tried(rule);
    const [whole] = await tracks();
    expect(whole?.change_id).toBe(whole?.last);
    await database.execute(`update shipment_track set track = $1, change_id = change_id - 1`, [
      JSON.stringify([0, 0, 1, [], [], []]),
    ]);
    expect(await tried(rule)).toEqual(before);
    expect(await tracks()).toEqual([whole]);
    await database.execute('delete from shipment_track');
    expect(await bringTracksUpToDate(database)).toBe(true);
    expect(await tracks()).toEqual([whole]);
    expect(await bringTracksUpToDate(database)).toBe(true);
    await database.execute('delete from shipment_track');
    expect(await tried(rule)).toEqual(before);
    expect(await tracks()).toEqual([whole]);
  });
});
