import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';

/** Asks a weather service for its newest advisories; throws PullFailure. */
export async function pullStorms(request: {
  baseUrl: string;
  now: number;
  timeoutMs: number;
  maxBytes: number;
}): Promise<Uint8Array> {
  const answer = await exchange({
    method: 'GET',
    url: sourceUrl(request.baseUrl, 'v1', 'storms'),
    headers: { accept: 'application/geo+json, application/json' },
    timeoutMs: request.timeoutMs,
    maxBytes: request.maxBytes,
  });
  requireSuccess(answer, request.now);
  return answer.body;
}
