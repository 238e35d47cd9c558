import { expect, test } from 'vitest';
import type { ShipmentContent } from '../../tracking/model.ts';
import { at, buildEvent, buildRecord, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { cutoffMissed } from './cutoff-missed.ts';

const container = 'MERU1234567';
const picked = buildEvent(container, 'STSP', 'CNSHA', { actual: at(-3) });

/** A shipment of which the terminal closes at a time, by what one source or another tells. */
function view(time: number, more: Partial<ShipmentContent> = {}, of: Partial<ShipmentContent['booking']> = {}) {
  const carrier = buildRecord('carrier', {});
  const { content } = carrier;
  const booking = { ...content.booking, portOfLoading: 'CNSHA', ...of };
  const cutoffs = [{ code: 'FCO', time }];
  return buildView([{ ...carrier, content: { ...content, booking, events: [picked], cutoffs, ...more } }]);
}

test('warns some hours before the closing, and is severe when sources have had time to report', () => {
  const found = (time: number) =>
    detectIn(cutoffMissed, view(time)).map(({ severity, params }) => [severity, params['missed'] ?? 0]);
  expect(found(at(0, 5))).toEqual([]);
  expect(found(at(0, 4))).toEqual([['medium', 0]]);
  expect(found(at(0, -11))).toEqual([['medium', 0]]);
  expect(found(at(0, -12))).toEqual([['high', 1]]);
  expect(detectIn(cutoffMissed, view(at(-1)))).toMatchObject([
    {
      key: 'FCO',
      params: { boxNos: container, hours: 24, closesZone: 'Asia/Shanghai' },
      evidence: [{ path: 'cutoff[FCO].time' }],
    },
  ]);
});

test('is silent on a container that is in or further, on one nothing is reported of, and once the ship has left', () => {
  for (const status of ['GITM', 'LOBD'])
    expect(
      keysIn(
        cutoffMissed,
        view(at(-1), { events: [picked, buildEvent(container, status, 'CNSHA', { actual: at(-2) })] }),
      ),
    ).toEqual([]);
  expect(keysIn(cutoffMissed, view(at(-1), { events: [] }))).toEqual([]);
  expect(keysIn(cutoffMissed, view(at(-1), {}, { atd: at(0, -2) }))).toEqual([]);
  expect(keysIn(cutoffMissed, view(at(-1), { cutoffs: [{ code: 'DCO', time: at(-1) }] }))).toEqual([]);
});
