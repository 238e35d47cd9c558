import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { hold } from './hold.ts';

const container = 'MERU1234567';
const held = (actual: number | null, code = 'CUIP') =>
  buildEvent(container, code, 'NLRTM', { actual, planned: at(-9) });
const view = (...events: ReturnType<typeof buildEvent>[]) => buildSimpleView({ events });

test('fires at 48 hours and not before, on holds and inspections', () => {
  expect(keysIn(hold, view(held(at(-2, 1))))).toEqual([]);
  expect(detectIn(hold, view(held(at(-2))))).toMatchObject([
    {
      key: `CUIP|NLRTM`,
      params: { heldStatus: 'CUIP', hours: 48, heldZone: 'Europe/Amsterdam' },
      severity: 'high',
    },
  ]);
  expect(keysIn(hold, view(held(at(-2), 'INSP')))).toEqual([`INSP|NLRTM`]);
  expect(keysIn(hold, view(held(null)))).toEqual([]);
});

test('a release after the hold at the same place ends it; one before it or elsewhere does not', () => {
  const release = (days: number, port: string | null) => buildEvent(container, 'PASS', port, { actual: at(days) });
  expect(keysIn(hold, view(held(at(-5)), release(-4, 'NLRTM')))).toEqual([]);
  expect(keysIn(hold, view(held(at(-5)), release(-4, null)))).toEqual([]);
  expect(keysIn(hold, view(held(at(-5)), release(-6, 'NLRTM')))).toHaveLength(1);
  expect(keysIn(hold, view(held(at(-5)), release(-4, 'CNSHA')))).toHaveLength(1);
});

test('a gate-out proves the release, and an ended subscription is over', () => {
  expect(keysIn(hold, view(held(at(-5)), buildEvent(container, 'STCS', 'NLRTM', { actual: at(-3) })))).toEqual([]);
  expect(keysIn(hold, buildSimpleView({ events: [held(at(-5))] }, { subscription: { ended: true } }))).toEqual([]);
});

test('export holds and import releases have codes of their own', () => {
  expect(keysIn(hold, view(buildEvent(container, 'EXHO', 'CNSHA', { actual: at(-3) })))).toEqual([`EXHO|CNSHA`]);
  const released = buildEvent(container, 'IMPR', 'NLRTM', { actual: at(-4) });
  expect(keysIn(hold, view(held(at(-5)), released))).toEqual([]);
});
