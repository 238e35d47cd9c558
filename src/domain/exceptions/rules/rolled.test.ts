import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { rolled } from './rolled.ts';

const known = (knownAt: number, vesselName: string | null, voyage: string | null, etd: number | null) => ({
  knownAt,
  value: { vesselName, voyage, etd },
});
const first = known(at(-9), 'STAR', '001E', at(5));
const view = (history: ReturnType<typeof known>[], content = {}) =>
  buildSimpleView(content, { departureHistory: history });

test('fires when ship or voyage change and the ETD moves by more than a day', () => {
  expect(keysIn(rolled, view([first, known(at(-2), 'MOON', '001E', at(6))]))).toEqual([]);
  expect(detectIn(rolled, view([first, known(at(-2), 'MOON', '001E', at(6, 1))]))).toMatchObject([
    { key: '', params: { oldVessel: 'STAR', newVessel: 'MOON', days: 1 }, severity: 'medium' },
  ]);
  expect(detectIn(rolled, view([first, known(at(-2), 'STAR', '003E', at(19))]))).toMatchObject([{ severity: 'high' }]);
});

test('the new ETD may come later than the new ship', () => {
  const history = [first, known(at(-2), 'MOON', '001E', at(5)), known(at(-1), 'MOON', '001E', at(9))];
  expect(keysIn(rolled, view(history))).toEqual(['']);
});

test('other spellings, a first name and an unknown estimate are no roll', () => {
  expect(keysIn(rolled, view([first, known(at(-2), 'mv Star', '1E', at(9))]))).toEqual([]);
  expect(keysIn(rolled, view([known(at(-9), null, null, at(5)), known(at(-2), 'MOON', '1E', at(9))]))).toEqual([]);
  expect(keysIn(rolled, view([first, known(at(-2), 'MOON', '1E', null)]))).toEqual([]);
  expect(keysIn(rolled, view([first]))).toEqual([]);
});

test('a change after the loading is no roll, one before it is', () => {
  const history = [first, known(at(-2), 'MOON', '001E', at(9))];
  const loaded = (actual: number) => ({ events: [buildEvent('MERU1234567', 'LOBD', 'CNSHA', { actual })] });
  expect(keysIn(rolled, view(history, loaded(at(-3))))).toEqual([]);
  expect(keysIn(rolled, view(history, loaded(at(-1))))).toEqual(['']);
});

test('a shown ship that wavers between two sources is no roll', () => {
  const history = [first, known(at(-4), 'MOON', '001E', at(3)), known(at(-2), 'STAR', '001E', at(5))];
  expect(keysIn(rolled, view(history))).toEqual([]);
});
