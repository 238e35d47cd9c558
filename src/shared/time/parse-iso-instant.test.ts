import { expect, test } from 'vitest';
import { parseIsoInstant } from './parse-iso-instant.ts';

test.each([
  ['2026-03-01T08:05:09Z', '2026-03-01T08:05:09.000Z'],
  ['2026-03-01T08:05Z', '2026-03-01T08:05:00.000Z'],
  ['2026-03-01T08:05:09.29Z', '2026-03-01T08:05:09.290Z'],
  ['2026-03-01T08:05:09.123456+08:00', '2026-03-01T00:05:09.123Z'],
  ['2026-03-01T08:05:09-0330', '2026-03-01T11:35:09.000Z'],
  ['2026-03-01T08:05:09+05', '2026-03-01T03:05:09.000Z'],
])('%s', (text, expected) => {
  expect(parseIsoInstant(text)).toEqual({ instant: Date.parse(expected) });
});

test.each(['2026-03-01T08:05:09', '2026-03-01T08:05'])('%s lacks its offset', (text) => {
  expect(parseIsoInstant(text)).toEqual({ problem: 'no_offset' });
});

test.each([
  '2026-02-30T08:00:00Z',
  '2026-02-30T08:00:00',
  '2026-03-01T24:00:00Z',
  '2026-03-01T08:60:00Z',
  '2026-03-01T08:00:00+15:00',
  '2026-03-01T08:00:00+08:75',
  '2026-03-01 08:00:00Z',
  '2026-03-01',
  '1700000000',
  '',
])('%s is malformed', (text) => {
  expect(parseIsoInstant(text)).toEqual({ problem: 'malformed' });
});

test('the usual forms and the rare ones of one moment are one instant', () => {
  const moment = Date.UTC(2026, 1, 28, 23, 59, 58, 7);
  const whole = moment - 7;
  expect(parseIsoInstant('2026-02-28T23:59:58.007Z')).toEqual({ instant: moment });
  expect(parseIsoInstant('2026-02-28T23:59:58,007z')).toEqual({ instant: moment });
  for (const text of [
    '2026-02-28T23:59:58Z',
    '2026-03-01T07:59:58+08:00',
    '2026-03-01T07:59:58+0800',
    '2026-02-28T14:29:58-09:30',
  ])
    expect(parseIsoInstant(text), text).toEqual({ instant: whole });
  for (const text of [
    '2026-02-29T00:00:00Z',
    '2026-02-28T24:00:00Z',
    '2026-02-28T00:00:00+14:30',
    '2026-02-28T00:00:00*08:00',
    '2026-02-28T00:00:0xZ',
    '2026-02-28T00:00:00+08:6x',
    '2026-02-28T00:00:00.0x0Z',
    '2026-02-28T00:00:00 08:00',
  ])
    expect(parseIsoInstant(text), text).toEqual({ problem: 'malformed' });
});
