import { expect, test } from 'vitest';
import { closed } from '#contract/closed.ts';
import { calls } from '#contract/index.ts';
import { loadCallShapes } from './call-shapes.ts';
import { checkAnswer } from './handler-call.ts';

await loadCallShapes();

test('an answer with a field that the contract does not name fails, at any depth', () => {
  expect(() => checkAnswer('sailingSubscriptionCancel', { count: 1 })).not.toThrow();
  expect(() => checkAnswer('sailingSubscriptionCancel', { count: 1, more: 2 })).toThrow(/more/);
  const lane = { fromPort: 'CNSHA', toPort: 'NLRTM', shipments: 3 };
  expect(() => checkAnswer('busiestLanes', { lanes: [lane], ports: [] })).not.toThrow();
  expect(() => checkAnswer('busiestLanes', { lanes: [{ ...lane, tenantId: 7 }], ports: [] })).toThrow(/tenantId/);
});

test('the answer of every call can be checked so', () => {
  const unknown = Object.entries(calls).filter(([, { data }]) => {
    try {
      closed(data);
      return false;
    } catch {
      return true;
    }
  });
  expect(unknown.map(([name]) => name)).toEqual([]);
});
