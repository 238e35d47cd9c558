import { trimEndOf } from '#shared/text/normalize.ts';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { tooMany } from '../errors/app-error.ts';
import { LineRefusal, createFairLine } from '../fair-line.ts';

const argon2Async = promisify(argon2);

/** Cost of a hash: OWASP's second choice for argon2id, about 20 ms here. */
const cost = { memoryKib: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each takes 19 MB and one of the four threads that files and names of hosts are looked up by as well. */
const line = createFairLine({ member: 2, group: 2, waiting: 200, waitMs: 10_000 });
const retryS = 5;

async function derive(
  password: string,
  salt: Buffer,
  { memoryKib, passes, parallelism, tagLength }: typeof cost,
): Promise<Buffer> {
  const leave = await Promise.resolve(line.enter('', '')).catch((error: unknown) => {
    throw error instanceof LineRefusal ? tooMany('error.tooBusy', retryS) : error;
  });
  try {
    return await argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFKC'), 'utf8'),
      nonce: salt,
      memory: memoryKib,
      passes,
      parallelism,
      tagLength,
    });
  } finally {
    leave();
  }
}

const base64 = (bytes: Buffer): string => trimEndOf(bytes.toString('base64'), '=');

/** Hashes a password by argon2id; the answer is a PHC string that holds its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;
// Stored hashes may be stronger than today's, but never so costly that they stop the server.
const maxCost = { memoryKib: 262_144, passes: 10, parallelism: 4 };

type Parts = { memoryKib: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer };

/** The parts of a stored hash; undefined for what is none, or costs too much to verify. */
function partsOf(stored: string | null): Parts | undefined {
  const match = phc.exec(stored ?? '');
  if (match === null) return undefined;
  const [memoryKib = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  if (memoryKib > maxCost.memoryKib || passes > maxCost.passes || parallelism > maxCost.parallelism) return undefined;
  const [salt = Buffer.alloc(0), hash = Buffer.alloc(0)] = match.slice(4).map((text) => Buffer.from(text, 'base64'));
  return { memoryKib, passes, parallelism, salt, hash };
}

/** Compared with when there is no such user, so that both answers take the same time. */
const nobody: Parts = { ...cost, salt: Buffer.alloc(16, 1), hash: Buffer.alloc(32, 2) };

/** Whether the password is the one that was hashed; null costs as much and is never right. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const known = partsOf(stored);
  const { memoryKib, passes, parallelism, salt, hash } = known ?? nobody;
  const given = await derive(password, salt, { memoryKib, passes, parallelism, tagLength: hash.length });
  return timingSafeEqual(given, hash) && known !== undefined;
}
