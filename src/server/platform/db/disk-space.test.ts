import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDiskSpace, isDiskShort } from './disk-space.ts';

const directory = path.join(tmpdir(), 'not', 'there', 'yet');

test('the disk of a directory that does not exist yet is looked at', async () => {
  expect(await isDiskShort({ directory, leastFreeBytes: 1 })).toBe(false);
  expect(await isDiskShort({ directory, leastFreeBytes: Number.MAX_SAFE_INTEGER })).toBe(true);
});

test('a start on a disk that is nearly full says how much there is and how much is needed', async () => {
  await checkDiskSpace({ directory, leastFreeBytes: 1 });
  await expect(checkDiskSpace({ directory, leastFreeBytes: 9e15 })).rejects.toThrow(
    /has \d+ MB left, at least 9000000000 MB are needed/,
  );
});
