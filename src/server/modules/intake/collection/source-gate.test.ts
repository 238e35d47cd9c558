import { expect, test } from 'vitest';
import { createSourceGate } from './source-gate.ts';

test('of one source so many are queried at once; the others wait for their turn', async () => {
  const gate = createSourceGate({ limit: 2, hangsAfterMs: 60_000 });
  const [one, two] = [await gate.enter(1), await gate.enter(1)];
  let third: unknown = 'waits';
  const turn = gate.enter(1).then((leave) => (third = leave));
  expect(await gate.enter(2), 'another source has places of its own').toBeTypeOf('function');
  expect(third).toBe('waits');
  one?.(true);
  await turn;
  expect(third).toBeTypeOf('function');
  two?.(true);
});

test('a source that does not answer is queried by one request at a time; the other requests are postponed', async () => {
  const gate = createSourceGate({ limit: 3, hangsAfterMs: 30 });
  const first = [await gate.enter(1), await gate.enter(1)];
  expect(await gate.enter(1)).toBeTypeOf('function');
  expect(await gate.enter(1)).toBeNull();
  for (const leave of first) leave?.(false);
  expect(await gate.enter(1), 'the third request still waits for its answer').toBeNull();
});

test('one answer makes all places free again', async () => {
  const gate = createSourceGate({ limit: 2, hangsAfterMs: 30 });
  const timedOut = await gate.enter(1);
  timedOut?.(false);
  const probe = await gate.enter(1);
  const behind = gate.enter(1);
  probe?.(true);
  expect(await behind).toBeTypeOf('function');
  expect(await gate.enter(1)).toBeTypeOf('function');
});
