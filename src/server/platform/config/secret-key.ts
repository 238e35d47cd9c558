import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretKeys } from '../crypto/index.ts';

/** The keys that open stored secrets: those of the settings, else one made once in the data directory. */
export async function installationKeys({
  secretKeys,
  dataDir,
}: {
  secretKeys: readonly string[] | undefined;
  dataDir: string;
}): Promise<SecretKeys> {
  if (secretKeys !== undefined) return secretKeys.map((key) => Buffer.from(key, 'base64'));
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Only one of two processes that start at once may make the key.
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return [Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')];
}
