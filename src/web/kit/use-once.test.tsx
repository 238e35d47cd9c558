import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOnce } from './use-once.ts';

test('asked twice at once it is done once; when it is over it can be asked again', async () => {
  const ends: (() => void)[] = [];
  const done: string[] = [];
  const { result } = renderHook(() =>
    useOnce(async (name: string) => {
      done.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  // Two clicks on what was drawn once.
  const { run } = result.current;
  act(() => (run('first'), run('second')));
  expect(done).toEqual(['first']);
  expect(result.current.busy).toBe(true);
  await act(async () => ends[0]?.());
  expect(result.current.busy).toBe(false);
  act(() => result.current.run('third'));
  expect(done).toEqual(['first', 'third']);
});
