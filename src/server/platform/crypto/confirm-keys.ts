import { readState } from '#server/platform/db/app-state.ts';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { StartupError } from '../errors/startup-error.ts';
import { isRecord } from '#shared/values/objects.ts';
import { listSealed } from './rotate-keys.ts';
import { keyId, noteForeignKeys, noteMissingKey, opens, seal, type SecretKeys } from './seal.ts';

/** Where the check value and the ids of the keys in use are kept. */
const stateKey = 'secret_keys';
const channel = 'portolan_secret_keys';
const checkText = 'portolan';
/** Ids that are remembered: a rotation forgets all but the newest. */
const maxIds = 20;

/** A value that only the right keys open, and the ids of the keys that processes have started with. */
type KeyState = { check: string; ids: string[] };

async function readKeyState(database: Database): Promise<KeyState | undefined> {
  const value = await readState(database, stateKey);
  if (!isRecord(value) || typeof value['check'] !== 'string' || !Array.isArray(value['ids'])) return undefined;
  return { check: value['check'], ids: value['ids'].map(String) };
}

const refuse = (where: string | undefined): StartupError =>
  where === undefined
    ? new StartupError(
        'SECRET_KEY 与已有数据不符，无法解密其中保存的凭据：请设置加密这些数据的密钥（更换密钥期间为“新密钥,旧密钥”）。',
        'SECRET_KEY does not fit the existing data, whose stored secrets it cannot decrypt: set the key that encrypted them (while rotating, "new,old").',
      )
    : new StartupError(
        `数据目录 ${where} 中的 secret.key 与已有数据不符，无法解密其中保存的凭据：请放回加密这些数据的 secret.key，或用 SECRET_KEY 设置该密钥。`,
        `The file secret.key in ${where} does not fit the existing data, whose stored secrets it cannot decrypt: put back the secret.key that encrypted them, or set that key by SECRET_KEY.`,
      );

/**
 * The key to seal the check value of data that has none yet. Data of an older version is tried first: keys that open nothing of what is
 * sealed in it are the wrong ones. Of several keys that open something the oldest is meant, as its values are not encrypted again yet.
 */
async function keyOfData(database: Database, keys: SecretKeys): Promise<Buffer | undefined> {
  const sealed = await listSealed(database);
  if (sealed.length === 0) return keys[0];
  return keys.findLast((key) => sealed.some((text) => opens(text, [key])));
}

/**
 * Refuses keys that do not open what is stored; notes them as in use. `dataDir` is where the keys are from, undefined when they are
 * from the settings. The first process on empty data decides which keys are the right ones.
 */
export async function confirmKeys(database: Database, keys: SecretKeys, dataDir?: string): Promise<void> {
  if ((await readKeyState(database)) === undefined) {
    const key = await keyOfData(database, keys);
    if (key === undefined) throw refuse(dataDir);
    await database.execute(
      `insert into app_state (key, value) values ($1, jsonb_build_object('check', $2::text, 'ids', '[]'::jsonb)) on conflict (key) do nothing`,
      [stateKey, seal(checkText, [key])],
    );
  }
  await database.transaction(async () => {
    await database.execute('select from app_state where key = $1 for update', [stateKey]);
    const state = await readKeyState(database);
    if (state === undefined || !opens(state.check, keys)) throw refuse(dataDir);
    const ids = [...new Set([...keys.map(keyId), ...state.ids])].slice(0, maxIds);
    await writeIds(database, ids);
  });
  database.notify(channel, '');
}

/** Whether these keys open what is stored; changes nothing. */
export async function keysFit(database: Database, keys: SecretKeys): Promise<boolean> {
  const state = await readKeyState(database);
  if (state !== undefined) return opens(state.check, keys);
  const sealed = await listSealed(database);
  return sealed.length === 0 || sealed.some((text) => opens(text, keys));
}

const writeIds = (database: Database, ids: readonly string[]) =>
  database.execute(`update app_state set value = value || jsonb_build_object('ids', $2::jsonb) where key = $1`, [
    stateKey,
    JSON.stringify(ids),
  ]);

/** After everything was encrypted with the newest key no other one is in use. */
export async function keepNewestId(database: Database, newest: Buffer): Promise<void> {
  await writeIds(database, [keyId(newest)]);
  database.notify(channel, '');
}

/**
 * Follows which keys the installation uses, so that a value under a key of another process is distinguished from one whose key is lost. Once
 * the check value cannot be opened any more, all values are under a key that this process does not have.
 */
export async function followKeys(database: Database, keys: SecretKeys, log: Logger): Promise<() => Promise<void>> {
  const onMissing = (id: string): void =>
    log.error(
      { keyId: id },
      'this process does not have a secret key that other processes use: it works on nothing until it is restarted with their SECRET_KEY',
    );
  const look = async (): Promise<void> => {
    const state = await readKeyState(database);
    if (state === undefined) return;
    noteForeignKeys(keys, state.ids, onMissing);
    const [, id = ''] = state.check.split('.');
    if (!keys.some((key) => keyId(key) === id)) noteMissingKey(keys, id);
  };
  await look();
  return database.listen(channel, () => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the secret keys in use cannot be looked up'));
  });
}
