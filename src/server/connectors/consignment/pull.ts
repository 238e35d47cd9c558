import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, parseJsonBytes } from '../untrusted.ts';

/** Asks a source for one shipment in JSON in one of its collections; a 404 says that it is not known yet. Throws PullFailure. */
export async function pullJson(
  request: PullRequest,
  collection: string,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<PullAnswer> {
  const url = sourceUrl(request.baseUrl, collection, path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.credential) headers['authorization'] = `Bearer ${request.credential}`;
  if (request.etag !== null) headers['if-none-match'] = request.etag;
  const { timeoutMs, maxBytes, signal } = request;
  const answer = await exchange({ method: 'GET', url, headers, timeoutMs, maxBytes, signal });
  if (answer.status === 304) return { kind: 'unchanged' };
  if (answer.status === 404) return { kind: 'answer', body: new TextEncoder().encode('{}'), etag: null };
  requireSuccess(answer, request.now);
  if (asObject(parseJsonBytes(answer.body)?.value) === undefined)
    throw new PullFailure('bad_answer', 'the answer is no object');
  return { kind: 'answer', body: answer.body, etag: answer.headers.etag ?? null };
}
