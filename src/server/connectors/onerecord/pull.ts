import type { Access } from '../access/types.ts';
import { PullFailure, type PullAnswer, type PullFailureReason, type PullRequest } from '../types.ts';
import { answerOf, required, type Talk, talkTo } from '../trackers/talk.ts';
import { asObject } from '../untrusted.ts';
import { objectIdIn, serverIn } from './address.ts';
import { indexNodes, isOfType, literalAt, type Node, nodesAt, referenceOf, valuesAt } from './json-ld.ts';
import { findWaybill, validNumberOf } from './waybill.ts';

/** Events on a page, events of one object, and pieces whose events are requested. */
const PAGE_EVENTS = 200;
const MAX_EVENTS = 4_000;
const MAX_PIECES = 50;
/** So many pieces without events, one after the other, mean that nothing has happened yet. */
const STILL_PIECES = 5;
/** Flights and places that events link to. */
const MAX_LINKS = 40;
/** From a piece to its shipment, and from there to its waybill. */
const MAX_HOPS = 3;

const access: Access = { headers: { authorization: 'Bearer {apiKey}' } };

/** Answers that mean: there are no events of this object here, or the server has no such list. */
const noEvents: ReadonlySet<number> = new Set([404, 405, 501]);

/** Failures after which the next question has no better chance. */
const last: ReadonlySet<PullFailureReason> = new Set(['timeout', 'unreachable', 'rate_limited', 'too_large']);
/** Failures by which events of one object are missing, while those of others may be reported. */
const failsInPart: ReadonlySet<PullFailureReason> = new Set([
  'unauthorized',
  'not_permitted',
  'server_error',
  'timeout',
]);
/** Failures that mean: this object is not for us. */
const denials: ReadonlySet<PullFailureReason> = new Set(['unauthorized', 'not_permitted']);

/** What a server has reported of a waybill, object by object. */
class Gathering {
  readonly documents: unknown[] = [];
  readonly #asked = new Set<string>();
  readonly #talk: Talk;
  readonly #request: PullRequest;
  #server: string | undefined;
  #isOver = false;

  constructor(request: PullRequest) {
    // An address that ends in the path of the objects is one too.
    const baseUrl = request.baseUrl.trim().replace(/\/logistics-objects\/?$/, '');
    this.#request = request;
    this.#talk = talkTo({ ...request, baseUrl }, { access, firstField: 'apiKey', mediaType: 'application/ld+json' });
  }

  nodes(): ReadonlyMap<string, Node> {
    return indexNodes(this.documents).nodes;
  }

  /** Asks for an object with those it refers to; false: the server does not have it, or it was requested before. */
  async object(id: string): Promise<boolean> {
    if (this.#asked.has(id)) return false;
    this.#asked.add(id);
    const reported = await this.#talk({ path: `logistics-objects/${id}`, query: { embedded: 'true' } });
    if (reported.status === 404) return false;
    const value = required(reported, this.#request);
    if (!Array.isArray(value) && asObject(value) === undefined)
      throw new PullFailure('bad_answer', 'the answer is no logistics object');
    this.documents.push(value);
    const own = asObject(value)?.['@id'];
    if (typeof own === 'string') this.#server ??= serverIn(own);
    return true;
  }

  /** The id of an object that is requested at this server; undefined: another one has it. */
  idHere(address: string): string | undefined {
    const server = serverIn(address);
    const isHere = server === undefined || this.#server === undefined || server === this.#server;
    return isHere ? objectIdIn(address) : undefined;
  }

  /** Asks for the object that a reference names, unless another server has it. */
  follow(address: string): Promise<boolean> {
    const id = this.idHere(address);
    return id === undefined ? Promise.resolve(false) : this.object(id);
  }

  /**
   * Asks for something that the answer can do without; gives what came, `otherwise` where the server does not give it. When there is
   * no time or room left, or the server wants no more questions, nothing more is requested.
   */
  async optional<T>(question: () => Promise<T>, otherwise: T): Promise<T> {
    if (this.#isOver) return otherwise;
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof PullFailure) || this.#request.signal?.aborted === true) throw error;
      this.#isOver = last.has(error.reason);
      return otherwise;
    }
  }

  /** Asks for the events of an object; gives why they were not reported. After a time-out nothing more is queried that can be done without. */
  async failureOfEvents(address: string): Promise<PullFailure | undefined> {
    const failure = await failureOf(this.events(address), failsInPart);
    if (failure !== undefined && this.#request.signal?.aborted === true) throw failure;
    this.#isOver ||= failure !== undefined && last.has(failure.reason);
    return failure;
  }

  /** Asks for the events of an object, page by page; gives how many there are. */
  async events(address: string): Promise<number> {
    const id = this.idHere(address);
    if (id === undefined || this.#asked.has(`${id}/events`)) return 0;
    this.#asked.add(`${id}/events`);
    let skip = 0;
    while (skip < MAX_EVENTS) {
      const reported = await this.#talk({
        path: `logistics-objects/${id}/logistics-events`,
        query: { sort: 'ASC-creationDate', limit: String(PAGE_EVENTS), ...(skip > 0 && { skip: String(skip) }) },
      });
      if (noEvents.has(reported.status)) return skip;
      const collection = asObject(required(reported, this.#request));
      if (collection === undefined) throw new PullFailure('bad_answer', 'the answer is no collection of events');
      // What was requested are the events of this object, whatever the collection is called.
      const isNamed = objectIdIn(String(collection['@id'] ?? '')) === id;
      this.documents.push(isNamed ? collection : { ...collection, '@id': `${address}/logistics-events` });
      const items = valuesAt(collection, 'hasItem').length;
      const total = Number(literalAt(collection, 'hasTotalItems') ?? 0);
      // A server that does not know pages has sent all of them.
      skip += items;
      if (items === 0 || items > PAGE_EVENTS || skip >= total) return skip;
    }
    throw new PullFailure('too_large', `more than ${MAX_EVENTS} events of one object`);
  }
}

/** The next object on the way from what is known to the waybill: the waybill of a shipment, the shipment of a piece. */
function wayToWaybill(nodes: ReadonlyMap<string, Node>): string | undefined {
  for (const name of ['waybill', 'ofShipment'])
    for (const node of nodes.values())
      for (const value of valuesAt(node, name)) {
        const address = referenceOf(value);
        if (address !== undefined && !nodes.has(address)) return address;
      }
  return undefined;
}

/** Asks for an object and from there for its waybill; the node of the waybill, undefined: it has none here. */
async function askForWaybill(gathering: Gathering, id: string, billNo: string | null): Promise<Node | undefined> {
  if (!(await gathering.object(id))) return undefined;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const nodes = gathering.nodes();
    const waybill = findWaybill(gathering.documents, nodes, billNo);
    if (waybill !== undefined) return waybill;
    const next = wayToWaybill(nodes);
    if (next === undefined || !(await gathering.follow(next))) return undefined;
  }
  return undefined;
}

const addressOf = (node: Node): string | undefined => {
  const id = node['@id'];
  return typeof id === 'string' ? id : undefined;
};

/** Whether an event is about a part of the pieces and does not say how many: their own events do. */
const leavesPiecesOpen = (event: Node): boolean =>
  String(literalAt(event, 'partialEventIndicator')) === 'true' &&
  literalAt(event, 'recordedPieceCount') === undefined &&
  literalAt(event, 'pieceCount') === undefined;

/**
 * Asks an airline's ONE Record server for a waybill and its shipment, and for the logistics events of both: an object and the events
 * that hang on it are two questions of the API. Where no event is notified of the whole, or one leaves open how many pieces are meant, the
 * events of the pieces are requested too. The answer is a graph of everything that was reported. Pieces, flights, places and the booking
 * may be refused or missing in it, and so may the shipment or its events where the server does not show them, or fails for one of the
 * two objects after it has reported events of the other. Throws PullFailure.
 */
export async function pullWaybill(request: PullRequest): Promise<PullAnswer> {
  const gathering = new Gathering(request);
  const id = request.objectId ?? `waybill-${request.billNo ?? ''}`;
  const waybill = await askForWaybill(gathering, id, request.billNo);
  // It is queried again: airlines learn of a waybill when the forwarder books it.
  if (gathering.documents.length === 0)
    return { kind: 'answer', body: new TextEncoder().encode('{"@graph":[]}'), etag: null };
  if (waybill !== undefined) {
    const shipment = await askForEvents(gathering, waybill);
    if (shipment !== undefined) await request.rememberNews?.(shipment);
  }
  return answerOf({ '@graph': gathering.documents }, request);
}

/** Asks for the object that a property refers to, unless it came along. */
async function complete(gathering: Gathering, node: Node, name: string): Promise<void> {
  const reference = referenceOf(valuesAt(node, name)[0]);
  if (reference !== undefined && !gathering.nodes().has(reference)) await gathering.follow(reference);
}

/** The failure that the answer can do without, of those that `bearable` has; undefined where it was reported. Throws any other PullFailure. */
async function failureOf(
  question: Promise<unknown>,
  bearable: ReadonlySet<PullFailureReason>,
): Promise<PullFailure | undefined> {
  try {
    await question;
    return undefined;
  } catch (error) {
    if (error instanceof PullFailure && bearable.has(error.reason)) return error;
    throw error;
  }
}

/** Asks for the flights and places that events refer to: links are what the standard recommends. */
async function followLinks(gathering: Gathering): Promise<void> {
  const nodes = gathering.nodes();
  const events = gathering.documents.flatMap((one) => nodesAt(asObject(one) ?? {}, 'hasItem', nodes));
  const linked = ['transportMovementReference', 'eventLocation'].flatMap((name) =>
    events.flatMap((event) => valuesAt(event, name).flatMap((value) => referenceOf(value) ?? [])),
  );
  const missing = [...new Set(linked)].filter((address) => !nodes.has(address));
  for (const address of missing.slice(0, MAX_LINKS)) await gathering.optional(() => gathering.follow(address), false);
}

/** Asks for all events; the id of the shipment that most of them hang on. */
async function askForEvents(gathering: Gathering, waybill: Node): Promise<string | undefined> {
  const failed = [await failureOf(complete(gathering, waybill, 'shipment'), denials)];
  const [shipment] = nodesAt(waybill, 'shipment', gathering.nodes());
  for (const node of [waybill, shipment]) {
    const address = node && addressOf(node);
    if (address !== undefined) failed.push(await gathering.failureOfEvents(address));
  }
  const nodes = gathering.nodes();
  const own = [waybill, ...(shipment === undefined ? [] : [shipment])].flatMap((node) =>
    nodesAt(node, 'events', nodes),
  );
  const reportedValue = [
    ...own,
    ...gathering.documents.flatMap((one) => nodesAt(asObject(one) ?? {}, 'hasItem', nodes)),
  ];
  const failure = failed.find((one) => one !== undefined);
  // A key that is shown no event at all is no key for this, and a server that fails before the first one has not answered.
  if (reportedValue.length === 0 && failure !== undefined) throw failure;
  await followLinks(gathering);
  // Flights that no event names are those of the booking.
  if (!reportedValue.some((event) => valuesAt(event, 'transportMovementReference').length > 0))
    await gathering.optional(() => complete(gathering, waybill, 'referredBookingOption'), undefined);
  if (shipment === undefined) return undefined;
  if (reportedValue.length === 0 || reportedValue.some(leavesPiecesOpen))
    await askForPieces(gathering, shipment, reportedValue.length === 0);
  return gathering.idHere(addressOf(shipment) ?? '');
}

/** Asks for the events of the pieces; where nothing has happened yet, some of them show it. */
async function askForPieces(gathering: Gathering, shipment: Node, isStill: boolean): Promise<void> {
  let still = 0;
  for (const piece of valuesAt(shipment, 'pieces').slice(0, MAX_PIECES)) {
    const address = asObject(piece)?.['@id'];
    const count = typeof address === 'string' ? await gathering.optional(() => gathering.events(address), 0) : 0;
    still = count === 0 ? still + 1 : 0;
    if (isStill && still === STILL_PIECES) break;
  }
  await followLinks(gathering);
}

/** Asks which waybill an object is, or is about (a shipment, a piece); undefined where it has none. Throws PullFailure. */
export async function pullWaybillOf(
  request: PullRequest & { objectId: string },
): Promise<{ waybill: string; waybillId: string | undefined; isShipment: boolean } | undefined> {
  const gathering = new Gathering(request);
  const node = await askForWaybill(gathering, request.objectId, null);
  const waybill = node && validNumberOf(node);
  if (node === undefined || waybill === undefined) return undefined;
  const [first] = gathering.documents;
  const own = asObject(Array.isArray(first) ? first[0] : first) ?? {};
  return { waybill, waybillId: gathering.idHere(addressOf(node) ?? ''), isShipment: isOfType(own, 'Shipment') };
}
