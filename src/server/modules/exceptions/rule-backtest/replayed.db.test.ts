import { beforeAll, describe, expect, test } from 'vitest';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import type { ExceptionRule } from '#domain/exceptions/types.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
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
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database, { code: 'RPLA' });
await pipeline.reference.refresh();
const { voyage, rowsOf } = createVoyages(database, pipeline, tenant.id);
// Its list of all containers has another number in place of the one the carrier tells of.
const aggregator = await addAggregator(database, pipeline.keys, (text) =>
  text.replaceAll(exampleContainer, 'TCLU4265124'),
);
const one = await voyage();
const ids = [one.subscription.id];

/** As it happened: a carrier, an aggregator that tells another story, for two days a port nobody knows. */
beforeAll(async () => {
  await pipeline.subscribe(one.subscription, aggregator.id, start + 2 * DAY_MS);
  const strange = JSON.parse(JSON.stringify(one.events).replaceAll('NLRTM', 'NLQQQ')) as typeof one.events;
  for (const day of polls) {
    one.notify(day === 12 ? strange : one.events);
    await pipeline.at(start + day * DAY_MS);
  }
}, 120_000);

const tried = async (rule: ExceptionRule, of = ids, from = start, to = start + days * DAY_MS) =>
  tryShipments(
    database,
    {
      ruleCode: rule.code,
      rows: [],
      tried: { tenantId: null, carrierCode: null, lane: null, enabled: null, values: {} },
      curve: [],
      typeOff: false,
      from,
      to,
      zone: 'UTC',
    },
    of,
    pipeline.reference.current(),
  );

/** What is there at an hour between two polls is found at the next. */
const atPoll = (moment: Instant): Instant =>
  start + (polls.find((day) => start + day * DAY_MS >= moment) ?? days) * DAY_MS;

describe('what rules find over history', () => {
  test('is what detection found as it happened', async () => {
    const exceptions = await rowsOf('shipment_exception', one);
    const replayable = exceptionRules.filter(({ changeTimes }) => changeTimes !== undefined);
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
    // Reported by sources, by what was shown, and by the clock alone.
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

describe('a shipment whose end is taken back', () => {
  /** As it happened: the empty container is out, comes back, was never back after all, and comes back again. */
  async function resumedVoyage() {
    const again = await voyage();
    const isReturn = ({ equipmentEventTypeCode }: WireEvent): boolean => equipmentEventTypeCode === 'DROP';
    const kept = again.events.filter((event) => !isReturn(event));
    const retracted = again.events.filter(isReturn).map((event) => ({ ...event, isRetracted: true }));
    const reported = [kept, kept, again.events, [...kept, ...retracted], kept, again.events];
    const began = Math.max(pipeline.clock.now(), Date.UTC(2026, 2, 1));
    // So long over that silence would have been an exception.
    const moments = [0, 2, 4, 24, 26, 28].map((day) => began + day * DAY_MS);
    for (const [step, moment] of moments.entries()) {
      again.notify(reported[step]);
      // While it is over only a person has it asked.
      if (reported[step - 1] === again.events)
        await database.execute(
          `insert into pull_record (tenant_id, subscription_id, subscription_source_id, state, created_at, handler_code, handler_name)
         values ($1, $2, $3, 'pending', $4, 'historian', 'historian')`,
          [tenant.id, again.subscription.id, again.target, new Date(moment)],
        );
      await pipeline.schedulePulls([{ subscriptionSourceId: again.target, at: moment }]);
      await pipeline.at(moment);
    }
    return { again, moments };
  }

  type Life = { code: string; key: string; openings: number; firstAt: Instant; goneAt: Instant | null };

  /** What detection did, problem by problem, of rules that can be replayed. */
  async function detectedLives(subscriptionId: number): Promise<Life[]> {
    const events = await database.query<{ code: string; key: string; kind: string; at: Instant }>(
      `select e.type_code as code, e.problem_key as key, v.kind, v.at
       from exception_event v join shipment_exception e on e.id = v.exception_id
       where e.subscription_id = $1 and v.kind in ('opened', 'regressed', 'resolved') order by v.id`,
      [subscriptionId],
    );
    return [...Map.groupBy(events, ({ code, key }) => `${code} ${key}`).values()].map((own) => {
      const [first, last] = [own[0] as (typeof own)[number], own.at(-1)];
      const openings = own.filter(({ kind }) => kind !== 'resolved').length;
      return {
        code: first.code,
        key: first.key,
        openings,
        firstAt: first.at,
        goneAt: last?.kind === 'resolved' ? last.at : null,
      };
    });
  }

  test('is over for a trial while it was over for detection', async () => {
    const { again, moments } = await resumedVoyage();
    const [from, to] = [moments[0] as Instant, moments.at(-1) as Instant];
    const [row] = (await rowsOf('shipment', again)).filter(({ fused }) => fused);
    expect(row?.['history'].ends).toEqual([
      { knownAt: moments[2], ended: true },
      { knownAt: moments[3], ended: false },
      { knownAt: moments[5], ended: true },
    ]);
    // What is there at an hour between two polls is found at the next.
    const found = (at: string): Instant => moments.find((moment) => moment >= Date.parse(at)) ?? to;
    const replayable = exceptionRules.filter(({ changeTimes }) => changeTimes !== undefined);
    const replayed: Life[] = [];
    for (const rule of replayable) {
      const { problems } = await tried(rule, [again.subscription.id], from, to);
      for (const { problem_key: key, openings, first_at: firstAt, gone_at: goneAt } of problems)
        replayed.push({
          code: rule.code,
          key,
          openings,
          firstAt: found(firstAt),
          goneAt: goneAt === null ? null : found(goneAt),
        });
    }
    const codes = new Set(replayable.map(({ code }) => code));
    const detected = (await detectedLives(again.subscription.id)).filter(({ code }) => codes.has(code));
    const sorted = (lives: Life[]) => lives.map((life) => JSON.stringify(life)).sort();
    expect(sorted(replayed)).toEqual(sorted(detected));
    // The container that was out again was late again, until it came back for good.
    expect(detected.find(({ code }) => code === 'DETENTION_RISK')).toMatchObject({
      openings: 2,
      firstAt: from,
      goneAt: to,
    });
  });
});
