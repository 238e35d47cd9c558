import { expect, test } from 'vitest';
import { parseHref } from '#web/base/href.ts';
import { dayHref, exceptionsHref, handledHref, ownHref, unassignedHref } from './links.ts';

test.each([
  [exceptionsHref(), { handleStatus: '0,1,4' }],
  [exceptionsHref({ status: 'onHold', testPurpose: 'HOLD' }), { handleStatus: '4', testPurpose: 'HOLD' }],
  [exceptionsHref({ from: null, to: '2026-10-22' }), { handleStatus: '0,1,4', createTimeTo: '2026-10-22' }],
  [unassignedHref(), { handleStatus: '0,1,4', chargeCode: '-', sort: 'createTime.asc' }],
  [ownHref('li'), { handleStatus: '0,1,4', chargeCode: 'li', sort: 'createTime.asc' }],
  [dayHref('2026-11-21'), { createTimeFrom: '2026-11-21', createTimeTo: '2026-11-21' }],
  [handledHref('2026-11-21'), { handleStatus: '2,3', handleTimeFrom: '2026-11-21', handleTimeTo: '2026-11-21' }],
])('%s has its filters in the address', (href, search) => {
  expect(parseHref(href)).toEqual({ path: '/exception-manage', search });
});
