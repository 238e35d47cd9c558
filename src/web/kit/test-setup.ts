import * as React from 'react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { resetSharedState } from './test-state.ts';

// React keeps the stack of calls by which each element was made, up to a number it counts here. Nothing reads them, and taking them
// is a fifth of the time of these tests.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => {} });

// React only writes to the console that siblings share a key, and then shows one of them as another.
const sameKeys: string[] = [];
const { error } = console;
console.error = (...args: unknown[]) => {
  if (String(args[0]).startsWith('Encountered two children with the same key'))
    sameKeys.push(args.map(String).join(' '));
  error(...args);
};
afterEach(() => {
  const [found] = sameKeys.splice(0);
  if (found !== undefined) throw new Error(found);
});

// Before as well: what a file began may still come after its end.
beforeAll(resetSharedState);
afterAll(async () => {
  // Some files make their document themselves, after this one was read.
  const { cleanup } = await import('@testing-library/react');
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  resetSharedState();
});
