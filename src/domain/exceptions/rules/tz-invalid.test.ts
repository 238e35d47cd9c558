import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import type { EventContent } from '../../tracking/model.ts';
import { tzInvalid } from './tz-invalid.ts';

const view = (portCode: string | null, values: Partial<EventContent>) =>
  buildSimpleView({ events: [buildEvent('MERU1234567', 'GITM', portCode, { actual: at(-1), ...values })] });

test('fires on a zone that is missing, unknown or not the one of the port', () => {
  expect(detectIn(tzInvalid, view('XXNOZ', {}))).toMatchObject([{ key: 'XXNOZ', params: { missing: 1 } }]);
  expect(detectIn(tzInvalid, view('CNSHA', { zone: 'Asia/Nowhere' }))).toMatchObject([{ params: { unknown: 1 } }]);
  expect(detectIn(tzInvalid, view('CNSHA', { zone: 'Europe/Paris' }))).toMatchObject([
    { key: 'CNSHA', params: { wrong: 1, portZone: 'Asia/Shanghai' } },
  ]);
  expect(detectIn(tzInvalid, view(null, { place: 'Yard 7' }))).toMatchObject([
    { key: 'Yard 7', params: { missing: 1 } },
  ]);
});

test('other names of one clock, UTC marks and the zone of the port alone are fine', () => {
  for (const zone of ['Asia/Singapore', 'UTC', 'Etc/GMT', null]) {
    expect(keysIn(tzInvalid, view('CNSGH', { zone }))).toEqual([]);
  }
  expect(keysIn(tzInvalid, view('XXNOZ', { zone: 'Asia/Shanghai' }))).toEqual([]);
});

test('is silent on events without time, without place, and at ports nobody knows', () => {
  expect(keysIn(tzInvalid, view('XXNOZ', { actual: null }))).toEqual([]);
  expect(keysIn(tzInvalid, view(null, {}))).toEqual([]);
  expect(keysIn(tzInvalid, view('ZZZZZ', {}))).toEqual([]);
});

test('one place is one problem, also under an alias', () => {
  const events = ['CNSHA', 'CNSGH', 'CNSHA'].map((port, index) =>
    buildEvent(`MERU${index}`, 'GITM', port, { actual: at(-1), zone: 'Mars/Base' }),
  );
  expect(keysIn(tzInvalid, buildSimpleView({ events }))).toEqual(['CNSHA']);
});
