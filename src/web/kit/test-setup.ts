import { afterAll, beforeAll, vi } from 'vitest';
import { resetSharedState } from './test-state.ts';

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
