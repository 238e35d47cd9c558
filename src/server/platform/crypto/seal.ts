import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Keys of the installation, newest first: the first seals, all of them open. */
export type SecretKeys = readonly Buffer[];

// Each key is named and prepared once: a worker opens the secret of a source with every request.
const known = new WeakMap<Buffer, { id: string; object: KeyObject }>();

function prepare(key: Buffer): { id: string; object: KeyObject } {
  let prepared = known.get(key);
  if (prepared === undefined) {
    const id = createHash('sha256').update('portolan key id').update(key).digest('base64url').slice(0, 8);
    known.set(key, (prepared = { id, object: createSecretKey(key) }));
  }
  return prepared;
}

/** Names a key without telling anything of it; sealed texts carry it. */
export const keyId = (key: Buffer): string => prepare(key).id;

/** Seals a secret by AES-256-GCM; the text names the key that opens it, so that keys can be changed. */
export function seal(plain: string, keys: SecretKeys): string {
  const [key] = keys;
  if (key === undefined || key.length !== 32) throw new Error('a secret key of 32 bytes is needed');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', prepare(key).object, nonce);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${keyId(key)}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens what `seal` sealed; throws when no key fits or the text was changed. */
export function open(sealed: string, keys: SecretKeys): string {
  const [version, id, text = ''] = sealed.split('.');
  const key = keys.find((candidate) => keyId(candidate) === id);
  if (version !== 'v1' || key === undefined) throw new Error('no secret key of this installation opens this value');
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 28) throw new Error('the sealed value is cut short');
  const decipher = createDecipheriv('aes-256-gcm', prepare(key).object, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
