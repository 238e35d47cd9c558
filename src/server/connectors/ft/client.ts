import { createHash, createHmac } from 'node:crypto';
import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from '../untrusted.ts';

/** Outcomes of the aggregator that are answers: it has the record, is collecting it, or knows nothing of the number. */
export const outcomes = { success: '0', collecting: 'B0202', unknown: 'B0404' } as const;

/** Prefix of codes that mean a wrong key or signature. */
const REFUSED_KEY = /^A03/;

type Envelope = { code: string; data: unknown; body: Uint8Array };

/** Key and secret of an account, written as `appKey:appSecret`. */
function accountOf(credential: string | null): { appKey: string; appSecret: string } {
  const cut = credential?.indexOf(':') ?? -1;
  if (credential === null || cut < 1) throw new PullFailure('config_error', 'the credential is not appKey:appSecret');
  return { appKey: credential.slice(0, cut), appSecret: credential.slice(cut + 1) };
}

/** Hex HMAC-SHA256 over app key, timestamp (epoch ms) and body, joined by line feeds. */
export function signRequest(appKey: string, appSecret: string, timestamp: string, body: string): string {
  return createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}\n${body}`).digest('hex');
}

function questionOf({ subject, billNo, containerNo, carrierCode }: PullRequest): string {
  const [referenceType, referenceNo] = subject === 'bill' ? ['BL', billNo] : ['CTN', containerNo];
  return JSON.stringify({ referenceType, referenceNo: referenceNo ?? '', carrierCd: carrierCode });
}

function readEnvelope(body: Uint8Array): Envelope {
  const envelope = asObject(parseJsonBytes(body)?.value);
  const code = envelope === undefined ? undefined : attribute(envelope, 'code');
  if (envelope === undefined || typeof code !== 'string') {
    throw new PullFailure('bad_answer', 'the answer is no envelope with a code');
  }
  if (REFUSED_KEY.test(code)) throw new PullFailure('unauthorized', `code ${cleanText(code.slice(0, 40))}`);
  if (!Object.values<string>(outcomes).includes(code)) {
    throw new PullFailure('bad_answer', `code ${cleanText(code.slice(0, 40))}`);
  }
  return { code, data: attribute(envelope, 'data') ?? null, body };
}

async function ask(request: PullRequest, path: string, endsAt: number): Promise<Envelope> {
  const { appKey, appSecret } = accountOf(request.credential);
  const body = questionOf(request);
  const timestamp = String(request.now);
  const timeoutMs = endsAt - performance.now();
  if (timeoutMs <= 0) throw new PullFailure('timeout', `no full answer within ${request.timeoutMs} ms`);
  const answer = await exchange({
    method: 'POST',
    url: sourceUrl(request.baseUrl, 'api', path),
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json',
      appkey: appKey,
      timestamp,
      sign: signRequest(appKey, appSecret, timestamp, body),
    },
    body,
    timeoutMs,
    maxBytes: request.maxBytes,
    signal: request.signal,
  });
  requireSuccess(answer, request.now);
  return readEnvelope(answer.body);
}

/** Makes the aggregator collect a bill or container; false when it does not know the number. Throws PullFailure. */
export async function subscribeBill(request: PullRequest): Promise<boolean> {
  const answer = await ask(request, 'subscribe', performance.now() + request.timeoutMs);
  return answer.code !== outcomes.unknown;
}

/**
 * Asks the aggregator for what it knows, subscribing the first time and again when it has forgotten the number. It has
 * no validators: the hash of the last answer serves as one. Throws PullFailure.
 */
export async function pullRecord(request: PullRequest): Promise<PullAnswer> {
  const endsAt = performance.now() + request.timeoutMs;
  let answer = request.etag === null ? undefined : await ask(request, 'query', endsAt);
  if (answer === undefined || answer.code === outcomes.unknown) {
    const subscribed = await ask(request, 'subscribe', endsAt);
    answer = subscribed.code === outcomes.unknown ? subscribed : await ask(request, 'query', endsAt);
  }
  // Without a validator the next pull subscribes again.
  if (answer.code === outcomes.unknown) return { kind: 'answer', body: answer.body, etag: null };
  const etag = createHash('sha256').update(answer.body).digest('base64url');
  return etag === request.etag ? { kind: 'unchanged' } : { kind: 'answer', body: answer.body, etag };
}

/** The aggregator's own short view of the newest record, for people to read; null when it has none. Throws PullFailure. */
export async function latestRecord(request: PullRequest): Promise<unknown> {
  const answer = await ask(request, 'latest-record', performance.now() + request.timeoutMs);
  return answer.code === outcomes.success ? answer.data : null;
}
