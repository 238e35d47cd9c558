import { expect, test } from 'vitest';
import { traceHref } from './trace-href.ts';

test('an exception leads to the trace page of its mode, which its reader may have alone', () => {
  const obmTkSubscribe = { bkId: '7', bizSourceType: 'CARRIER' };
  const search = 'obmBkId=7&dataSource=CARRIER';
  expect(traceHref({ obmTkSubscribe })).toBe(`/trace-detail?${search}`);
  expect(traceHref({ obmTkSubscribe, mode: 'courier' })).toBe(`/express-detail?${search}`);
  expect(traceHref({ obmTkSubscribe: { ...obmTkSubscribe, bkId: '' }, mode: 'rail' })).toBeUndefined();
  expect(traceHref({ obmTkSubscribe: null })).toBeUndefined();
});
