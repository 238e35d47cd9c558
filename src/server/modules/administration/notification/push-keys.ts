import { readState } from '#server/platform/db/app-state.ts';
import webPush from 'web-push';
import { z } from 'zod';
import { open, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';

const stateKey = 'push_keys';
const kept = z.object({ publicKey: z.string(), privateKey: z.string() });

/** The keys by which push services know this product (VAPID): base64url texts. */
export type PushKeys = z.infer<typeof kept>;

async function readStored(database: Database): Promise<PushKeys | undefined> {
  const value = await readState(database, stateKey);
  return value === null ? undefined : kept.parse(value);
}

/** The sealed keys; made when they are first wanted, and then the same for all processes. */
async function keptKeys(database: Database, keys: SecretKeys): Promise<PushKeys> {
  const known = await readStored(database);
  if (known !== undefined) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await database.execute(`insert into app_state (key, value) values ($1, $2::jsonb) on conflict (key) do nothing`, [
    stateKey,
    JSON.stringify({ publicKey, privateKey: seal(privateKey, keys) }),
  ]);
  return (await readStored(database)) ?? { publicKey, privateKey: seal(privateKey, keys) };
}

/** What a browser needs to allow this product to push. */
export const publicPushKey = async (database: Database, keys: SecretKeys): Promise<string> =>
  (await keptKeys(database, keys)).publicKey;

/** Both keys, opened, for signing. Throws MissingKeyError where what they were sealed with is not there. */
export async function signingPushKeys(database: Database, keys: SecretKeys): Promise<PushKeys> {
  const { publicKey, privateKey } = await keptKeys(database, keys);
  return { publicKey, privateKey: open(privateKey, keys) };
}
