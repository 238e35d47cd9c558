import { expect, test } from 'vitest';
import { at, buildContent, buildLeg } from '../testing/builders.ts';
import { noteShown } from './shown-history.ts';
import type { ShownHistory } from './shown-history.ts';

const noted = (...contents: ReturnType<typeof buildContent>[]): ShownHistory => {
  const history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  contents.forEach((content, index) => noteShown(history, content, 'dcsa:MERI', at(index)));
  return history;
};

test('an estimate of the arrival at a transhipment port is none of the port of discharge', () => {
  const feeder = buildLeg(1, 'CNSHA', 'SGSIN', { eta: at(5) });
  const mother = buildLeg(2, 'SGSIN', 'NLRTM');
  // The aggregator knows the way on, the carrier only the way to Singapore.
  const before = buildContent({ booking: { portOfDischarge: 'SGSIN', eta: at(5) }, legs: [feeder, mother] });
  const after = buildContent({ booking: { portOfDischarge: 'NLRTM', eta: at(30) }, legs: [feeder, mother] });
  const later = buildContent({ booking: { portOfDischarge: 'NLRTM', eta: at(32) }, legs: [feeder, mother] });
  expect(noted(before, after, later).eta).toEqual([
    { value: at(30), knownAt: at(1), sourceCode: 'dcsa:MERI' },
    { value: at(32), knownAt: at(2), sourceCode: 'dcsa:MERI' },
  ]);
});

test('an estimate is noted where no leg, or no port of discharge, is known', () => {
  expect(noted(buildContent({ booking: { portOfDischarge: 'NLRTM', eta: at(30) } })).eta).toHaveLength(1);
  expect(noted(buildContent({ booking: { eta: at(30) }, legs: [buildLeg(1, 'CNSHA', 'NLRTM')] })).eta).toHaveLength(1);
});
