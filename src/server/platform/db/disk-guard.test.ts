import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { createDiskGuard } from './disk-guard.ts';

test('writes are refused while less than the reserve is free, and taken again when there is more than that', async () => {
  const need = { directory: tmpdir(), leastFreeBytes: 1 };
  const requested: boolean[] = [];
  const guard = createDiskGuard({
    need,
    refuseWrites: async (refuse) => void requested.push(refuse),
    log: createLogger({ level: 'silent' }),
  });
  await guard.look();
  expect([guard.isShort(), requested]).toEqual([false, []]);
  need.leastFreeBytes = Number.MAX_SAFE_INTEGER;
  await guard.look();
  await guard.look();
  expect([guard.isShort(), requested]).toEqual([true, [true]]);
  need.leastFreeBytes = 1;
  await guard.look();
  expect([guard.isShort(), requested]).toEqual([false, [true, false]]);
});

test('a database that could not be reported is reported at the next look', async () => {
  let fails = true;
  const requested: boolean[] = [];
  const guard = createDiskGuard({
    need: { directory: tmpdir(), leastFreeBytes: Number.MAX_SAFE_INTEGER },
    refuseWrites: async (refuse) => {
      if (fails) throw new Error('away');
      requested.push(refuse);
    },
    log: createLogger({ level: 'silent' }),
  });
  await guard.look();
  fails = false;
  await guard.look();
  expect(requested).toEqual([true]);
});
