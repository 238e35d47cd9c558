import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addInstallationKey, installationKeys, keepNewestKey } from './secret-key.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));
const keysOfFile = () => installationKeys({ secretKeys: undefined, dataDir });

test('a key is made once, also by two processes at once, and only the owner reads it', async () => {
  const [one, two] = await Promise.all([keysOfFile(), keysOfFile()]);
  expect(one).toEqual(two);
  expect(one.map((key) => key.length)).toEqual([32]);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o077).toBe(0);
});

test('a rotation puts a new key first; broken off, it goes on with the same keys', async () => {
  const [old] = await keysOfFile();
  const during = await addInstallationKey(dataDir);
  expect(during).toHaveLength(2);
  expect(during[1]).toEqual(old);
  expect(await addInstallationKey(dataDir)).toEqual(during);
  expect(await keysOfFile()).toEqual(during);
  await keepNewestKey(dataDir);
  expect(await keysOfFile()).toEqual([during[0]]);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o077).toBe(0);
  expect((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim().split('\n')).toHaveLength(1);
});

test('keys of the settings need no file', async () => {
  const text = Buffer.alloc(32, 7).toString('base64');
  expect(await installationKeys({ secretKeys: [text], dataDir: join(dataDir, 'none') })).toEqual([Buffer.alloc(32, 7)]);
});
