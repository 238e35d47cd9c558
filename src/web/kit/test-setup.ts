import { afterAll, beforeAll, vi } from 'vitest';
import { forgetTests } from './test-state.ts';

// Before as well: what a file began may still come after its end.
beforeAll(forgetTests);
afterAll(() => {
  vi.useRealTimers();
  forgetTests();
});
