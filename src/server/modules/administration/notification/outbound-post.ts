import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  pinnedTo,
  publicAddresses,
  RefusedAddress,
  type HostAddress,
  type HostLookup,
} from '#server/platform/outbound/outbound-guard.ts';
import { noteCertificate } from '#server/platform/process-counts.ts';
import { toError } from '#shared/values/errors.ts';

/** One message posted to a receiver. */
export type OutboundPost = {
  url: string;
  /** POST unless specified otherwise; HEAD only asks whether somebody is there. */
  method?: 'POST' | 'HEAD';
  headers: Record<string, string>;
  body: string | Buffer;
  /** From now until the status is known. */
  timeoutMs: number;
  /** Base addresses that may be internal. */
  allowed: readonly string[];
  lookup?: HostLookup;
  signal?: AbortSignal;
};

/** The answer of a receiver: status, the first part of its text, and how long it asks to be left alone. */
export type OutboundAnswer = { status: number; text: string; retryAfterMs: number | null };

/** There was no answer; `reason` names why. */
export class NoAnswer extends Error {
  readonly reason: string;
  /** A short technical word, safe to show, such as ECONNREFUSED. */
  readonly detail: string;

  constructor(reason: string, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.name = 'NoAnswer';
    this.reason = reason;
    this.detail = detail;
  }
}

const maxAnswerBytes = 16_384;
const longestPauseMs = 24 * 3_600_000;

function retryAfterOf(response: IncomingMessage): number | null {
  const text = response.headers['retry-after'];
  if (text === undefined) return null;
  const seconds = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1000), longestPauseMs) : null;
}

/** Reads what fits; a receiver that has stated its status cannot take it back by breaking off or never ending. */
function readStart(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (): void => {
    done(Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8'));
    response.destroy();
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxAnswerBytes) finish();
  });
  response.once('end', finish);
  response.once('error', finish);
  response.once('close', finish);
}

function noAnswerOf(error: Error & { code?: string }): Error {
  if (error.code?.startsWith('HPE_') === true) return new NoAnswer('no_http');
  if (/CERT|SSL|TLS|EPROTO/.test(error.code ?? '')) return new NoAnswer('bad_certificate', error.code);
  return new NoAnswer('unreachable', error.code ?? '');
}

function send(url: URL, post: OutboundPost, addresses: readonly HostAddress[], signal: AbortSignal) {
  return new Promise<OutboundAnswer>((resolve, reject) => {
    const stop = (): void => {
      const reason: unknown = signal.reason;
      sent.destroy(reason instanceof Error ? reason : new NoAnswer('unreachable'));
    };
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: post.method ?? 'POST',
      agent: false,
      lookup: pinnedTo(addresses),
      headers: {
        'user-agent': 'Portolan',
        'accept-encoding': 'identity',
        'content-length': String(Buffer.byteLength(post.body)),
        ...post.headers,
      },
    });
    let answered = false;
    // Once there is a status, what breaks afterwards belongs to reading the text.
    sent.on('error', (error: Error & { code?: string }) => {
      if (!answered) end(() => reject(signal.aborted ? toError(signal.reason) : noAnswerOf(error)));
    });
    sent.on('response', (response) => {
      answered = true;
      noteCertificate('notification', url.host, response.socket);
      readStart(response, (text) =>
        end(() => resolve({ status: response.statusCode ?? 0, text, retryAfterMs: retryAfterOf(response) })),
      );
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    sent.end(post.body);
  });
}

/**
 * Posts a message to an address that is not internal, or is allowed to be. Redirects are answers like any other.
 * Throws RefusedAddress when it may not be called, NoAnswer when there was none, and the signal's reason when called off.
 */
export async function postOutbound(post: OutboundPost): Promise<OutboundAnswer> {
  if (!URL.canParse(post.url)) throw new RefusedAddress('bad_address');
  const url = new URL(post.url);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new NoAnswer('timeout')), post.timeoutMs);
  const signal = post.signal === undefined ? limit.signal : AbortSignal.any([limit.signal, post.signal]);
  const calledOff = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(toError(signal.reason)), { once: true });
  });
  calledOff.catch(() => {});
  try {
    const addresses = await Promise.race([publicAddresses(url, post), calledOff]);
    return await send(url, post, addresses, signal);
  } finally {
    clearTimeout(timer);
  }
}
