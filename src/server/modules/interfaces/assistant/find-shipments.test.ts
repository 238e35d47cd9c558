import { expect, test } from 'vitest';
import { numbersIn } from './find-shipments.ts';

test('numbers are found in prose as they are kept, without words and short figures', () => {
  expect(
    numbersIn('Dear team, where is MERU 112057-0? And bill (ABCD123456789), AWB 999-1234 5675; 12 boxes.'),
  ).toEqual(expect.arrayContaining(['MERU1120570', 'ABCD123456789', '999-12345675']));
  expect(numbersIn('Hello there, 12 boxes')).toEqual([]);
  expect(numbersIn(Array.from({ length: 90 }, (_, n) => `NUM${10_000 + n}`).join(' '))).toHaveLength(40);
});
