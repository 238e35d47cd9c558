import { expect, test } from 'vitest';
import { listMemoryUse } from '#shared/memory/bytes-cache.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { createBrake } from './brake.ts';

/** A brake on a clock that stands still, with what gets through of many attempts that all fail. */
function braked() {
  let now = 0;
  const brake = createBrake(() => now);
  return {
    brake,
    pass: (ms: number) => (now += ms),
    attempts(n: number, of: (n: number) => [address: string, terminalNo: string]): number {
      let passed = 0;
      for (let at = 0; at < n; at += 1) {
        const [address, terminalNo] = of(at);
        if (!brake.allows(address, terminalNo)) continue;
        passed += 1;
        brake.failed(address, terminalNo);
      }
      return passed;
    },
  };
}

test('guesses of numbers from one address are braked; one more is let through each second', () => {
  const { attempts, pass } = braked();
  expect(attempts(1_005, (n) => ['10.0.0.1', String(n)])).toBe(60);
  pass(3 * SECOND_MS);
  expect(attempts(50, (n) => ['10.0.0.1', `later ${n}`])).toBe(3);
  expect(attempts(5, (n) => ['10.0.0.2', `other ${n}`])).toBe(5);
});

test('guesses for one number from many addresses are braked', () => {
  const { attempts, pass } = braked();
  expect(attempts(500, (n) => [`10.0.${n >> 8}.${n & 255}`, '13912340001'])).toBe(10);
  pass(2 * MINUTE_MS);
  expect(attempts(500, (n) => [`10.1.${n >> 8}.${n & 255}`, '13912340001'])).toBe(2);
});

test('IPv6 addresses of one customer count as one', () => {
  const { attempts } = braked();
  expect(attempts(200, (n) => [`2001:db8:1:2::${n.toString(16)}`, String(n)])).toBe(60);
});

test('the device itself is let in where it signed in last, whatever others try with its number or address', () => {
  const { brake, attempts } = braked();
  brake.passed('10.0.7.7', '13912340001');
  expect(attempts(100, (n) => [`172.16.0.${n}`, '13912340001'])).toBe(10);
  expect(brake.allows('10.0.8.8', '13912340001')).toBe(true);
  expect(brake.allows('10.9.8.8', '13912340001')).toBe(false);
  expect(attempts(100, (n) => ['10.0.8.8', String(n)])).toBe(60);
  // Both are used up: an attacker in the same network, at the same address, with the same number.
  expect(brake.allows('10.0.8.8', '13912340001')).toBe(false);
});

test('what it remembers has a limit', () => {
  const { attempts } = braked();
  attempts(25_000, (n) => [`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, String(n)]);
  const kept = listMemoryUse().filter(({ name }) => name.startsWith('device_brake_'));
  expect(kept.every(({ bytes, maxBytes }) => maxBytes !== null && bytes <= maxBytes)).toBe(true);
});
