import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import {
  type Decision,
  decideRuns,
  maxQueued,
  nextRun,
  type Planned,
  type SchedulePlan,
  type Standing,
} from './plan.ts';
import { isWorkingDay } from './working-days.ts';

const zone = 'Asia/Shanghai';
// Monday, 5 January 2026, 00:00 in Shanghai.
const monday = Date.UTC(2026, 0, 4, 16);
const weekend = { freeWeekdays: new Set([6, 7]), days: new Map<string, 'working' | 'free'>() };
const planOf = (more: Partial<SchedulePlan> = {}): SchedulePlan => ({
  cron: '0 * * * *',
  zone,
  calendar: undefined,
  missed: 'latest',
  overlap: 'allow',
  catchUpLimit: 3,
  pausedUntil: null,
  ...more,
});
const standingOf = (more: Partial<Standing> = {}): Standing => ({
  plannedUntil: monday,
  now: monday + HOUR_MS,
  graceMs: MINUTE_MS,
  busy: false,
  queued: 0,
  limit: 100,
  ...more,
});
const statement = ({ decisions }: Planned): string[] =>
  decisions.map(
    ({ at, outcome, reason }) => `${(at - monday) / HOUR_MS} ${outcome}${reason === null ? '' : ` ${reason}`}`,
  );

describe('a run on time', () => {
  test('runs, and the next one is known', () => {
    const planned = decideRuns(planOf(), standingOf());
    expect(statement(planned)).toEqual(['1 ran']);
    expect([planned.plannedUntil, planned.next]).toEqual([monday + HOUR_MS, monday + 2 * HOUR_MS]);
  });

  test('is skipped on a free day and while paused; a day worked in its place counts', () => {
    const saturday = monday + 5 * DAY_MS;
    const at = standingOf({ plannedUntil: saturday, now: saturday + HOUR_MS });
    expect(decideRuns(planOf({ calendar: weekend }), at).decisions[0]?.reason).toBe('nonWorkingDay');
    const worked = { ...weekend, days: new Map([['2026-01-10', 'working' as const]]) };
    expect(decideRuns(planOf({ calendar: worked }), at).decisions[0]?.outcome).toBe('ran');
    const holiday = { ...weekend, days: new Map([['2026-01-05', 'free' as const]]) };
    expect(statement(decideRuns(planOf({ calendar: holiday }), standingOf()))).toEqual(['1 skipped nonWorkingDay']);
    const paused = planOf({ pausedUntil: monday + 2 * HOUR_MS });
    expect(statement(decideRuns(paused, standingOf({ now: monday + 2 * HOUR_MS })))).toEqual([
      '1 skipped paused',
      '2 ran',
    ]);
  });

  test('the day of a run is that of its zone', () => {
    // Friday 23:00 in New York is Saturday in Shanghai.
    const at = Date.UTC(2026, 0, 10, 4);
    expect([isWorkingDay(weekend, at, 'America/New_York'), isWorkingDay(weekend, at, zone)]).toEqual([true, false]);
  });
});

describe('an earlier job that has not finished', () => {
  test('skip', () =>
    expect(statement(decideRuns(planOf({ overlap: 'skip' }), standingOf({ busy: true })))).toEqual([
      '1 skipped overlap',
    ]));
  test('allow', () => expect(statement(decideRuns(planOf(), standingOf({ busy: true })))).toEqual(['1 ran']));
  test('queue, up to a limit', () => {
    const queue = planOf({ overlap: 'queue' });
    expect(statement(decideRuns(queue, standingOf({ busy: true })))).toEqual(['1 queued previousUnfinished']);
    expect(statement(decideRuns(queue, standingOf({ queued: maxQueued })))).toEqual(['1 skipped queueFull']);
    expect(statement(decideRuns(queue, standingOf()))).toEqual(['1 ran']);
  });
});

describe('after an outage of five hours', () => {
  const outage = standingOf({ now: monday + 5 * HOUR_MS + 2 * MINUTE_MS });
  test('skip', () =>
    expect(statement(decideRuns(planOf({ missed: 'skip' }), outage))).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n} missed policySkip`),
    ));
  test('latest', () =>
    expect(statement(decideRuns(planOf(), outage))).toEqual([
      ...[1, 2, 3, 4].map((n) => `${n} merged mergedIntoLatest`),
      '5 ran caughtUp',
    ]));
  test('latest, merged into a run that is on time', () =>
    expect(statement(decideRuns(planOf(), standingOf({ now: monday + 3 * HOUR_MS })))).toEqual([
      '1 merged mergedIntoLatest',
      '2 merged mergedIntoLatest',
      '3 ran',
    ]));
  test('latest takes the newest run that counts', () =>
    expect(
      statement(
        decideRuns(planOf({ pausedUntil: monday + 2 * HOUR_MS }), standingOf({ now: monday + 90 * MINUTE_MS })),
      ),
    ).toEqual(['1 skipped paused']));
  test('all, in a bounded way', () =>
    expect(statement(decideRuns(planOf({ missed: 'all' }), outage))).toEqual([
      '1 missed catchUpLimit',
      '2 missed catchUpLimit',
      ...[3, 4, 5].map((n) => `${n} ran caughtUp`),
    ]));
  test('all with queued runs keeps their order', () =>
    expect(statement(decideRuns(planOf({ missed: 'all', overlap: 'queue' }), outage)).slice(2)).toEqual([
      '3 ran caughtUp',
      '4 queued previousUnfinished',
      '5 queued previousUnfinished',
    ]));
});

test('a clock that was set back decides nothing until it has caught up', () => {
  const back = decideRuns(planOf(), standingOf({ now: monday - HOUR_MS }));
  expect(back).toEqual({ decisions: [], plannedUntil: monday, next: monday + HOUR_MS });
});

describe('the law', () => {
  const crons = fc.constantFrom(
    '*/20 * * * *',
    '0 * * * *',
    '30 2 * * *',
    '0,30 2-3 * * *',
    '0 0 8 ? * 2-6',
    '15 10 1 * *',
  );
  const zones = fc.constantFrom('UTC', zone, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
  // Around the days on which clocks change.
  const starts = fc.constantFrom(
    Date.UTC(2026, 2, 6),
    Date.UTC(2026, 2, 27),
    Date.UTC(2026, 9, 2),
    Date.UTC(2026, 9, 23),
    Date.UTC(2026, 9, 30),
  );
  const plans = fc.record({
    cron: crons,
    zone: zones,
    calendar: fc.constantFrom(undefined, weekend),
    missed: fc.constantFrom('skip' as const, 'latest' as const, 'all' as const),
    overlap: fc.constantFrom('skip' as const, 'queue' as const, 'allow' as const),
    catchUpLimit: fc.integer({ min: 1, max: 5 }),
    pausedUntil: fc.constant(null),
  });
  /** Moves of the clock between two looks of the planner: seconds, hours of outage, and backwards. */
  const moves = fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: -7_200, max: 20_000 })), {
    minLength: 1,
    maxLength: 12,
  });

  test('every theoretical run leaves exactly one record, whatever the clock does and however small the steps', () => {
    fc.assert(
      fc.property(
        plans,
        starts,
        moves,
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (plan, start, clock, limit, busy) => {
          const records: Decision[] = [];
          let plannedUntil: Instant = start;
          let now = start;
          let furthest = start;
          for (const [turn, seconds] of clock.entries()) {
            now += seconds * 1000;
            furthest = Math.max(furthest, now);
            for (;;) {
              const step = decideRuns(plan, {
                plannedUntil,
                now,
                graceMs: MINUTE_MS,
                busy: busy[turn] ?? false,
                queued: 0,
                limit,
              });
              expect(step.decisions.length).toBeLessThanOrEqual(limit);
              records.push(...step.decisions);
              plannedUntil = step.plannedUntil;
              if (step.next === undefined || step.next > now) break;
            }
          }
          const theory: Instant[] = [];
          for (let at = nextRun(plan, start); at !== undefined && at <= furthest; at = nextRun(plan, at))
            theory.push(at);
          expect(records.map(({ at }) => at)).toEqual(theory);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('in small steps as in one: the same runs are caught up', () => {
    fc.assert(
      fc.property(
        plans,
        starts,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (plan, start, hours, limit) => {
          const free = { ...plan, overlap: 'allow' as const };
          const now = start + hours * HOUR_MS;
          const at = { now, graceMs: MINUTE_MS, busy: false, queued: 0 };
          const whole = decideRuns(free, { ...at, plannedUntil: start, limit: 1_000 });
          const parts: Decision[] = [];
          let plannedUntil = start;
          while (plannedUntil < now) {
            const step = decideRuns(free, { ...at, plannedUntil, limit });
            parts.push(...step.decisions);
            ({ plannedUntil } = step);
          }
          expect(parts).toEqual(whole.decisions);
        },
      ),
      { numRuns: 40 },
    );
  });
});
