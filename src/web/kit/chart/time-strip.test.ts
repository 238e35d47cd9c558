import { describe, expect, test } from 'vitest';
import { neighbourOf, periodOf, placeThings, type StripThing, ticksOf } from './time-strip.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 4, 3, 16); // midnight of 4 May, a Monday, in Shanghai
const bar = (key: string, from: number, to?: number): StripThing => ({
  key,
  what: key,
  spans: [{ kind: 'planned', from: start + from * day, to: to === undefined ? undefined : start + to * day }],
});
const xOf = (at: number): number => ((at - start) / day) * 50;

describe('the period', () => {
  test('holds all things and a now that is near, and is nothing without things', () => {
    const row = { key: 'a', name: 'a', things: [bar('x', 0, 10)] };
    const near = periodOf([row], start + 12 * day);
    expect(near?.from).toBeLessThan(start);
    expect(near?.to).toBeGreaterThan(start + 12 * day);
    expect(periodOf([row], start + 100 * day)?.to).toBeLessThan(start + 11 * day);
    expect(periodOf([{ ...row, things: [{ key: 'none', what: 'none', spans: [] }] }], start)).toBeUndefined();
  });
});

describe('the axis', () => {
  const texts = (days: number, width: number) =>
    ticksOf({ from: start, to: start + days * day }, 'Asia/Shanghai', width).map(({ text }) => text);
  test('has days of the place, fewer where there is less room, weeks from Monday', () => {
    expect(texts(3, 250)).toEqual(['05-04', '05-05', '05-06', '05-07']);
    expect(texts(21, 250)).toEqual(['05-04', '05-11', '05-18', '05-25']);
  });
  test('has hours where a day is wide', () => {
    expect(texts(1, 300)).toEqual(['05-04', '06:00', '12:00', '18:00', '05-05']);
  });
  test('keeps to days when the clocks change', () => {
    const from = Date.UTC(2026, 9, 24);
    const ticks = ticksOf({ from, to: from + 3 * day }, 'Europe/Berlin', 250);
    expect(ticks.map(({ text }) => text)).toEqual(['10-25', '10-26', '10-27']);
  });
});

describe('the levels', () => {
  test('keep bars and their texts apart, and write on a bar that is long enough', () => {
    const placed = placeThings([bar('MV FIRST', 0, 4), bar('SECOND', 2, 2.2), bar('THIRD', 5, 5.2)], xOf, 600);
    expect(placed.map(({ thing, level, textAt }) => [thing.key, level, textAt])).toEqual([
      ['MV FIRST', 0, 'on'],
      ['SECOND', 1, 'behind'],
      ['THIRD', 0, 'behind'],
    ]);
  });
  test('write before what is at the very end', () => {
    expect(placeThings([bar('AT THE END', 9.9)], xOf, 500)[0]?.textAt).toBe('before');
  });
});

test('arrow keys go along a row and to the nearest of the next row that has any', () => {
  const rows = [[bar('a', 0), bar('b', 5)], [], [bar('c', 1), bar('d', 6)]].map((row) => placeThings(row, xOf, 600));
  expect(neighbourOf(rows, 'a', 'right')).toBe('b');
  expect(neighbourOf(rows, 'b', 'right')).toBeUndefined();
  expect(neighbourOf(rows, 'b', 'down')).toBe('d');
  expect(neighbourOf(rows, 'c', 'up')).toBe('a');
  expect(neighbourOf(rows, 'd', 'first')).toBe('c');
});
