import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

/** Cost of a hash: OWASP's second choice for argon2id, about 20 ms here. */
const cost = { memoryKib: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const derive = (
  password: string,
  salt: Buffer,
  { memoryKib, passes, parallelism, tagLength }: typeof cost,
): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: Buffer.from(password.normalize('NFKC'), 'utf8'),
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength,
  }) as Promise<Buffer>;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password by argon2id; the answer is a PHC string that holds its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;
// Stored hashes may be stronger than today's, but never so costly that they stop the server.
const maxCost = { memoryKib: 262_144, passes: 10, parallelism: 4 };

/** The parts of a stored hash; undefined for what is none, or costs too much to verify. */
function partsOf(stored: string | null): RegExpExecArray | undefined {
  const match = phc.exec(stored ?? '');
  if (match === null) return undefined;
  const tooCostly =
    Number(match[1]) > maxCost.memoryKib || Number(match[2]) > maxCost.passes || Number(match[3]) > maxCost.parallelism;
  return tooCostly ? undefined : match;
}

/** Compared with when there is no such user, so that both answers take the same time. */
const nobody = `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(16, 1))}$${base64(Buffer.alloc(32, 2))}`;

/** Whether the password is the one that was hashed; null costs as much and is never right. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = partsOf(stored) ?? (phc.exec(nobody) as RegExpExecArray);
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = match;
  const right = Buffer.from(hash, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: right.length,
  });
  return timingSafeEqual(given, right) && match.input === stored;
}
