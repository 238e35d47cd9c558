import { expect, test } from 'vitest';
import { at, buildSimpleView } from '../../testing/builders.ts';
import { journeyField } from './fields.ts';

test('estimates for a port of transhipment are no part of how far the arrival has moved', () => {
  const known = <T>(knownAt: number, value: T) => ({ knownAt, value });
  const slipOf = (routeHistory: { knownAt: number; value: string[] }[]) =>
    journeyField('arrival.slipHours')?.read(
      buildSimpleView(
        {},
        { etaHistory: [known(at(-9), at(2)), known(at(-4), at(17)), known(at(-1), at(18))], routeHistory },
      ),
    );
  expect(slipOf([known(at(-9), ['CNNGB', 'KRPUS']), known(at(-4), ['CNNGB', 'KRPUS', 'THLCH'])])).toEqual({
    value: 24,
  });
  expect(slipOf([known(at(-9), ['CNNGB', 'THLCH'])])).toEqual({ value: 16 * 24 });
});
