import { expect, test } from 'vitest';
import { editingOf, isMilestoneOf } from './editing.ts';

test('by sea people correct containers and choose ports, by air airports and airlines', () => {
  expect(editingOf(undefined)).toEqual({ bySea: true, places: 'port', carriers: 'carrier' });
  expect(editingOf('air')).toEqual({ bySea: false, places: 'airport', carriers: 'airline' });
});

test('domestic sea is corrected as the sea is', () => {
  expect(editingOf('domestic')).toEqual(editingOf(undefined));
  expect([isMilestoneOf('domestic', 'LOBD'), isMilestoneOf('domestic', 'RCF')]).toEqual([true, false]);
});

test('a milestone belongs to the modes that know it', () => {
  expect([isMilestoneOf(undefined, 'LOBD'), isMilestoneOf(undefined, 'RCF')]).toEqual([true, false]);
  expect([isMilestoneOf('air', 'LOBD'), isMilestoneOf('air', 'RCF')]).toEqual([false, true]);
});
