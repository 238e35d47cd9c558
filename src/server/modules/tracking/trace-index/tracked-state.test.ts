import { expect, test } from 'vitest';
import { buildContent, buildLeg } from '#domain/testing/builders.ts';
import { trackedState } from './tracked-state.ts';

const open = { ended: false, arrived: false };

test('a shipment is on its way only once it has departed', () => {
  expect(trackedState(open, null)).toBe('waiting');
  expect(trackedState(open, buildContent({ booking: { etd: 1 } }))).toBe('planned');
  expect(trackedState(open, buildContent({ booking: { atd: 1 } }))).toBe('transit');
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN', { ata: 1 }), buildLeg(2, 'SGSIN', 'DEHAM')];
  expect(trackedState(open, buildContent({ legs }))).toBe('transit');
});

test('arrived and ended shipments say so, whatever else is known', () => {
  expect(trackedState({ ended: false, arrived: true }, buildContent({}))).toBe('arrived');
  expect(trackedState({ ended: true, arrived: true }, null)).toBe('ended');
});
