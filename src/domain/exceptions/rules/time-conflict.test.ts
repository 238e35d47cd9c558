import { expect, test } from 'vitest';
import { at, buildEvent, buildOverride, buildRecord, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { timeConflict } from './time-conflict.ts';

const records = (hours: number, attribute: 'atd' | 'etd' = 'atd') => [
  buildRecord('a', { booking: { portOfLoading: 'CNSHA', [attribute]: at(-5) } }),
  buildRecord('b', { booking: { [attribute]: at(-5, hours) } }, { sourceType: 'FT', sourceCode: 'ft' }),
];

test('fires above 24 hours, not at 24', () => {
  expect(keysIn(timeConflict, buildView(records(24)))).toEqual([]);
  expect(detectIn(timeConflict, buildView(records(-25)))).toMatchObject([
    {
      key: 'departure|CNSHA',
      params: { hours: 25, firstSource: 'dcsa:MERI', secondSource: 'ft', firstZone: 'Asia/Shanghai' },
      evidence: [{ sourceCode: 'dcsa:MERI' }, { sourceCode: 'ft' }],
    },
  ]);
});

test('estimates may differ: sources lag', () => {
  expect(keysIn(timeConflict, buildView(records(100, 'etd')))).toEqual([]);
});

test('is silent where an expert has decided or only one source speaks', () => {
  const overrides = [buildOverride('booking.atd', at(-5))];
  expect(keysIn(timeConflict, buildView(records(100), { overrides }))).toEqual([]);
  expect(keysIn(timeConflict, buildView(records(100).slice(0, 1)))).toEqual([]);
});

test('names the source that is farthest off', () => {
  const third = buildRecord('c', { booking: { atd: at(-9) } }, { sourceType: 'RPA', sourceCode: 'rpa' });
  expect(detectIn(timeConflict, buildView([...records(30), third]))[0]?.params.secondSource).toBe('rpa');
});

test('of a container it says which, where, what was reported by whom, and how far that is apart', () => {
  const reported = (hours: number) => ({
    events: [buildEvent('MERU1234567', 'LOBD', 'SGSIN', { actual: at(-5, hours) })],
  });
  const two = [
    buildRecord('a', reported(0)),
    buildRecord('b', reported(30.26), { sourceType: 'FT', sourceCode: 'ft' }),
  ];
  const [found] = detectIn(timeConflict, buildView(two));
  expect(found?.params).toMatchObject({
    containerNo: 'MERU1234567',
    status: 'LOBD',
    port: 'SGSIN',
    hours: 30.3,
    firstSource: 'dcsa:MERI',
    firstAt: at(-5),
    firstZone: 'Asia/Singapore',
    secondSource: 'ft',
    secondAt: at(-5, 30.26),
    secondZone: 'Asia/Singapore',
  });
  expect(found?.evidence).toHaveLength(2);
});

test('of the ship it names no container, and where no port is known no zone', () => {
  const reported = (hours: number) => ({ booking: { atd: at(-5, hours) } });
  const two = [buildRecord('a', reported(0)), buildRecord('b', reported(30), { sourceType: 'FT', sourceCode: 'ft' })];
  const [found] = detectIn(timeConflict, buildView(two));
  expect(found?.params).toMatchObject({ port: '', firstZone: '', secondZone: '' });
  expect(Object.keys(found?.params ?? {})).not.toContain('containerNo');
});
