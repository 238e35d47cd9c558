import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Access } from '../access/types.ts';
import { PullFailure, type Connector, type PullAnswer, type PullRequest } from '../types.ts';
import { attribute } from '../untrusted.ts';
import { objects, part, textOf } from './record.ts';
import { type Talk, answerOf, required, talkTo, type Reported } from './talk.ts';
import type { Fields } from './talk.ts';
import { parseTerminal49, relatedIds } from './terminal49-record.ts';
import { attributesOf } from './terminal49-warnings.ts';

/** Containers of one bill that are requested: with more than a minute's calls one answer would never be whole. */
const MAX_CONTAINERS = 90;
/** Pages of the events of one container. */
const MAX_PAGES = 20;

/** What a reference can be, in the order in which it is tried. */
const kindsOf = ({ subject }: PullRequest): readonly string[] =>
  subject === 'container' ? ['container'] : ['bill_of_lading', 'booking_number'];

const numberOf = ({ subject, billNo, containerNo }: PullRequest): string =>
  (subject === 'container' ? normalizeContainerNumber(containerNo ?? '') : (billNo ?? '').trim().toUpperCase()) || '';

const dataOf = (value: unknown): Fields[] => objects(attribute(objects(value)[0] ?? {}, 'data'));

const statusOf = (requested: Fields): string | null => textOf(attributesOf(requested), 'status');

/** Why a number may be another kind of reference than it was requested as. */
const otherKind: ReadonlySet<string | null> = new Set(['not_found', 'invalid_number', 'expired']);

/** Of requests for one number the one that led to a shipment counts, else one that has not failed, else the newest. */
function rankOf(requested: Fields): number {
  if (relatedIds(requested, 'tracked_object', 'shipment').length > 0) return 2;
  return statusOf(requested) === 'failed' ? 0 : 1;
}

const scacOf = ({ carrierCode, scac = carrierCode }: PullRequest): Fields =>
  /^[A-Z0-9]{4}$/i.test(scac) ? { scac: scac.toUpperCase() } : { auto_detect_vocc_scac: true };

/** The tracking requests that exist for a number, the best of each kind. */
async function findRequests(talk: Talk, request: PullRequest): Promise<Map<string, Fields>> {
  const scac = textOf(scacOf(request), 'scac');
  const query = { 'filter[request_number]': numberOf(request), ...(scac !== null && { 'filter[scac]': scac }) };
  const found = dataOf(required(await talk({ path: 'tracking_requests', query }), request));
  const createdAt = (one: Fields): number => Date.parse(textOf(attributesOf(one), 'created_at') ?? '') || 0;
  const sorted = found.toSorted((a, b) => rankOf(a) - rankOf(b) || createdAt(a) - createdAt(b));
  return new Map(
    sorted.flatMap((one) => {
      const kind = textOf(attributesOf(one), 'request_type');
      return kind === null ? [] : [[kind, one] as const];
    }),
  );
}

async function createRequest(talk: Talk, request: PullRequest, kind: string): Promise<Fields | undefined> {
  const attributes = { request_type: kind, request_number: numberOf(request), ...scacOf(request) };
  const reported = await talk({ path: 'tracking_requests', body: { data: { type: 'tracking_request', attributes } } });
  return dataOf(required(reported, request))[0];
}

/**
 * The tracking request of a reference: the one that exists, else a new one, where something may be created. A number that is no
 * bill may be a booking: it is requested as one when the first request has failed.
 */
async function requestFor(talk: Talk, request: PullRequest): Promise<Fields | undefined> {
  const known = await findRequests(talk, request);
  let last: Fields | undefined;
  for (const kind of kindsOf(request)) {
    const requested = known.get(kind) ?? (request.remember && (await createRequest(talk, request, kind)));
    if (requested === undefined) return last;
    last = requested;
    if (statusOf(requested) !== 'failed' || !otherKind.has(textOf(attributesOf(requested), 'failed_reason')))
      return requested;
  }
  return last;
}

/** The whole list of events of a container. */
async function eventsOf(talk: Talk, request: PullRequest, containerId: string): Promise<unknown[]> {
  const docs: unknown[] = [];
  const path = `containers/${encodeURIComponent(containerId)}/transport_events`;
  let query: Record<string, string> = { include: 'vessel,terminal' };
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const doc = required(await talk({ path, query }), request);
    docs.push(doc);
    const next = textOf(part(objects(doc)[0] ?? {}, 'links'), 'next');
    if (next === null) return docs;
    // Only the question is taken over: the key goes to nobody else.
    const url = URL.canParse(next, request.baseUrl) ? new URL(next, request.baseUrl) : undefined;
    if (url === undefined) throw new PullFailure('bad_answer', 'the next page has no address');
    query = Object.fromEntries(url.searchParams);
  }
  throw new PullFailure('too_large', `more than ${MAX_PAGES} pages`);
}

/** A shipment with the events of its containers, as the documents that were reported. */
async function readShipment(talk: Talk, request: PullRequest, shipment: Reported): Promise<PullAnswer> {
  const doc = required(shipment, request);
  const included = objects(attribute(objects(doc)[0] ?? {}, 'included'));
  const own = request.subject === 'container' ? normalizeContainerNumber(request.containerNo ?? '') : undefined;
  const ids = included.flatMap((one) => {
    const id = textOf(one, 'id');
    const number = normalizeContainerNumber(textOf(attributesOf(one), 'number') ?? '');
    return textOf(one, 'type') === 'container' && id !== null && (own === undefined || number === own) ? [id] : [];
  });
  if (ids.length > MAX_CONTAINERS) throw new PullFailure('too_large', `more than ${MAX_CONTAINERS} containers`);
  const docs: unknown[] = [doc];
  for (const id of ids) docs.push(...(await eventsOf(talk, request, id)));
  return answerOf(docs, request);
}

const askShipment = (talk: Talk, id: string): Promise<Reported> =>
  talk({ path: `shipments/${encodeURIComponent(id)}`, query: { include: 'containers' } });

/** Shipments are kept by their id; 404: the id is not one of these keys (any more). */
async function pull(request: PullRequest, access: Access, firstField: string): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField, mediaType: 'application/vnd.api+json' });
  if (request.objectId != null) {
    const known = await askShipment(talk, request.objectId);
    if (known.status !== 404) return readShipment(talk, request, known);
  }
  const requested = await requestFor(talk, request);
  if (requested === undefined) return answerOf([], request);
  const [id] = relatedIds(requested, 'tracked_object', 'shipment');
  // A request is worked on for a while; until then, and when it has failed, it says itself what became of it.
  if (id === undefined) return answerOf([{ data: requested }], request);
  await request.remember?.(id);
  return readShipment(talk, request, await askShipment(talk, id));
}

/** Terminal49, asked with these keys. A tracking request is made once for a reference; it is found again by its number. */
export const terminal49Connector = (access: Access, firstField: string): Connector => ({
  protocol: 'terminal49',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pull(request, access, firstField),
  parse: parseTerminal49,
});
