import { expect, test } from 'vitest';
import type { ExceptionRow } from './row-rules.ts';
import { bringTogether } from './together.ts';

const row = (id: string, shipment: string | null): ExceptionRow =>
  ({ obmAutotestResult: { obmAutotestResultId: id, obmTkSubscribeId: shipment } }) as ExceptionRow;

test('rows of one shipment stand below each other, where the first of them is', () => {
  const { rows, followers } = bringTogether([
    row('1', 'a'),
    row('2', 'b'),
    row('3', 'a'),
    row('4', 'c'),
    row('5', 'b'),
  ]);
  expect(rows.map((one) => one.obmAutotestResult.obmAutotestResultId)).toEqual(['1', '3', '2', '5', '4']);
  expect([...followers]).toEqual(['3', '5']);
});

test('rows without a shipment have nothing in common', () => {
  const { rows, followers } = bringTogether([row('1', null), row('2', 'a'), row('3', null)]);
  expect(rows.map((one) => one.obmAutotestResult.obmAutotestResultId)).toEqual(['1', '2', '3']);
  expect(followers.size).toBe(0);
});
