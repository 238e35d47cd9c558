import { trimEndOf } from '#shared/text/normalize.ts';
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import {
  type HostAddress,
  pinnedTo,
  publicAddresses,
  RefusedAddress,
} from '#server/platform/outbound/outbound-guard.ts';
import { noteCertificate } from '#server/platform/process-counts.ts';
import { inSpan } from '#server/platform/tracing/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { toError } from '#shared/values/errors.ts';
import { PullFailure, type Traced, type ExchangeAnswer } from './types.ts';

/** One HTTP request to a source. */
export type ExchangeRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** From now until the last byte of the answer. */
  timeoutMs: number;
  /** Longer answers are cut off and refused. */
  maxBytes: number;
  signal?: AbortSignal;
  /** Connects only to these addresses of the host, on a connection of its own; else to whatever the name stands for. */
  addresses?: readonly HostAddress[];
  /** Internal addresses that may be called; given, all other internal ones are refused. */
  allowed?: readonly string[] | undefined;
  /** Is shown what was sent and what came back. */
  trace?: ((exchange: Traced) => void) | undefined;
};

const agentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 64, scheduling: 'lifo' } as const;
const httpAgent = new HttpAgent(agentOptions);
const httpsAgent = new HttpsAgent(agentOptions);

/** Longest wait a source may ask for. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** A kept connection that breaks this soon had been closed by the other side before the request came. */
const STALE_MS = 500;

/** The connection that was kept open had been closed by the other side: one more try is safe. */
class StaleConnection extends Error {}

function failureOf(error: Error & { code?: string }): PullFailure {
  if (error instanceof PullFailure) return error;
  if (error.code?.startsWith('HPE_') === true) return new PullFailure('bad_answer', 'the answer is no HTTP');
  return new PullFailure('unreachable', error.code ?? error.message.slice(0, 200));
}

/** Nobody is queried to compress; what stands between a source and us may do it all the same. */
const decoders: Readonly<Record<string, (() => Transform) | undefined>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The bytes that were meant; undefined after a failure. */
function unpack(response: IncomingMessage, fail: (error: Error) => void): Readable | undefined {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return response;
  const decoder = decoders[encoding]?.();
  if (decoder === undefined) {
    fail(new PullFailure('bad_answer', 'the answer is compressed in a way that was not asked for'));
    return undefined;
  }
  decoder.on('error', () => fail(new PullFailure('bad_answer', 'the answer is not compressed as it says')));
  return response.pipe(decoder);
}

function readAnswer(
  response: IncomingMessage,
  request: ExchangeRequest,
  done: (answer: ExchangeAnswer) => void,
  fail: (error: Error) => void,
): void {
  const { maxBytes } = request;
  const tooLarge = (): void => fail(new PullFailure('too_large', `the answer is longer than ${maxBytes} bytes`));
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    tooLarge();
    return;
  }
  const unpacked = unpack(response, fail);
  if (unpacked === undefined) return;
  const chunks: Buffer[] = [];
  let length = 0;
  unpacked.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else {
      unpacked.destroy();
      tooLarge();
    }
  });
  response.on('error', (error) => {
    // A pipe does not pass errors on: what unpacks would wait for ever.
    if (unpacked !== response) unpacked.destroy();
    fail(error);
  });
  unpacked.on('end', () => {
    if (!response.complete) fail(new PullFailure('unreachable', 'the connection was dropped'));
    else done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks, length) });
  });
}

function sendOnce(request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { method, url, headers, body, timeoutMs, signal } = request;
  return new Promise((resolve, reject) => {
    let sent: ClientRequest | undefined;
    let settled = false;
    const startedAt = performance.now();
    const finish = (end: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      end();
    };
    const fail = (error: Error): void =>
      finish(() => {
        sent?.destroy();
        reject(error instanceof StaleConnection ? error : failureOf(error));
      });
    const stop = (): void => fail(new PullFailure('unreachable', 'the request was called off'));
    const timer = setTimeout(
      () => fail(new PullFailure('timeout', `no full answer within ${Math.round(timeoutMs)} ms`)),
      timeoutMs,
    );
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) {
      stop();
      return;
    }
    try {
      const isTls = url.protocol === 'https:';
      const options = {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        ...(request.addresses === undefined
          ? { agent: isTls ? httpsAgent : httpAgent }
          : // A kept connection may lead to where the name stood for earlier.
            { agent: false as const, lookup: pinnedTo(request.addresses) }),
      };
      sent = (isTls ? httpsRequest : httpRequest)(url, options);
    } catch (error) {
      fail(toError(error));
      return;
    }
    const open = sent;
    open.on('error', (error: Error & { code?: string }) => {
      const isBroken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isStale = isBroken && open.reusedSocket && performance.now() - startedAt < STALE_MS;
      fail(isStale ? new StaleConnection() : error);
    });
    open.on('response', (response) => {
      noteCertificate('source', url.host, response.socket);
      readAnswer(response, request, (answer) => finish(() => resolve(answer)), fail);
    });
    open.end(body);
  });
}

/** Sends a request and reads the answer, whatever its status; throws PullFailure when there is none. */
export async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  if (request.url.protocol !== 'http:' && request.url.protocol !== 'https:') {
    throw new PullFailure('config_error', 'the address is neither http nor https');
  }
  const guarded = request.allowed === undefined ? request : { ...request, addresses: await checkedAddresses(request) };
  const startedAt = performance.now();
  const show = (answer: ExchangeAnswer | undefined): void =>
    request.trace?.({
      method: request.method,
      url: request.url.href,
      headers: request.headers,
      answer,
      ms: performance.now() - startedAt,
    });
  try {
    const { method, url } = request;
    const answer = await inSpan(`${method} ${url.host}`, { kind: 'client' }, () => sendFresh(guarded));
    show(answer);
    return answer;
  } catch (error) {
    show(undefined);
    throw error;
  }
}

/** The addresses of a host that may be called; throws PullFailure for one inside the own network. */
async function checkedAddresses({ url, allowed = [] }: ExchangeRequest): Promise<HostAddress[]> {
  try {
    return await publicAddresses(url, { allowed });
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    if (error.reason === 'unknown_host') throw new PullFailure('unreachable', 'ENOTFOUND');
    throw new PullFailure(error.reason === 'internal_address' ? 'internal_address' : 'config_error', error.reason);
  }
}

/** Sends a request again when the kept connection had been closed. */
async function sendFresh(request: ExchangeRequest): Promise<ExchangeAnswer> {
  for (let left = 2; ; left -= 1) {
    try {
      return await sendOnce(request);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      if (left <= 0) throw new PullFailure('unreachable', 'ECONNRESET');
    }
  }
}

/** How long a source asks to be left alone: `Retry-After` as seconds or as a date; null when it does not say. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: Instant): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  const until = Date.parse(text);
  // The date is one of the source's clock, which is in the answer too.
  const base = Date.parse(headers.date ?? '');
  if (Number.isNaN(until)) return null;
  return Math.min(Math.max(0, until - (Number.isNaN(base) ? now : base)), MAX_RETRY_AFTER_MS);
}

/** Throws the PullFailure that a status outside 2xx means. */
export function requireSuccess(answer: ExchangeAnswer, now: Instant): void {
  const { status, headers } = answer;
  if (status >= 200 && status <= 299) return;
  const wait = retryAfterMs(headers, now);
  if (status === 401) throw new PullFailure('unauthorized', 'HTTP 401', wait);
  if (status === 403) throw new PullFailure('not_permitted', 'HTTP 403', wait);
  if (status === 429) throw new PullFailure('rate_limited', 'HTTP 429', wait);
  if (status >= 500) throw new PullFailure('server_error', `HTTP ${status}`, wait);
  if (status >= 300 && status <= 399) throw new PullFailure('bad_answer', `HTTP ${status}: redirects are not followed`);
  throw new PullFailure('bad_answer', `HTTP ${status}`, wait);
}

/** The address of a source below its base; `version` is added to the path unless the base has it. Throws PullFailure. */
export function sourceUrl(baseUrl: string, version: string, path: string): URL {
  const base = trimEndOf(baseUrl.trim(), '/');
  const text = base.endsWith(`/${version}`) ? `${base}/${path}` : `${base}/${version}/${path}`;
  if (!URL.canParse(text)) throw new PullFailure('config_error', 'the address of the source is no URL');
  return new URL(text);
}
