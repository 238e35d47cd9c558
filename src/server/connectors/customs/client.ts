import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute, parseJsonBytes } from '../untrusted.ts';

/** Asks a single window of customs for the declarations of a bill or a container. Throws PullFailure. */
export async function pullDeclarations(request: PullRequest): Promise<PullAnswer> {
  const url = sourceUrl(request.baseUrl, 'v1', 'declarations');
  if (request.subject === 'bill') url.searchParams.set('billNo', request.billNo ?? '');
  else url.searchParams.set('containerNo', request.containerNo ?? '');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.credential !== null && request.credential !== '')
    headers['authorization'] = `Bearer ${request.credential}`;
  if (request.etag !== null) headers['if-none-match'] = request.etag;
  const { timeoutMs, maxBytes, signal } = request;
  const answer = await exchange({ method: 'GET', url, headers, timeoutMs, maxBytes, signal });
  if (answer.status === 304) return { kind: 'unchanged' };
  requireSuccess(answer, request.now);
  const read = asObject(parseJsonBytes(answer.body)?.value);
  if (read === undefined || !Array.isArray(attribute(read, 'declarations')))
    throw new PullFailure('bad_answer', 'the answer has no list of declarations');
  return { kind: 'answer', body: answer.body, etag: answer.headers.etag ?? null };
}
