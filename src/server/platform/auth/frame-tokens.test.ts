import { expect, test } from 'vitest';
import type { CallName } from '#contract/paths.ts';
import { mayFrameCall } from './frame-tokens.ts';

test.each<[CallName, boolean]>([
  ['session', true],
  ['getTrace', true],
  ['users', true],
  ['getWorld', true],
  ['allPorts', true],
  ['queryExceptions', true],
  ['traceIndex.list', true],
  ['signInOptions', true],
  ['sailingQuery', true],
  ['portCallQuery', true],
  ['sailingSubscriptionQuery', true],
  ['flightQuery', true],
  ['vesselFleet', true],
  ['vesselTrack', true],
  ['traceMoments', true],
  ['queryIncidents', true],
  ['port.pick', true],
  ['carrier.getAll', true],
  ['sailingSubscriptionInsert', false],
  ['userQuery', false],
  ['deleteLeg', false],
  ['activatePullRecords', false],
  ['port.update', false],
  ['updatePassword', false],
  ['assignExceptions', false],
  ['setWorld', false],
  ['frameToken', false],
])('an embedded page may call %s: %s', (name, may) => {
  expect(mayFrameCall(name)).toBe(may);
});
