import { expect, test } from 'vitest';
import { buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { legBreak } from './leg-break.ts';

const legs = (pod: string | null, pol: string | null) => [buildLeg(1, 'CNSHA', pod), buildLeg(2, pol, 'NLRTM')];

test('fires where one leg does not start at the end of the other', () => {
  expect(detectIn(legBreak, buildSimpleView({ legs: legs('SGSIN', 'USLAX') }))).toMatchObject([
    { key: 'leg:1', params: { portOfDischarge: 'SGSIN', portOfLoading: 'USLAX', nextLeg: 2 } },
  ]);
});

test('is silent for one port, its aliases and unknown ports', () => {
  expect(keysIn(legBreak, buildSimpleView({ legs: legs('SGSIN', 'SGSIN') }))).toEqual([]);
  expect(keysIn(legBreak, buildSimpleView({ legs: legs('CNNBO', 'CNNGB') }))).toEqual([]);
  expect(keysIn(legBreak, buildSimpleView({ legs: legs(null, 'SGSIN') }))).toEqual([]);
  expect(keysIn(legBreak, buildSimpleView({ legs: [buildLeg(1, 'CNSHA', 'NLRTM')] }))).toEqual([]);
});
