import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '#shared/values/items.ts';
import { writeAudit } from '../platform/audit/index.ts';
import { addInstallationKey, installationKeys, keepNewestKey } from '../platform/config/index.ts';
import type { Settings } from '../platform/config/index.ts';
import {
  confirmKeys,
  keepNewestId,
  keyId,
  rotateKeys,
  type RotationResult,
  type SecretKeys,
} from '../platform/crypto/index.ts';
import type { Database } from '../platform/db/database.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { consoleCtx } from './acting.ts';
import type { CommandInput, Outcome, Say } from './command.ts';

/** Without a database there is nothing to encrypt again, and none is made. */
function refuseEmpty({ secretKeys, dataDir, databaseUrl }: Settings): void {
  if (secretKeys !== undefined || databaseUrl !== undefined || existsSync(join(dataDir, 'database'))) return;
  throw new StartupError(
    `数据目录 ${dataDir} 中没有数据库。`,
    `There is no database in the data directory ${dataDir}.`,
  );
}

async function record(database: Database, keys: SecretKeys, result: RotationResult): Promise<void> {
  const left = result.left.reduce((sum, { count }) => sum + count, 0);
  await writeAudit(consoleCtx(database), {
    entity: 'secretKeys',
    entityId: keyId(itemAt(keys, 0)),
    action: 'rotate',
    tenantId: null,
    after: { resealed: result.resealed, left },
  });
}

function report({ resealed, left }: RotationResult, say: Say): void {
  say(
    `已用最新密钥重新加密 ${resealed} 个值`,
    `${resealed} ${resealed === 1 ? 'value was' : 'values were'} encrypted again with the newest key`,
  );
  for (const { table, column, count } of left)
    say(
      `${table}.${column} 中有 ${count} 个值无法用现有密钥解密，保持不变`,
      `${table}.${column}: ${count} could not be opened by any key and stay as they are`,
    );
}

/**
 * Encrypts every stored secret again and says how far it is; ends with 1 when something is left under an older key. It may be
 * broken off at any moment and run again.
 */
export async function rotateSecrets({ settings, say, withDatabase }: CommandInput): Promise<Outcome> {
  const { dataDir, secretKeys } = settings;
  refuseEmpty(settings);
  const result = await withDatabase(async (database) => {
    // The keys that are there must be the right ones before a new one comes before them.
    await confirmKeys(database, await installationKeys(settings), secretKeys === undefined ? dataDir : undefined);
    const keys = secretKeys === undefined ? await addInstallationKey(dataDir) : await installationKeys(settings);
    const rotated = await rotateKeys({
      database,
      keys,
      onProgress: ({ table, column, done, total }) => say(`${table}.${column} ${done} / ${total}`),
    });
    if (rotated.left.length === 0) await keepNewestId(database, itemAt(keys, 0));
    await record(database, keys, rotated);
    return rotated;
  });
  report(result, say);
  if (result.left.length > 0) return 1;
  if (secretKeys === undefined) await keepNewestKey(dataDir);
  say(
    secretKeys === undefined
      ? '旧密钥已从数据目录中删除；之前的备份仍需旧密钥才能读取其中的凭据。'
      : '现在可以从 SECRET_KEY 中删除旧密钥并重启所有进程；之前的备份仍需旧密钥才能读取其中的凭据。',
    secretKeys === undefined
      ? 'The old key was removed from the data directory; credentials in earlier backups still need it.'
      : 'The old keys can now be removed from SECRET_KEY and all processes restarted; credentials in earlier backups still need them.',
  );
  return 0;
}
