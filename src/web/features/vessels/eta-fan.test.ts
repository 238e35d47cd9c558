import { expect, test } from 'vitest';
import { layFan } from './eta-fan.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 2, 1, 8);

test('ways lead from now to when each expects her, with the days of the port below', () => {
  const fan = layFan(
    {
      now,
      told: [
        { by: 'own', eta: now + 5 * day },
        { by: 'carrier', eta: now + 6 * day },
      ],
      band: { low: now + 4 * day, high: now + 6 * day },
    },
    112,
    'America/Los_Angeles',
  );
  expect(fan?.start).toBe(6);
  expect(fan?.told).toEqual([
    { by: 'own', x: 89.3 },
    { by: 'carrier', x: 106 },
  ]);
  expect(fan?.band).toEqual({ low: 72.7, high: 106 });
  // At 8 in UTC it is midnight in Los Angeles.
  expect(fan?.ticks.map(({ text }) => text)).toEqual(['03-01', '03-03', '03-05', '03-07']);
  expect(fan?.ticks[0]?.x).toBe(6);
});

test('an arrival that was due lies before now; without any there is no fan', () => {
  const fan = layFan({ now, told: [{ by: 'master', eta: now - 2 * day }], band: null }, 100, null);
  expect(fan?.told[0]?.x).toBeLessThan(fan?.start ?? 0);
  expect(layFan({ now, told: [], band: null }, 100, null)).toBeUndefined();
});
