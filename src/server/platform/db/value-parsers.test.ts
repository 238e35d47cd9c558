import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamptz, valueTypes } from './value-parsers.ts';

describe('parseTimestamptz', () => {
  test.each([
    ['2026-03-01 08:30:15+00', Date.UTC(2026, 2, 1, 8, 30, 15)],
    ['2026-03-01 08:30:15.1+00', Date.UTC(2026, 2, 1, 8, 30, 15, 100)],
    ['2026-03-01 08:30:15.123999+00', Date.UTC(2026, 2, 1, 8, 30, 15, 123)],
    ['2026-03-01 08:30:15.000001+00', Date.UTC(2026, 2, 1, 8, 30, 15)],
    ['1969-12-31 23:59:59.5+00', -500],
    ['2026-03-01 08:30:15+08', Date.UTC(2026, 2, 1, 0, 30, 15)],
    ['2026-03-01 08:30:15.5-03:30', Date.UTC(2026, 2, 1, 12, 0, 15, 500)],
    ['1900-01-01 00:00:00+08:05:43', Date.UTC(1899, 11, 31, 15, 54, 17)],
    ['12026-03-01 00:00:00+00', Date.UTC(12026, 2, 1)],
    ['infinity', Infinity],
    ['-infinity', -Infinity],
  ])('%s', (text, instant) => {
    expect(parseTimestamptz(text)).toBe(instant);
  });

  test.each(['', 'now', '2026-03-01', '2026-03-01 08:30:15', '0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00'])(
    'refuses %s',
    (text) => {
      expect(() => parseTimestamptz(text)).toThrow(RangeError);
    },
  );

  test('any instant of four thousand years', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(100, 0, 1), max: Date.UTC(4000, 0, 1) }), (instant) => {
        const text = new Date(instant).toISOString().replace('T', ' ').replace('Z', '+00');
        expect(parseTimestamptz(text)).toBe(instant);
        expect(parseTimestamptz(text.replace(/\.000\+00$/, '+00'))).toBe(instant);
      }),
    );
  });
});

test('types without a parser of ours are read as pg reads them', () => {
  const parse = (oid: number, text: string): unknown =>
    (valueTypes.getTypeParser(oid as 16, 'text') as (text: string) => unknown)(text);
  expect([
    parse(16, 't'),
    parse(23, '7'),
    parse(25, 'x'),
    parse(3802, '{"a":1}'),
    parse(20, '12'),
    parse(1700, '1.50'),
    parse(1082, '2026-01-02'),
  ]).toEqual([true, 7, 'x', { a: 1 }, 12, 1.5, '2026-01-02']);
});
