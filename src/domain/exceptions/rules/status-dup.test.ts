import { expect, test } from 'vitest';
import { at, buildEvent, buildRecord, buildSimpleView, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { statusDup } from './status-dup.ts';

const container = 'MERU1234567';
const load = (values = {}) => buildEvent(container, 'LOBD', 'CNSHA', { actual: at(-2), ...values });

test('fires when one source tells a status twice, also under an alias of the port', () => {
  const twice = buildSimpleView({ events: [load(), load({ occurrence: 2 })] });
  expect(detectIn(statusDup, twice)).toMatchObject([
    { key: `LOBD|CNSHA`, params: { count: 2, source: 'dcsa:MERI' }, severity: 'low' },
  ]);
  const alias = buildSimpleView({ events: [load(), load({ portCode: 'CNSGH', actual: at(-1) })] });
  expect(detectIn(statusDup, alias)).toMatchObject([{ key: `LOBD|CNSHA`, severity: 'medium' }]);
  const corrected = buildSimpleView({ events: [load(), load({ occurrence: 2, actual: at(-2) + 68 * 60_000 })] });
  expect(detectIn(statusDup, corrected)).toMatchObject([{ severity: 'low' }]);
});

test('shows each report under the path of its milestone', () => {
  const twice = buildSimpleView({ events: [load(), load({ occurrence: 2, actual: at(-1) })] });
  const [found] = detectIn(statusDup, twice);
  expect(found?.evidence).toMatchObject([
    { path: `event[${container}|LOBD|CNSHA|1].actual`, value: at(-2) },
    { path: `event[${container}|LOBD|CNSHA|2].actual`, value: at(-1) },
  ]);
  const nowhere = { containerNo: null, portCode: null };
  const [unplaced] = detectIn(
    statusDup,
    buildSimpleView({ events: [load(nowhere), load({ ...nowhere, occurrence: 2 })] }),
  );
  expect(unplaced?.evidence[0]?.path).toBe('event[|LOBD||1].actual');
});

test('two sources that tell it once each are no duplicate', () => {
  const view = buildView([
    buildRecord('a', { events: [load()] }),
    buildRecord('b', { events: [load()] }, { sourceType: 'FT' }),
  ]);
  expect(keysIn(statusDup, view)).toEqual([]);
});

test('a plan beside the fact, another port, another container and a second inspection are no duplicates', () => {
  const view = buildSimpleView({
    events: [
      load(),
      load({ occurrence: 2, actual: null, planned: at(-3) }),
      load({ portCode: 'SGSIN' }),
      load({ containerNo: 'MERU7654321' }),
      buildEvent(container, 'INSP', 'CNSHA', { actual: at(-4) }),
      buildEvent(container, 'INSP', 'CNSHA', { actual: at(-3), occurrence: 2 }),
    ],
  });
  expect(keysIn(statusDup, view)).toEqual([]);
});

test('a container that was moved to another ship has a departure of each; of one ship, however spelled, it is reported twice', () => {
  const on = (vesselName: string, days: number, occurrence: number) =>
    load({ statusCode: 'DLPT', vesselName, actual: at(days), occurrence });
  expect(keysIn(statusDup, buildSimpleView({ events: [on('AMBER TIDE', -9, 1), on('BIRCH WAKE', -2, 2)] }))).toEqual(
    [],
  );
  const again = [on('AMBER TIDE', -9, 1), on('BIRCH WAKE', -2, 2), on('MV Amber Tide', -8, 3)];
  expect(detectIn(statusDup, buildSimpleView({ events: again }))).toMatchObject([{ params: { count: 2 } }]);
});
