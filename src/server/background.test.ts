import { expect, test } from 'vitest';
import { serverMessages } from '#shared/i18n/server-messages/index.ts';
import { type BackgroundDeps, taskHandlers } from './background.ts';

test('all kinds of background work have a name in both languages', () => {
  // Handlers are only listed, never run: nothing of what they work with is touched.
  const deps = { bookingFeedUrl: 'http://shop.example', callbackBase: 'http://us.example', delivery: {} };
  const kinds = Object.keys(taskHandlers(deps as unknown as BackgroundDeps));
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((kind) => !(`task.${kind}` in serverMessages))).toEqual([]);
});
