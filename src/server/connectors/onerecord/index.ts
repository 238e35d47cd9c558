import { exchange, requireSuccess, sourceUrl } from '../exchange.ts';
import { type Connector, PullFailure, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, parseJsonBytes } from '../untrusted.ts';
import { parseOneRecord } from './parse.ts';

export { splitObjectNotices } from './notification.ts';
export { readWaybillNumber } from './parse.ts';
export { subscribeToObjects } from './subscribe.ts';

/** Asks an airline's ONE Record server for a waybill with its logistics events. Throws PullFailure. */
async function pullWaybill(request: PullRequest): Promise<PullAnswer> {
  const url = sourceUrl(request.baseUrl, 'logistics-objects', request.objectId ?? `waybill-${request.billNo ?? ''}`);
  url.searchParams.set('embedded', 'true');
  const headers: Record<string, string> = { accept: 'application/ld+json; version=2.1.0' };
  if (request.credential) headers['authorization'] = `Bearer ${request.credential}`;
  if (request.etag !== null) headers['if-none-match'] = request.etag;
  const { timeoutMs, maxBytes, signal } = request;
  const answer = await exchange({ method: 'GET', url, headers, timeoutMs, maxBytes, signal });
  if (answer.status === 304) return { kind: 'unchanged' };
  // It is asked again: airlines learn of a waybill when the forwarder books it.
  if (answer.status === 404) return { kind: 'answer', body: new TextEncoder().encode('{"@graph":[]}'), etag: null };
  requireSuccess(answer, request.now);
  const value = parseJsonBytes(answer.body)?.value;
  if (!Array.isArray(value) && asObject(value) === undefined)
    throw new PullFailure('bad_answer', 'the answer is no logistics object');
  return { kind: 'answer', body: answer.body, etag: answer.headers.etag ?? null };
}

/** An airline's IATA ONE Record server: a waybill as a logistics object in JSON-LD, with its events. */
export const oneRecordConnector: Connector = {
  protocol: 'onerecord',
  askedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: pullWaybill,
  parse: parseOneRecord,
};
