import { expect, test } from 'vitest';
import type { Provenance } from '../intake/fusion/types.ts';
import { warningsAbout } from './warned.ts';

const claim = (sourceCode: string, value: number) => ({
  recordId: '1',
  sourceType: 'FT' as const,
  sourceCode,
  value,
  observedAt: 5,
});
const given = (value: number, ...others: number[]): Provenance => ({
  rule: 'only',
  winner: claim('ft', value),
  others: others.map((other) => claim('tracker', other)),
});
const provenance = {
  'booking.eta': given(7),
  'warning[MERU1234567|WDUMP|CNSHA].time': given(1, 3),
  'warning[MERU7654321|WDUMP|CNSHA].time': given(2),
  'warning[|WETD|].time': given(4),
  'warning[|WETA|NLRTM].time': given(9),
};
const statement = (typeCode: string, ...boxNos: string[]) =>
  warningsAbout({ typeCode, boxNos }, provenance).map(
    ({ sourceCode, code, containerNo, time }) => `${sourceCode} ${code} ${containerNo} ${time}`,
  );

test('an exception has the warnings of the same thing, of its containers, each source by itself, newest first', () => {
  expect(statement('ROLLED', 'MERU1234567')).toEqual([
    'ft WETD null 4',
    'tracker WDUMP MERU1234567 3',
    'ft WDUMP MERU1234567 1',
  ]);
  expect(statement('ROLLED')).toHaveLength(4);
  expect(statement('ETA_SLIP', 'MERU1234567')).toEqual(['ft WETA null 9']);
  expect(statement('CTN_INVALID')).toEqual([]);
});
