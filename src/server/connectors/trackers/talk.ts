import { createHash } from 'node:crypto';
import { trimEndOf } from '#shared/text/normalize.ts';
import type { Access } from '../access/types.ts';
import { credentialValues, withAccess } from '../access/with-access.ts';
import { exchange, requireSuccess } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest, type ExchangeAnswer } from '../types.ts';
import { asObject, parseJsonBytes } from '../untrusted.ts';

/** An object of an answer, by names. */
export type Fields = Record<string, unknown>;

/** How a platform is talked to. */
export type Platform = {
  access: Access;
  /** The field that a credential of one value belongs to. */
  firstField: string;
  /** Media type of questions and answers; JSON where it is left out. */
  mediaType?: string;
  /** The status that the body tells while HTTP says 200. */
  statusIn?: (body: Fields) => number | undefined;
};

/** One call below the address of the source. */
export type Call = { path: string; query?: Readonly<Record<string, string>>; body?: unknown };

/** An answer of any status; `value` is undefined where the body is no JSON. */
export type Reported = ExchangeAnswer & { value: unknown };

/** Makes the calls of one pull. All of them together have the time and the size of the pull. Throws PullFailure. */
export type Talk = (call: Call) => Promise<Reported>;

function addressOf({ baseUrl }: PullRequest, { path, query = {} }: Call): URL {
  const base = trimEndOf(baseUrl.trim(), '/');
  const text = path === '' ? base : `${base}/${path}`;
  if (!URL.canParse(text)) throw new PullFailure('config_error', 'the address of the source is no URL');
  const url = new URL(text);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** Begins to talk to a platform for one pull. */
export function talkTo(request: PullRequest, platform: Platform): Talk {
  const values = credentialValues(request.credential, platform.firstField);
  const endsAt = performance.now() + request.timeoutMs;
  let bytesLeft = request.maxBytes;
  const { mediaType = 'application/json' } = platform;
  return async (call) => {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const { signal, allowed, trace } = request;
    const answer = await withAccess(platform.access, values, request, async (proof) => {
      const timeoutMs = endsAt - performance.now();
      if (timeoutMs <= 0) throw new PullFailure('timeout', `no full answer within ${request.timeoutMs} ms`);
      const url = addressOf(request, call);
      for (const [name, value] of Object.entries(proof.query)) url.searchParams.set(name, value);
      const headers: Record<string, string> = { accept: mediaType, ...proof.headers };
      if (body !== undefined) {
        headers['content-type'] = mediaType;
        headers['content-length'] = String(Buffer.byteLength(body));
      }
      const method = body === undefined ? 'GET' : 'POST';
      const got = await exchange({
        method,
        url,
        headers,
        ...(body !== undefined && { body }),
        timeoutMs,
        maxBytes: bytesLeft,
        ...(signal && { signal }),
        allowed,
        trace,
      });
      bytesLeft -= got.body.length;
      if (got.status !== 200 || platform.statusIn === undefined) return got;
      const status = platform.statusIn(asObject(parseJsonBytes(got.body)?.value) ?? {});
      return status === undefined ? got : { ...got, status };
    });
    return { ...answer, value: parseJsonBytes(answer.body)?.value };
  };
}

/** The JSON of a successful answer; throws PullFailure for any other one. */
export function required(reported: Reported, { now }: Pick<PullRequest, 'now'>): unknown {
  requireSuccess(reported, now);
  if (reported.value === undefined) throw new PullFailure('bad_answer', 'the answer is no JSON in UTF-8');
  return reported.value;
}

/** The answer of a pull; the hash of what was reported serves as validator. */
export function answerOf(value: unknown, { etag }: Pick<PullRequest, 'etag'>): PullAnswer {
  const body = new TextEncoder().encode(JSON.stringify(value));
  const hash = createHash('sha256').update(body).digest('base64url');
  return hash === etag ? { kind: 'unchanged' } : { kind: 'answer', body, etag: hash };
}
