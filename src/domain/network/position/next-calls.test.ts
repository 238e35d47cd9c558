import { expect, test } from 'vitest';
import { nextCalls } from './next-calls.ts';

const call = (portCode: string, planned: number, part: { actual?: number; omitted?: boolean } = {}) => ({
  portCode,
  arrival: { planned, estimated: null, actual: part.actual ?? null },
  omitted: part.omitted ?? false,
});
const schedule = [
  call('CNSHA', 1, { actual: 1 }),
  call('CNNGB', 2),
  call('SGSIN', 5, { omitted: true }),
  call('MYPKG', 6),
  call('NLRTM', 20),
  call('DEHAM', 22),
];
const codes = (nextPort: string | null, now: number) =>
  nextCalls(schedule, nextPort, now).map(({ portCode }) => portCode);

test('the next three calls begin at the next port, without those that are omitted or over', () => {
  expect(codes('CNNGB', 4)).toEqual(['CNNGB', 'MYPKG', 'NLRTM']);
  expect(codes('NLRTM', 4)).toEqual(['NLRTM', 'DEHAM']);
  expect(codes('SGSIN', 4)).toEqual([]);
});

test('of a vessel in a port they are those still to come', () => {
  expect(codes(null, 4)).toEqual(['MYPKG', 'NLRTM', 'DEHAM']);
  expect(codes(null, 30)).toEqual([]);
});
