import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#shared/values/errors.ts';
import type { SecretKeys } from '../crypto/index.ts';

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');
const newLine = (): string => randomBytes(32).toString('base64');

/** Keys of the data directory, the newest first, one a line. */
async function readLines(dataDir: string): Promise<string[]> {
  const text = await readFile(keyFile(dataDir), 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Written aside, down to the disk, and renamed: keys are never half there. */
async function writeLines(dataDir: string, lines: readonly string[]): Promise<void> {
  const part = `${keyFile(dataDir)}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(`${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, keyFile(dataDir));
}

const bytesOf = (lines: readonly string[]): Buffer[] => lines.map((line) => Buffer.from(line, 'base64'));

/** The keys that open stored secrets: those of the settings, else those of the data directory, where one is made once. */
export async function installationKeys({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[] | undefined;
  dataDir: string;
}): Promise<SecretKeys> {
  if (secretKeys !== undefined) return bytesOf(secretKeys);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Only one of two processes that start at once may make the key.
    await writeFile(keyFile(dataDir), `${newLine()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return bytesOf(await readLines(dataDir));
}

/** Puts a new key before the one of the data directory; a rotation that was broken off goes on with its own keys. */
export async function addInstallationKey(dataDir: string): Promise<SecretKeys> {
  await installationKeys({ secretKeys: undefined, dataDir });
  const lines = await readLines(dataDir);
  if (lines.length > 1) return bytesOf(lines);
  const next = [newLine(), ...lines];
  await writeLines(dataDir, next);
  return bytesOf(next);
}

/** Forgets every key of the data directory but the newest. */
export async function keepNewestKey(dataDir: string): Promise<void> {
  await writeLines(dataDir, (await readLines(dataDir)).slice(0, 1));
}
