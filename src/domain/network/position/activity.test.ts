import { describe, expect, test } from 'vitest';
import { vesselActivity } from './activity.ts';

const fix = { speed: 14, course: 90, heading: 90, status: 0 };

describe('what a vessel does', () => {
  test.each([
    ['sails', fix, false, 'underway'],
    ['sails and has not changed her status since she lay', { ...fix, status: 5 }, false, 'underway'],
    ['lies at a quay', { ...fix, speed: 0.1, status: 5 }, true, 'moored'],
    ['lies in port and says that she is under way', { ...fix, speed: 0.2 }, true, 'moored'],
    ['swings at anchor', { ...fix, speed: 0.9, status: 1 }, false, 'anchored'],
    ['drags her anchor', { ...fix, speed: 1, status: 1 }, false, 'drifting'],
    ['lies still at sea without an anchor', { ...fix, speed: 0.4 }, false, 'drifting'],
    ['is pushed sideways', { ...fix, speed: 2, course: 135 }, false, 'drifting'],
    ['goes slowly ahead', { ...fix, speed: 2, course: 134 }, false, 'underway'],
    ['goes slowly ahead across north', { ...fix, speed: 2, course: 350, heading: 10 }, false, 'underway'],
    ['is not under command', { ...fix, speed: 2, status: 2 }, false, 'drifting'],
    ['says no speed', { ...fix, speed: null }, false, 'underway'],
    ['says no speed at anchor', { ...fix, speed: null, status: 1 }, false, 'anchored'],
  ] as const)('one that %s', (_, seen, inPort, activity) => {
    expect(vesselActivity(seen, inPort)).toBe(activity);
  });
});
