import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packHistory, unpackHistory } from './packed-history.ts';

test('any row of history is read back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
      const text = JSON.stringify(row);
      expect(JSON.stringify(unpackHistory({ packed: packHistory(row), plain: null }))).toBe(text);
      expect(unpackHistory({ packed: null, plain: row })).toBe(row);
    }),
  );
});

test('what was kept once stays readable: the words of rows are not to be changed', () => {
  const packed = Buffer.from('q0arUAzNzS0szQ1NTAwMDAygyoIdnXxI9SQA', 'base64');
  const row = { 'booking.eta': [1_778_971_440_000, 'dcsa:SABL'], 'event[|BDAR|SGSIN|1].estimated': [null, null] };
  expect(unpackHistory({ packed, plain: null })).toEqual(row);
  expect(packed.byteLength).toBeLessThan(JSON.stringify(row).length / 3);
});

test('a row with neither form is an error', () => {
  expect(() => unpackHistory({ packed: null, plain: null })).toThrow('empty');
});
