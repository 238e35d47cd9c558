import { createHmac, timingSafeEqual } from 'node:crypto';
import { createRandom } from '#shared/random/prng.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';

/** The account that the aggregator gave its one customer; `pushSecret` signs what it pushes. */
export const AGGREGATOR_ACCOUNT = {
  clientId: 'portolan-demo',
  secret: 'ft-demo-secret',
  apiKey: 'ft-demo-api-key',
  pushSecret: 'ft-demo-push-secret',
} as const;

/** Calls that one customer may make in a span of time (the world's, which may run fast: the real one allows 60). */
export const MAX_CALLS = 1_200;
const CALLS_SPAN_MS = 10_000;

/** A token is good for so many seconds, by the machine's clock as that of every server. */
const TOKEN_SECONDS = 7_200;

/** Outcomes, reported in the body with status 200. */
export const codes = {
  data: 20_000,
  noData: 20_001,
  wrongParameters: 40_000,
  noReference: 40_020,
  invalidToken: 40_100,
  wrongKey: 40_101,
  notPermitted: 40_300,
  tooManyCalls: 42_900,
} as const;

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const signOf = (text: string): string =>
  createHmac('sha256', AGGREGATOR_ACCOUNT.secret).update(text).digest('base64url');

/** A token that says itself until when it is good, so that the aggregator remembers none. */
export function tokenUntil(endsAt: number, serial: number): string {
  const text = `${endsAt}.${createRandom(`token/${serial}`).int(0, 1_000_000_000)}`;
  return `${text}.${signOf(text)}`;
}

function isToken(token: string, machineNow: number): boolean {
  const [endsAt = '', rest = '', signature = ''] = token.split('.');
  return isSame(signature, signOf(`${endsAt}.${rest}`)) && Number(endsAt) > machineNow;
}

/** Answers the call for a token: client id and secret as JSON. */
export function giveToken(body: unknown, machineNow: number, serial: number): Record<string, unknown> {
  const { clientId, secret } = asRecord(body);
  const isRight =
    typeof clientId === 'string' &&
    typeof secret === 'string' &&
    isSame(clientId, AGGREGATOR_ACCOUNT.clientId) &&
    isSame(secret, AGGREGATOR_ACCOUNT.secret);
  if (!isRight) return { statusCode: codes.wrongKey, message: 'clientId 或 secret 错误', data: null };
  return {
    statusCode: codes.data,
    message: 'success',
    access_token: tokenUntil(machineNow + TOKEN_SECONDS * 1_000, serial),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  };
}

/** What is wrong with the proof of a call: a token that has ended, a wrong key; undefined for a right one. */
export function checkBearer(header: string | undefined, machineNow: number): number | undefined {
  const [scheme, token = ''] = (header ?? '').split(' ');
  if (scheme !== 'Bearer' || token === '') return codes.invalidToken;
  if (!token.includes('.')) return isSame(token, AGGREGATOR_ACCOUNT.apiKey) ? undefined : codes.wrongKey;
  return isToken(token, machineNow) ? undefined : codes.invalidToken;
}

/** Counts the calls of the customer; false for one above the limit. */
export function callCounter(): (now: Instant) => boolean {
  let calls: Instant[] = [];
  return (now) => {
    calls = calls.filter((at) => at <= now && at > now - CALLS_SPAN_MS);
    if (calls.length >= MAX_CALLS) return false;
    calls.push(now);
    return true;
  };
}
