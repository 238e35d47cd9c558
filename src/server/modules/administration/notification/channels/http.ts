import { RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import { NoAnswer, postOutbound, type OutboundAnswer } from '../outbound-post.ts';
import type { ChannelDeps, Delivery } from './types.ts';

type Post = { url: string; headers: Record<string, string>; body: string };

/** Only a wrong certificate or address mends itself by a person; still it is tried again, since persons do. */
function failed(error: unknown, body: string): Delivery {
  if (error instanceof RefusedAddress) {
    return { ok: false, reason: error.reason, final: error.reason !== 'unknown_host' };
  }
  if (error instanceof NoAnswer) return { ok: false, reason: error.reason, detail: error.detail, sent: body };
  throw error;
}

/** What a status means: 2xx arrived, 410 = never again, anything else is tried again. */
function judged(answer: OutboundAnswer): Delivery {
  const { status, text, retryAfterMs } = answer;
  const base = { code: status, detail: text };
  if (status >= 200 && status <= 299) return { ok: true, ...base };
  const wait = retryAfterMs === null ? {} : { retryAfterMs };
  if (status === 410) return { ok: false, reason: 'gone', final: true, gone: true, ...base };
  if (status >= 300 && status <= 399) return { ok: false, reason: 'redirected', ...base };
  if (status === 429) return { ok: false, reason: 'too_many', ...base, ...wait };
  return { ok: false, reason: status >= 500 ? 'receiver_failed' : 'receiver_refused', ...base, ...wait };
}

/** Posts JSON and judges the answer by its status, then by `check` where a receiver says more in the text: that goes first. */
export async function postJson(
  post: Post,
  { settings }: ChannelDeps,
  signal: AbortSignal | undefined,
  check?: (answer: OutboundAnswer) => Delivery | undefined,
): Promise<Delivery> {
  try {
    const answer = await postOutbound({
      url: post.url,
      headers: { 'content-type': 'application/json; charset=utf-8', ...post.headers },
      body: post.body,
      timeoutMs: settings.timeoutMs,
      allowed: settings.allowedUrls,
      ...(settings.lookup === undefined ? {} : { lookup: settings.lookup }),
      ...(signal === undefined ? {} : { signal }),
    });
    const verdict = judged(answer);
    return { ...verdict, ...check?.(answer), sent: post.body };
  } catch (error) {
    return failed(error, post.body);
  }
}
