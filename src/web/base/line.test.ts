import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lineLost, useLine } from './line.ts';

const realFetch = globalThis.fetch;
let requested = 0;

beforeEach(() => {
  vi.useFakeTimers();
  requested = 0;
  globalThis.fetch = () => {
    requested += 1;
    return Promise.reject(new Error('nobody answers'));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
  useLine.setState({ up: true });
  vi.useRealTimers();
});

test('a server that is away is asked every few seconds, until a call tells that it is there', async () => {
  lineLost();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requested).toBe(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(requested).toBe(2);
  useLine.setState({ up: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requested).toBe(2);
});
