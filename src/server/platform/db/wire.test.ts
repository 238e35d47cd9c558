import { describe, expect, test } from 'vitest';
import { createNotifier, type Notification } from './notifier.ts';
import { createPreparedNames } from './prepared-names.ts';
import { createTurns } from './embedded-engine.ts';
import { breaksConnection, createQueue } from './wire.ts';

describe('prepared names', () => {
  test('from the second time on, always the same, never for several statements', () => {
    const { of: nameOf } = createPreparedNames();
    expect(nameOf('select 1')).toBeUndefined();
    const name = nameOf('select 1');
    expect(name).toMatch(/^s[\w-]{16}0$/);
    expect(nameOf('select 1')).toBe(name);
    expect([nameOf('select 2'), nameOf('select 2') === name]).toEqual([undefined, false]);
    for (let i = 0; i < 3; i += 1) expect(nameOf('select 1; select 2')).toBeUndefined();
  });

  test('are others once one was refused, however many were sent under it', () => {
    const names = createPreparedNames();
    const [, name] = [names.of('select 1'), names.of('select 1')];
    for (let i = 0; i < 3; i += 1) names.renew(name);
    expect(names.of('select 1')).toBe(`${name?.slice(0, 17)}1`);
    names.renew(undefined);
    expect(names.of('select 1')).toBe(`${name?.slice(0, 17)}1`);
  });

  test('are no more than allowed', () => {
    const { of: nameOf } = createPreparedNames(1);
    for (const text of ['a', 'a', 'b', 'b']) nameOf(text);
    expect([nameOf('a') === undefined, nameOf('b') === undefined]).toEqual([false, true]);
  });
});

test('the order of turns is the order of asking, and each ends before the next', async () => {
  const turn = createTurns();
  const reported: string[] = [];
  const work = async (name: string): Promise<void> => {
    const done = await turn();
    reported.push(`${name} begins`);
    await Promise.resolve();
    reported.push(`${name} ends`);
    done();
  };
  await Promise.all([work('a'), work('b'), work('c')]);
  expect(reported).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a queue goes on after a failure', async () => {
  const inOrder = createQueue();
  const results = await Promise.allSettled([
    inOrder(async () => 1),
    inOrder(async () => Promise.reject(new Error('x'))),
    inOrder(async () => 3),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('errors of a statement leave the connection, others end it', () => {
  const coded = (code: string): Error => Object.assign(new Error('x'), { code });
  expect(['23505', '57014', '40P01'].map((code) => breaksConnection(coded(code)))).toEqual([false, false, false]);
  expect(['57P01', '08006', '25P03', 'ECONNRESET'].map((code) => breaksConnection(coded(code)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(breaksConnection(new Error('Connection terminated'))).toBe(true);
});

test('notifications are gathered, reported once each, in batches that do not overtake', async () => {
  const sent: Notification[][] = [];
  const { notify, flush } = createNotifier(async (batch) => void sent.push(batch), 60_000);
  notify('a', '1');
  notify('a', '1');
  notify('b', '1');
  await flush();
  notify('a', '1');
  await flush();
  await flush();
  expect(sent).toEqual([
    [
      { channel: 'a', payload: '1' },
      { channel: 'b', payload: '1' },
    ],
    [{ channel: 'a', payload: '1' }],
  ]);
});
