import * as React from 'react';
import { afterAll, beforeAll, vi } from 'vitest';
import { resetSharedState } from './test-state.ts';

// React keeps the stack of calls by which each element was made, up to a number it counts here. Nothing reads them, and taking them
// is a fifth of the time of these tests.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_VALUE, set: () => {} });

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
