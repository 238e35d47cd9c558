import { expect, test } from 'vitest';
import { layFan } from './eta-fan.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 2, 1, 8);

test('ways lead from now to when each expects her, with the days of the port below', () => {
  const fan = layFan(
    {
      now,
      etas: [
        { by: 'own', eta: now + 5 * day },
        { by: 'carrier', eta: now + 6 * day },
      ],
      band: { low: now + 4 * day, high: now + 6 * day },
    },
    340,
    'America/Los_Angeles',
  );
  expect(fan?.start).toBe(18.2);
  expect(fan?.etas).toEqual([
    { by: 'own', x: 271.2 },
    { by: 'carrier', x: 321.8 },
  ]);
  expect(fan?.band).toEqual({ low: 220.6, high: 321.8 });
  // At 8 in UTC it is midnight in Los Angeles.
  expect(fan?.ticks.map(({ text }) => text)).toEqual(['03-02', '03-04', '03-06']);
  expect(fan?.ticks[0]?.x).toBe(68.8);
});

test('an arrival that was due lies before now; without any there is no fan', () => {
  const fan = layFan({ now, etas: [{ by: 'master', eta: now - 2 * day }], band: null }, 100, null);
  expect(fan?.etas[0]?.x).toBeLessThan(fan?.start ?? 0);
  expect(layFan({ now, etas: [], band: null }, 100, null)).toBeUndefined();
});
