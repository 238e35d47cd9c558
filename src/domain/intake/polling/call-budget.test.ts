import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { callsUsed, type CallState, heldMs, settleCalls, takeCalls, takeOneMore } from './call-budget.ts';

const one = (tenant: string, again = false) => ({ tenant, calls: 1, again });
const many = (tenant: string, n: number) => Array.from({ length: n }, () => one(tenant));

/** Takes calls and ends them at once; gives how many were allowed. */
function ask(known: CallState, limits: Parameters<typeof takeCalls>[1], tenants: readonly string[], now: number) {
  const taken = takeCalls(known, limits, { worker: 'w', wanted: tenants.map((tenant) => one(tenant, now > 0)), now });
  const made = taken.places.filter((place) => place === null).length;
  return {
    state: settleCalls(taken.state, { worker: 'w', made, unused: 0, atOnce: 0, now }),
    made,
    places: taken.places,
  };
}

test('no minute, hour or day that begins anywhere holds more calls than its limit', () => {
  const limits = { perMinute: 7, perHour: 50, perDay: 90 };
  let state: CallState = {};
  const made: number[] = [];
  for (let now = 0; now < 30 * HOUR_MS; now += 13 * SECOND_MS) {
    const step = ask(
      state,
      limits,
      Array.from({ length: 4 }, () => 'a'),
      now,
    );
    state = step.state;
    for (let call = 0; call < step.made; call += 1) made.push(now);
  }
  for (const [length, limit] of [
    [MINUTE_MS, 7],
    [HOUR_MS, 50],
    [24 * HOUR_MS, 90],
  ] as const)
    for (const at of made)
      expect(made.filter((other) => other >= at && other < at + length).length).toBeLessThanOrEqual(limit);
  expect(made.length).toBeGreaterThan(90);
});

test('calls that wait are given times one after the other, at the pace of the limit', () => {
  const first = ask(
    {},
    { perMinute: 6 },
    Array.from({ length: 10 }, () => 'a'),
    0,
  );
  expect(first.made).toBe(6);
  const waiting = first.places.filter((place) => place !== null);
  expect(waiting).toHaveLength(4);
  expect(waiting[0]).toBeGreaterThanOrEqual(MINUTE_MS);
  expect(waiting.map((at, index) => at - (waiting[index - 1] ?? at))).toEqual([0, 10_000, 10_000, 10_000]);
});

test('a tenant with many questions does not take the turn of one with few', () => {
  const limits = { perMinute: 10 };
  const full = ask(
    {},
    limits,
    Array.from({ length: 500 }, () => 'large'),
    0,
  );
  const small = takeCalls(full.state, limits, { worker: 's', wanted: many('small', 3), now: SECOND_MS });
  expect(small.places).not.toContain(null);
  expect(Math.max(...small.places.map((at) => at ?? 0))).toBeLessThan(2.5 * MINUTE_MS);
  const later = 75 * SECOND_MS;
  const large = takeCalls(small.state, limits, {
    worker: 'l',
    wanted: Array.from({ length: 50 }, () => one('large', true)),
    now: later,
  });
  expect(large.places.filter((place) => place === null)).toHaveLength(7);
  const turn = takeCalls(large.state, limits, {
    worker: 's',
    wanted: Array.from({ length: 3 }, () => one('small', true)),
    now: later,
  });
  expect(turn.places.filter((place) => place === null)).toHaveLength(3);
});

test('what a lost worker held counts as made, and its places are free again', () => {
  const limits = { perMinute: 5, atOnce: 2 };
  const lost = takeCalls({}, limits, { worker: 'lost', wanted: many('a', 4), now: 0 });
  expect(lost.atOnce).toBe(2);
  const other = takeCalls(lost.state, limits, { worker: 'b', wanted: many('a', 2), now: SECOND_MS });
  expect(other.places).not.toContain(null);
  const after = takeCalls(other.state, limits, { worker: 'b', wanted: many('a', 2), now: heldMs });
  expect(after).toMatchObject({ atOnce: 1 });
  expect(after.places.filter((place) => place === null)).toHaveLength(1);
  expect(callsUsed(after.state, limits, heldMs)).toEqual({
    windows: [{ window: 'minute', limit: 5, used: 5 }],
    atOnce: 1,
  });
  expect(callsUsed(after.state, limits, 5 * heldMs).windows[0]?.used).toBe(0);
});

test('a question that takes more calls takes them one by one, and none above the limit', () => {
  const limits = { perHour: 2 };
  const { state } = takeCalls({}, limits, { worker: 'w', wanted: many('a', 1), now: 0 });
  const second = takeOneMore(state, limits, { worker: 'w', now: 1 });
  expect(second.at).toBeNull();
  expect(takeOneMore(second.state, limits, { worker: 'w', now: 2 }).at).toBeGreaterThan(2);
});

test('a new question does not take calls that are kept for waiting ones', () => {
  const limits = { perMinute: 10 };
  const { state } = ask(
    {},
    limits,
    Array.from({ length: 20 }, () => 'a'),
    0,
  );
  const now = 62 * SECOND_MS;
  const fresh = takeCalls(state, limits, { worker: 'n', wanted: many('a', 5), now });
  expect(fresh.places).not.toContain(null);
  const waited = takeCalls(fresh.state, limits, { worker: 'w', wanted: [one('a', true), ...many('a', 1)], now });
  expect(waited.places.map((place) => place === null)).toEqual([true, false]);
});
