import type { Instant } from '#shared/time/instant.ts';
import { exchange, requireSuccess, sourceUrl } from '../../exchange.ts';
import { PullFailure, type ExchangeAnswer } from '../../types.ts';
import { parseJsonBytes } from '../../untrusted.ts';

/** How a carrier is reached. */
export type CommerceAddress = {
  baseUrl: string;
  credential: string | null;
  now: Instant;
  timeoutMs: number;
  maxBytes: number;
};

/** Sends one request to a carrier and reads its answer as JSON; throws PullFailure. */
export async function askCarrier(
  address: CommerceAddress,
  request: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH';
    version: string;
    path: string;
    search?: Readonly<Record<string, string>>;
    body?: unknown;
  },
): Promise<unknown> {
  const url = sourceUrl(address.baseUrl, request.version, request.path);
  url.search = new URLSearchParams(request.search).toString();
  const answer: ExchangeAnswer = await exchange({
    method: request.method,
    url,
    headers: {
      accept: 'application/json',
      ...(address.credential !== null && address.credential !== '' && { 'api-key': address.credential }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    timeoutMs: address.timeoutMs,
    maxBytes: address.maxBytes,
  });
  requireSuccess(answer, address.now);
  const parsed = parseJsonBytes(answer.body);
  if (parsed === undefined) throw new PullFailure('bad_answer', 'the answer is no JSON');
  return parsed.value;
}
