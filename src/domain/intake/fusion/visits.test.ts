import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildEvent, buildRecord, t0 } from '../../testing/builders.ts';
import { sourceTypes } from '../../tracking/model.ts';
import type { EventContent, SourceType } from '../../tracking/model.ts';
import type { Part } from './claims.ts';
import { defaultPrecedence } from './precedence.ts';
import { alignVisits, joinNear } from './visits.ts';
import type { VisitRule, StatusOccurrence } from './visits.ts';

/** Sources in the order in which their actual times are trusted here. */
const order = 'event.actual';
const trusted = defaultPrecedence.byAttribute[order] ?? defaultPrecedence.standard;

/** A ship's call: reports of one record up to 48 hours apart are one. */
const calls: VisitRule = { precedence: defaultPrecedence, order, gapMs: 48 * HOUR_MS };

/** The instant so many hours after t0. */
const hour = (count: number): number => t0 + count * HOUR_MS;

/** What one record tells of one status at one place; occurrences count from 1 unless given. */
function states(sourceType: SourceType, ...reported: Partial<EventContent>[]): Part<EventContent>[] {
  const record = buildRecord(sourceType, {}, { sourceType });
  return reported.map((values, index) => ({
    record,
    item: buildEvent(null, 'DLPT', 'SGSIN', { occurrence: index + 1, ...values }),
  }));
}

/** A record that tells these actual times, in hours after t0. */
const saw = (sourceType: SourceType, ...hours: number[]): Part<EventContent>[] =>
  states(sourceType, ...hours.map((count) => ({ actual: hour(count) })));

const align = (...byRecord: Part<EventContent>[][]): StatusOccurrence[] => alignVisits(byRecord, calls);
const near = (visits: readonly StatusOccurrence[], ...moments: number[]): StatusOccurrence[] =>
  joinNear(visits, moments, calls);

/** Who speaks of each visit, with the actual time in hours after t0. */
const voices = (visits: readonly StatusOccurrence[]): Record<string, number | null>[] =>
  visits.map((visit) =>
    Object.fromEntries(
      visit.map(({ record, item }) => [record.id, item.actual === null ? null : (item.actual - t0) / HOUR_MS]),
    ),
  );

/** The items of visits that one record alone tells. */
const items = (visits: readonly StatusOccurrence[]): EventContent[] =>
  visits.flatMap((visit) => visit.map(({ item }) => item));

const oneMs = 1 / HOUR_MS;

describe('what one record tells', () => {
  test('two times 48 hours apart are one visit, a millisecond more makes two', () => {
    expect(voices(align(saw('FT', 0, 48)))).toEqual([{ FT: 48 }]);
    expect(voices(align(saw('FT', 0, 48 + oneMs)))).toEqual([{ FT: 0 }, { FT: 48 + oneMs }]);
  });

  test('visits are in order of time, in whatever order they are notified', () => {
    expect(voices(align(saw('FT', 200, 0, 100)))).toEqual([{ FT: 0 }, { FT: 100 }, { FT: 200 }]);
    expect(voices(align(saw('FT', 100, 200, 0)))).toEqual([{ FT: 0 }, { FT: 100 }, { FT: 200 }]);
  });

  test('of one visit the last report counts, even if its time is earlier', () => {
    expect(voices(align(saw('FT', 0, 40)))).toEqual([{ FT: 40 }]);
    expect(voices(align(saw('FT', 40, 10)))).toEqual([{ FT: 10 }]);
  });

  test('a repeat that leaves something out leaves what was stated before', () => {
    const full = {
      planned: hour(1),
      estimated: hour(2),
      actual: hour(3),
      vesselName: 'AMBER TIDE',
      voyage: '101W',
      zone: 'Asia/Singapore',
      place: 'PIER 3',
    };
    const other = {
      planned: hour(4),
      estimated: hour(5),
      actual: hour(6),
      vesselName: 'BIRCH WAKE',
      voyage: '102W',
      zone: 'Asia/Shanghai',
      place: 'PIER 4',
    };
    expect(items(align(states('FT', full, {})))).toEqual([expect.objectContaining(full)]);
    expect(items(align(states('FT', {}, full)))).toEqual([expect.objectContaining(full)]);
    expect(items(align(states('FT', full, other)))).toEqual([expect.objectContaining(other)]);
  });

  test('an expected time belongs to the nearest visit: estimated before planned', () => {
    const [estimated, planned] = [hour(90), hour(5)];
    const reported = (values: Partial<EventContent>) =>
      items(align(states('FT', { actual: hour(0) }, { actual: hour(100) }, values)));
    expect(reported({ estimated }).map((item) => item.estimated)).toEqual([null, estimated]);
    expect(reported({ planned }).map((item) => item.planned)).toEqual([planned, null]);
    expect(reported({ estimated, planned }).map((item) => item.planned)).toEqual([null, planned]);
  });

  test('a report without any time belongs to the newest visit', () => {
    const visits = align(states('FT', { actual: hour(0) }, { actual: hour(100) }, { place: 'PIER 3' }));
    expect(items(visits).map((item) => item.place)).toEqual([null, 'PIER 3']);
  });

  test('expected times alone are one visit', () => {
    expect(items(align(states('FT', { estimated: hour(0) }, { planned: hour(200) })))).toEqual([
      expect.objectContaining({ planned: hour(200), estimated: hour(0), actual: null }),
    ]);
  });

  test('what is notified of one visit is not reported of the next one as well', () => {
    // The second report of the first visit lies nearer to the second visit, and the first visit was then corrected.
    const visits = align(
      states(
        'FT',
        { occurrence: 1, actual: hour(40), place: 'PIER 3' },
        { occurrence: 2, actual: hour(0) },
        { occurrence: 3, actual: hour(50) },
      ),
    );
    expect(items(visits).map(({ actual, place }) => [actual, place])).toEqual([
      [hour(0), 'PIER 3'],
      [hour(50), null],
    ]);
  });
});

describe('what several records tell', () => {
  test('records that tell one visit each tell the same one, however far their times are apart', () => {
    expect(voices(align(saw('FT', 0), saw('EDI', 500), states('AIS', { planned: hour(900) })))).toEqual([
      { FT: 0, EDI: 500, AIS: null },
    ]);
  });

  test('a record that knows fewer visits speaks of the nearest one, of two equally near ones of the earlier', () => {
    expect(voices(align(saw('FT', 0, 100), saw('EDI', 49)))).toEqual([{ FT: 0, EDI: 49 }, { FT: 100 }]);
    expect(voices(align(saw('FT', 0, 100), saw('EDI', 51)))).toEqual([{ FT: 0 }, { FT: 100, EDI: 51 }]);
    expect(voices(align(saw('FT', 0, 100), saw('EDI', 50)))).toEqual([{ FT: 0, EDI: 50 }, { FT: 100 }]);
    expect(voices(align(saw('EDI', 90), saw('FT', 0, 100)))).toEqual([{ FT: 0 }, { EDI: 90, FT: 100 }]);
  });

  test('nearest is its actual time, before the estimated, before the planned', () => {
    const visitOf = (values: Partial<EventContent>) =>
      align(saw('FT', 0, 200), states('EDI', values)).findIndex((visit) =>
        visit.some(({ record }) => record.id === 'EDI'),
      );
    expect(visitOf({ actual: hour(10), estimated: hour(190), planned: hour(190) })).toBe(0);
    expect(visitOf({ actual: hour(190), estimated: hour(10), planned: hour(10) })).toBe(1);
    expect(visitOf({ estimated: hour(10), planned: hour(190) })).toBe(0);
    expect(visitOf({ estimated: hour(190), planned: hour(10) })).toBe(1);
    expect(visitOf({ planned: hour(10) })).toBe(0);
    expect(visitOf({ planned: hour(190) })).toBe(1);
    expect(visitOf({})).toBe(1);
  });

  test('two visits of a record are given to two visits, in the same order', () => {
    expect(voices(align(saw('FT', 0, 100), saw('AIS', 80, 300)))).toEqual([
      { FT: 0, AIS: 80 },
      { FT: 100, AIS: 300 },
    ]);
    expect(voices(align(saw('FT', 0, 100, 200), saw('AIS', 0, 200)))).toEqual([
      { FT: 0, AIS: 0 },
      { FT: 100 },
      { FT: 200, AIS: 200 },
    ]);
    expect(voices(align(saw('FT', 0, 100, 200), saw('AIS', 100, 200)))).toEqual([
      { FT: 0 },
      { FT: 100, AIS: 100 },
      { FT: 200, AIS: 200 },
    ]);
  });

  test('of records that know equally many visits the first one is compared with the others', () => {
    const [ft, ais, rpa] = [saw('FT', 0, 100), saw('AIS', 30, 130), states('RPA', { estimated: hour(60) })];
    expect(voices(align(ft, ais, rpa))).toEqual([
      { FT: 0, AIS: 30 },
      { FT: 100, AIS: 130, RPA: null },
    ]);
    expect(voices(align(ais, ft, rpa))).toEqual([
      { FT: 0, AIS: 30, RPA: null },
      { FT: 100, AIS: 130 },
    ]);
  });

  test('reports up to 48 hours apart are one visit, also when another record tells two visits', () => {
    // Counted as two visits, they would be joined with both visits of the other record.
    expect(voices(align(saw('TERMINAL', 0, 48), saw('FT', 0, 100)))).toEqual([{ TERMINAL: 48, FT: 0 }, { FT: 100 }]);
    expect(voices(align(saw('TERMINAL', 0, 30), saw('FT', 0, 100)))).toEqual([{ TERMINAL: 30, FT: 0 }, { FT: 100 }]);
  });
});

describe('visits whose shown times turn out to be near', () => {
  test('48 hours apart they are one, with a millisecond more they stay two', () => {
    const reported = (second: number) => align(saw('FT', 0, 100), saw('TERMINAL', 3), saw('CUSTOMS', second));
    expect(voices(reported(51))).toEqual([{ FT: 100, TERMINAL: 3, CUSTOMS: 51 }]);
    expect(voices(reported(51 + oneMs))).toEqual([
      { FT: 0, TERMINAL: 3 },
      { FT: 100, CUSTOMS: 51 + oneMs },
    ]);
  });

  test('the distance counts from the first visit that was joined, not from the last', () => {
    expect(voices(align(saw('FT', 0, 50, 100), saw('TERMINAL', 10), saw('CUSTOMS', 58), saw('EDI', 90)))).toEqual([
      { FT: 50, TERMINAL: 10, CUSTOMS: 58 },
      { FT: 100, EDI: 90 },
    ]);
  });

  test('a joined visit is compared again by the time that it now shows', () => {
    expect(voices(align(saw('FT', 0, 50, 100), saw('CUSTOMS', 10), saw('TERMINAL', 58), saw('EDI', 90)))).toEqual([
      { FT: 100, TERMINAL: 58, CUSTOMS: 10, EDI: 90 },
    ]);
  });

  test('a record whose visits are joined counts by its last report, and a visit near to that is joined too', () => {
    expect(voices(align(saw('FT', 0, 40, 80, 85, 129)))).toEqual([{ FT: 129 }]);
  });

  test('after a gap the distance counts from the visit that follows it', () => {
    expect(voices(align(saw('FT', 0, 100, 150), saw('EDI', 105)))).toEqual([{ FT: 0 }, { FT: 150, EDI: 105 }]);
  });

  test('visits are in order of the shown times, also where these differ from the times by which they were matched', () => {
    expect(voices(align(saw('FT', 0, 100, 200), saw('CARRIER', 290, 400), saw('TERMINAL', 160)))).toEqual([
      { FT: 0 },
      { FT: 200, CARRIER: 400, TERMINAL: 160 },
      { FT: 100, CARRIER: 290 },
    ]);
  });
});

describe('visits near to a moment at which something is known to have happened', () => {
  const visits = align(saw('FT', 0, 60, 200, 290));

  test('become one in the place of the first, and a record counts once in it', () => {
    expect(voices(near(visits, hour(30)))).toEqual([{ FT: 60 }, { FT: 200 }, { FT: 290 }]);
    expect(near(visits, hour(30))[0]).toHaveLength(1);
    expect(voices(near(visits, hour(245)))).toEqual([{ FT: 0 }, { FT: 60 }, { FT: 290 }]);
    expect(voices(near(visits, hour(30), hour(245)))).toEqual([{ FT: 60 }, { FT: 290 }]);
    expect(voices(near(align(saw('FT', 0, 60)), hour(30)))).toEqual([{ FT: 60 }]);
  });

  test('stay as they are when only one is near, or none, or nothing is known', () => {
    expect(near(visits)).toEqual(visits);
    expect(near(visits, hour(-40))).toEqual(visits);
    expect(near(visits, hour(130))).toEqual(visits);
    expect(near(visits, hour(900))).toEqual(visits);
    expect(near(visits.slice(0, 1), hour(0))).toEqual(visits.slice(0, 1));
  });

  test('near is up to 48 hours before or after', () => {
    expect(voices(near(align(saw('FT', 0, 96)), hour(48)))).toEqual([{ FT: 96 }]);
    expect(voices(near(align(saw('FT', 0, 96 + oneMs)), hour(48)))).toHaveLength(2);
    expect(voices(near(align(saw('FT', -oneMs, 96)), hour(48)))).toHaveLength(2);
  });

  test('the shown time decides, not the times of other records', () => {
    const reported = align(saw('FT', 0, 60), saw('TERMINAL', -45));
    expect(voices(near(reported, hour(30)))).toEqual([{ FT: 0, TERMINAL: -45 }, { FT: 60 }]);
  });

  test('a visit that has not happened is near to no moment', () => {
    for (const moment of [0, t0]) {
      const expected = [
        states('FT', { actual: moment }),
        states('EDI', { estimated: moment }),
        states('AIS', { estimated: moment }),
      ];
      expect(near(expected, moment)).toEqual(expected);
    }
  });
});

/** Steps of eight hours, so that times are often exactly 48 hours apart; some are a millisecond later. */
const anyTime = fc
  .tuple(fc.integer({ min: -25, max: 25 }), fc.constantFrom(0, 0, 0, 1))
  .map(([step, ms]) => hour(step * 8) + ms);
const anyReported = fc.uniqueArray(fc.constantFrom(...sourceTypes), { minLength: 1, maxLength: 4 }).chain((types) =>
  fc.tuple(
    ...types.map((type) =>
      fc
        .array(
          fc.record({
            actual: fc.option(anyTime, { freq: 4 }),
            estimated: fc.option(anyTime, { freq: 1 }),
            planned: fc.option(anyTime, { freq: 1 }),
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((reported) => states(type, ...reported)),
    ),
  ),
);

/** The actual time that is shown of a visit: of the most trusted source that tells one. */
function shownOf(visit: StatusOccurrence): number | null {
  const type = trusted.find((one) =>
    visit.some(({ record, item }) => record.sourceType === one && item.actual !== null),
  );
  return visit.find(({ record }) => record.sourceType === type)?.item.actual ?? null;
}

const shiftTime = (time: number | null, by: number): number | null => (time === null ? null : time + by);
const shifted = (parts: readonly Part<EventContent>[], by: number): Part<EventContent>[] =>
  parts.map(({ record, item }) => ({
    record,
    item: {
      ...item,
      actual: shiftTime(item.actual, by),
      estimated: shiftTime(item.estimated, by),
      planned: shiftTime(item.planned, by),
    },
  }));

/** Visits with their records in order of id: the order inside a visit has no meaning. */
const sorted = (visits: readonly StatusOccurrence[]): StatusOccurrence[] =>
  visits.map((visit) => visit.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1)));

const runs = { numRuns: 500 };

describe('laws of visits', () => {
  test('shown times are in order and more than 48 hours apart, and a record counts once in a visit', () => {
    fc.assert(
      fc.property(anyReported, (reported) => {
        const visits = align(...reported);
        const heard = visits.map((visit) => visit.map(({ record }) => record.id));
        for (const ids of heard) expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(heard.flat())).toEqual(new Set(reported.flat().map(({ record }) => record.id)));
        if (visits.length < 2) return;
        const shown = visits.map((visit) => shownOf(visit) ?? Number.NaN);
        for (const [index, time] of shown.slice(1).entries())
          expect(time - (shown[index] ?? Number.NaN)).toBeGreaterThan(48 * HOUR_MS);
      }),
      runs,
    );
  });

  test('when all times move by the same amount, the visits stay the same', () => {
    fc.assert(
      fc.property(
        anyReported,
        anyTime,
        fc.constantFrom(0, 1, 2).map((times) => -times * t0),
        (reported, moment, by) => {
          const visits = align(...reported);
          const moved = align(...reported.map((parts) => shifted(parts, by)));
          expect(moved).toEqual(visits.map((visit) => shifted(visit, by)));
          expect(near(moved, moment + by)).toEqual(near(visits, moment).map((visit) => shifted(visit, by)));
        },
      ),
      runs,
    );
  });

  test('the order in which a record tells what happened plays no part', () => {
    fc.assert(
      fc.property(
        anyReported.chain((reported) =>
          fc.tuple(
            fc.constant(reported),
            fc.tuple(...reported.map((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }))),
          ),
        ),
        ([reported, shuffled]) => {
          fc.pre(reported.every((parts) => parts.some(({ item }) => item.actual !== null)));
          expect(sorted(align(...shuffled))).toEqual(sorted(align(...reported)));
        },
      ),
      runs,
    );
  });

  test('a moment leaves at most one visit near to it', () => {
    fc.assert(
      fc.property(anyReported, anyTime, (reported, moment) => {
        const isNear = (visit: StatusOccurrence): boolean =>
          Math.abs((shownOf(visit) ?? Number.NaN) - moment) <= 48 * HOUR_MS;
        const visits = align(...reported);
        const joined = near(visits, moment);
        expect(joined.length).toBe(visits.length - Math.max(0, visits.filter(isNear).length - 1));
        expect(joined.filter(isNear).length).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });
});
