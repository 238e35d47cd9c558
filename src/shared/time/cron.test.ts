import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronDialect, cronProblem, nextCronRuns } from './cron.ts';
import { HOUR_MS, toIsoText } from './instant.ts';
import { zoneOffsetMs } from './zone.ts';

const from = Date.UTC(2026, 10, 22);
const runs = (expression: string, zone = 'UTC', after = from, count = 2): string[] =>
  nextCronRuns(expression, zone, after, count).map((at) => new Date(at).toISOString().slice(0, 16));

describe('reading', () => {
  test.each([
    // 22 November 2026 is a Sunday.
    ['0 8 * * 1', '2026-11-23T08:00'],
    ['0 8 * * 7', '2026-11-22T08:00'],
    ['0 0 8 ? * 2', '2026-11-23T08:00'],
    ['0 0 8 ? * mon', '2026-11-23T08:00'],
    ['0 0 8 ? * 2#1', '2026-12-07T08:00'],
    ['0 0 8 ? * 6L', '2026-11-27T08:00'],
    ['0 0 8 L * ?', '2026-11-30T08:00'],
    ['0 0 8 15W * ?', '2026-12-15T08:00'],
    ['0 0 8 1 1 ? 2030', '2030-01-01T08:00'],
    ['*/5 * * * *', '2026-11-22T00:05'],
    ['5/15 * * * *', '2026-11-22T00:05'],
    // The last day but three; of months of 31, 28 and 29 days.
    ['0 0 8 L-3 * ?', '2026-11-27T08:00'],
    ['0 0 8 L-3 12 ?', '2026-12-28T08:00'],
    ['0 0 8 L-3 2 ? 2027', '2027-02-25T08:00'],
    ['0 0 8 L-27 2 ? 2028', '2028-02-02T08:00'],
    ['0 0 8 ? * L', '2026-11-28T08:00'],
    ['0 8 * * L', '2026-11-28T08:00'],
    ['0 8 * * FRI-MON', '2026-11-22T08:00'],
    ['0 0 8 ? * 6-2', '2026-11-22T08:00'],
    ['0 22-2 * * *', '2026-11-22T01:00'],
    ['0 8 * * Tuesday', '2026-11-24T08:00'],
    ['0 0 8 1 september-Oct ?', '2027-09-01T08:00'],
    ['@daily', '2026-11-23T00:00'],
    ['@HOURLY', '2026-11-22T01:00'],
    ['0 0 0 13 * +FRI', '2027-08-13T00:00'],
  ])('%s runs first at %s', (expression, first) => {
    expect(cronProblem(expression, from)).toBeUndefined();
    expect(runs(expression)[0]).toBe(first);
  });

  test('in 5 fields one of day of month and weekday is enough', () => {
    expect(cronProblem('0 0 13 * FRI', from)).toBeUndefined();
    expect(runs('0 0 13 * FRI')).toEqual(['2026-11-27T00:00', '2026-12-04T00:00']);
  });

  test('a range over the end of its unit goes on in its step', () => {
    expect(runs('0 22-3/2 * * *', 'UTC', from, 4).map((at) => at.slice(11))).toEqual([
      '02:00',
      '22:00',
      '00:00',
      '02:00',
    ]);
  });

  test('weekdays count from Sunday = 0 in 5 fields and from Sunday = 1 in 6', () => {
    expect(cronDialect('0 8 * * 2')).toBe('unix');
    expect(cronDialect('0 0 8 * * 2')).toBe('quartz');
    expect(runs('0 8 * * 2')[0]).toBe('2026-11-24T08:00');
    expect(runs('0 0 8 * * 2')[0]).toBe('2026-11-23T08:00');
  });

  test.each([
    ['', '5 段'],
    ['* * *', '5 段'],
    ['61 * * * *', '“分”不正确：61'],
    ['0 25 * * *', '“时”不正确：25'],
    ['0 0 0 32 * ?', '“日”不正确：32'],
    ['0 0 * 13 *', '“月”不正确：13'],
    ['0 0 0 ? * XYZ', '“星期”不正确：XYZ'],
    ['0 0 0 31 2 ?', '永远不会执行'],
    ['0 0 0 1 1 ? 2020', '永远不会执行'],
    ['a b c d e', '“分”不正确：a'],
    ['0 8 * * 8', '“星期”不正确：8'],
    ['0 0 8 ? * 8', '“星期”不正确：8'],
    ['0 0 8 ? * 2-8', '“星期”不正确：2-8'],
    ['0 0 8 L-40 * ?', '“日”不正确：L-40'],
    ['0 0 8 L-3 * MON', '“日”不正确：L-3'],
    ['@never', '5 段'],
    ['0 0 0 13 * FRI', '两种读法'],
  ])('%s is refused', (expression, statement) => {
    expect(cronProblem(expression, from)?.zh).toContain(statement);
    expect(cronProblem(expression, from)?.en).toMatch(/^(A|Both|The|This) /);
  });

  test('any text is read or refused, never an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const problem = cronProblem(text, from);
        if (problem === undefined) expect(nextCronRuns(text, 'UTC', from, 1)).toHaveLength(1);
      }),
    );
  });
});

describe('daylight saving', () => {
  const zone = 'Europe/Berlin';

  test('an hour that is skipped runs once, behind the gap', () => {
    expect(runs('30 2 * * *', zone, Date.UTC(2026, 2, 28), 3)).toEqual([
      '2026-03-28T01:30',
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  test.each([
    '0 * * * *',
    '0 0 0/1 * * ?',
    '0 0/1 * * *',
    '0 0-23/1 * * *',
    '0 12-11 * * *',
    '0 0-11,12-23 * * *',
    '@hourly',
  ])('%s is every hour, also while the clock is put back', (expression) => {
    expect(nextCronRuns(expression, zone, Date.UTC(2026, 9, 24, 22, 30), 4)).toEqual(
      [23, 24, 25, 26].map((hour) => Date.UTC(2026, 9, 24, hour)),
    );
  });

  test('an hour that is repeated runs once', () => {
    expect(runs('30 2 * * *', zone, Date.UTC(2026, 9, 24), 3)).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });
});

test('runs are strictly increasing and go on from where the last ended', () => {
  const field = (max: number) => fc.oneof(fc.constant('*'), fc.integer({ min: 0, max }).map(String));
  const expressions = fc.tuple(field(59), field(23)).map(([minute, hour]) => `${minute} ${hour} * * *`);
  const zones = fc.constantFrom('UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
  const starts = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(expressions, zones, starts, (expression, zone, start) => {
      const four = nextCronRuns(expression, zone, start, 4);
      expect(four).toHaveLength(4);
      expect(four.every((at, index) => at > (four[index - 1] ?? start))).toBe(true);
      expect(nextCronRuns(expression, zone, four[1] as number, 2)).toEqual(four.slice(2));
    }),
  );
});

describe('against every minute of the days around a change of the clock', () => {
  const changes: [string, number][] = [
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1)],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
    ['America/New_York', Date.UTC(2026, 2, 8, 7)],
    ['America/New_York', Date.UTC(2026, 10, 1, 6)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
    ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 15, 30)],
    ['Asia/Shanghai', Date.UTC(2026, 0, 1)],
  ];
  const minutes = fc.constantFrom('*', '*/15', '0', '30', '0,30', '10-12', '59');
  const hours = fc.constantFrom('*', '*/2', '2', '1-3', '0', '2,3', '1');

  const matches = (field: string, value: number): boolean =>
    field.split(',').some((part) => {
      const [range = '', step] = part.split('/');
      const [low, high] = range === '*' ? [0, 99] : range.split('-').map(Number);
      return (
        value >= (low ?? 0) &&
        value <= (high ?? low ?? 0) &&
        (value - (low ?? 0)) % (step === undefined ? 1 : Number(step)) === 0
      );
    });

  /** The same by looking at each minute: a local time counts when it is first seen, a skipped one at the end of its gap. */
  function byMinute(minute: string, hour: string, zone: string, begin: number, to: number): number[] {
    const found: number[] = [];
    const fits = (local: number): boolean =>
      matches(minute, new Date(local).getUTCMinutes()) && matches(hour, new Date(local).getUTCHours());
    let latest = begin + zoneOffsetMs(begin, zone);
    for (let at = begin + 60_000; at <= to; at += 60_000) {
      const local = at + zoneOffsetMs(at, zone);
      const skipped = Math.max(0, (local - latest) / 60_000 - 1);
      const ofGap = Array.from({ length: skipped }, (_, index) => latest + (index + 1) * 60_000);
      const isNew = local > latest;
      if (fits(local) && (isNew || hour === '*')) found.push(at);
      else if (hour !== '*' && isNew && ofGap.some(fits)) found.push(at);
      latest = Math.max(latest, local);
    }
    return found;
  }

  test('every theoretical run is found, and no other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        minutes,
        hours,
        fc.integer({ min: 0, max: 300 }),
        (change, minute, hour, lead) => {
          const [zone, at] = change;
          const first = at - 4 * HOUR_MS;
          const to = at + 4 * HOUR_MS;
          const after = first + lead * 60_000;
          const expected = byMinute(minute, hour, zone, first, to).filter((run) => run > after);
          // One more than there are: it must lie behind the days that are looked at.
          const next = nextCronRuns(`${minute} ${hour} * * *`, zone, after, expected.length + 1);
          expect(next.filter((run) => run <= to).map(toIsoText)).toEqual(expected.map(toIsoText));
        },
      ),
      { numRuns: 150 },
    );
  });
});
