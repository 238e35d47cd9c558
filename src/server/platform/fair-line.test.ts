import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FairLine, type Leave, LineRefusal, createFairLine } from './fair-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { member: 2, group: 3, waiting: 3, waitMs: 1000 };

/** Asks to come in, and notes when that happened. */
function ask(line: FairLine, group: string, member: string, order: string[]) {
  const requested = { leave: undefined as Leave | undefined, refusal: undefined as unknown, giveUp: () => {} };
  const enter = async (): Promise<void> => {
    try {
      requested.leave = await line.enter(group, member, (giveUp) => (requested.giveUp = giveUp));
      order.push(member);
    } catch (error) {
      requested.refusal = error;
    }
  };
  void enter();
  return requested;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('as long as there is room, coming in needs no waiting', () => {
  const line = createFairLine(limits);
  const leave = line.enter('tenant', 'a');
  expect(typeof leave).toBe('function');
  expect(line.counts()).toEqual({ inside: 1, waiting: 0, refused: 0 });
  if (typeof leave === 'function') {
    leave();
    leave();
  }
  expect(line.counts()).toEqual({ inside: 0, waiting: 0, refused: 0 });
});

test('a member that asks for much waits for itself; other members and groups come in', async () => {
  const line = createFairLine(limits);
  const order: string[] = [];
  const many = Array.from({ length: 5 }, () => ask(line, 'tenant', 'greedy', order));
  const other = ask(line, 'tenant', 'other', order);
  const elsewhere = ask(line, 'another', 'x', order);
  await settle();
  expect(order).toEqual(['greedy', 'greedy', 'other', 'x']);
  expect(line.counts()).toEqual({ inside: 4, waiting: 3, refused: 0 });
  for (const one of [many[0], other, elsewhere]) one?.leave?.();
  await settle();
  expect(order.slice(4)).toEqual(['greedy']);
  for (let n = 0; n < 10; n += 1) {
    for (const one of many) one.leave?.();
    await settle();
  }
  expect(line.counts()).toEqual({ inside: 0, waiting: 0, refused: 0 });
});

test('where the group is full, its members take turns', async () => {
  const line = createFairLine({ ...limits, member: 3 });
  const order: string[] = [];
  const a = Array.from({ length: 6 }, () => ask(line, 'tenant', 'a', order));
  const b = Array.from({ length: 2 }, () => ask(line, 'tenant', 'b', order));
  const c = ask(line, 'tenant', 'c', order);
  await settle();
  expect(order).toEqual(['a', 'a', 'a']);
  const all = [...a, ...b, c];
  for (let n = 0; n < 9; n += 1) {
    all.find(({ leave }) => leave !== undefined)?.leave?.();
    all.splice(
      all.findIndex(({ leave }) => leave !== undefined),
      1,
    );
    await settle();
  }
  expect(order.slice(3).join('')).toMatch(/^(abc|bca|bac|cab|cba|acb)/);
  expect(line.counts().inside).toBe(0);
});

test('a line that is full refuses, and so does one that takes too long; who gave up is out of the line', async () => {
  const line = createFairLine(limits);
  const order: string[] = [];
  const [first] = Array.from({ length: 2 }, () => ask(line, 't', 'a', order));
  const waiting = Array.from({ length: 3 }, () => ask(line, 't', 'a', order));
  const over = ask(line, 't', 'a', order);
  await settle();
  expect(over.refusal).toBeInstanceOf(LineRefusal);
  expect(over.refusal).toMatchObject({ busy: 'member' });
  waiting[0]?.giveUp();
  first?.leave?.();
  await settle();
  expect(waiting.map(({ leave }) => leave !== undefined)).toEqual([false, true, false]);
  const ofOther = ask(line, 't', 'b', order);
  const late = ask(line, 't', 'b', order);
  await settle();
  expect(ofOther.leave).toBeDefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(late.refusal).toMatchObject({ busy: 'group' });
  expect(waiting[2]?.refusal).toMatchObject({ busy: 'member' });
  expect(line.counts()).toEqual({ inside: 3, waiting: 0, refused: 3 });
});
