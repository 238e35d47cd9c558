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

/** A value is sealed by a key that other processes of the installation have and this one does not: the fault is of this process alone. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';

  constructor(id: string) {
    super(
      `this process does not have the secret key ${id}, which other processes use: restart it with their SECRET_KEY`,
    );
  }
}

/** Keys of other processes by their ids, and those of them whose values were met; for each process, as it is known by its keys. */
type OtherKeys = { foreign: ReadonlySet<string>; missing: Set<string>; onMissing: (id: string) => void };
const others = new WeakMap<SecretKeys, OtherKeys>();

const othersOf = (keys: SecretKeys): OtherKeys => {
  const found = others.get(keys) ?? { foreign: new Set(), missing: new Set(), onMissing: () => {} };
  others.set(keys, found);
  return found;
};

/** Makes known which keys processes of the installation have; `onMissing` is called once for each whose values this process met. */
export function noteForeignKeys(keys: SecretKeys, ids: readonly string[], onMissing: (id: string) => void): void {
  const own = new Set(keys.map(keyId));
  const foreign = new Set(ids.filter((id) => !own.has(id)));
  others.set(keys, { ...othersOf(keys), foreign, onMissing });
}

/** Notes that this process lacks a key that it needs. */
export function noteMissingKey(keys: SecretKeys, id: string): void {
  const { missing, onMissing } = othersOf(keys);
  if (missing.has(id)) return;
  missing.add(id);
  onMissing(id);
}

/** Whether this process met values that it cannot open and others can: until it is restarted with their keys it must not work. */
export const lacksKeys = (keys: SecretKeys): boolean => (others.get(keys)?.missing.size ?? 0) > 0;

/** Lets a missing key pass where any other error counts against whom was asked. */
export function passMissingKey(error: unknown): void {
  if (error instanceof MissingKeyError) throw error;
}

/** Names a key without reporting anything of it; sealed texts carry it. */
export const keyId = (key: Buffer): string => prepare(key).id;

/** What `seal` gives: the key's name and the sealed bytes. */
export const sealedForm = /^v1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]{38,}$/;

/** Seals a secret by AES-256-GCM; the text names the key that opens it, so that keys can be changed. */
export function seal(plain: string, keys: SecretKeys): string {
  const [key] = keys;
  if (key === undefined || key.length !== 32) throw new Error('a secret key of 32 bytes is needed');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', prepare(key).object, nonce);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${keyId(key)}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens what `seal` sealed; throws when no key fits or the text was changed, `MissingKeyError` when another process has the key. */
export function open(sealed: string, keys: SecretKeys): string {
  const [version, id, text = ''] = sealed.split('.');
  const key = keys.find((candidate) => keyId(candidate) === id);
  if (version === 'v1' && id !== undefined && key === undefined && others.get(keys)?.foreign.has(id) === true) {
    noteMissingKey(keys, id);
    throw new MissingKeyError(id);
  }
  if (version !== 'v1' || key === undefined) throw new Error('no secret key of this installation opens this value');
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 28) throw new Error('the sealed value is cut short');
  const decipher = createDecipheriv('aes-256-gcm', prepare(key).object, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Whether one of the keys opens a sealed text. */
export function opens(sealed: string, keys: SecretKeys): boolean {
  try {
    open(sealed, [...keys]);
    return true;
  } catch {
    return false;
  }
}
