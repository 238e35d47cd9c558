import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import type { ServerContext } from '../servers/context.ts';
import type { Consignment, Consignments } from './consignments.ts';
import { type Flight, flightOn, flightPlans } from './flights.ts';
import {
  collectionOf,
  context as names,
  eventsOf,
  movementOf,
  toLogisticsObject,
  type Written,
  type WrittenEvent,
} from './wire.ts';

const MEDIA_TYPE = 'application/ld+json; version=2.3.0';

/** An error as the API of the standard has it. */
const errorOf = (title: string, code: number): Written => ({
  '@context': { api: names.api },
  '@type': 'api:Error',
  'api:hasTitle': title,
  'api:hasErrorDetail': [{ '@type': 'api:ErrorDetail', 'api:hasCode': String(code), 'api:hasMessage': title }],
});

/** Answers with a node; `changedAt` is when it last changed. */
export const sendNode = (reply: FastifyReply, body: Written, changedAt: Instant): FastifyReply =>
  reply
    .header('content-language', 'en-US')
    .header('last-modified', new Date(changedAt).toUTCString())
    .type(MEDIA_TYPE)
    .send(JSON.stringify(body));

/** Answers with an error. */
export const sendError = (reply: FastifyReply, code: number, title: string): FastifyReply =>
  reply
    .code(code)
    .type(MEDIA_TYPE)
    .send(JSON.stringify(errorOf(title, code)));

/** The basic form of times in questions: 20190926T075830Z. */
function timeOf(text: string | undefined): Instant | undefined {
  const [, date, clock] = /^(\d{8})T(\d{6})Z$/.exec(text ?? '') ?? [];
  return date === undefined || clock === undefined
    ? undefined
    : Date.parse(
        `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}Z`,
      );
}

type EventsQuery = Partial<
  Record<
    | 'event-code'
    | 'created-after'
    | 'created-before'
    | 'occurred-after'
    | 'occurred-before'
    | 'sort'
    | 'limit'
    | 'skip',
    string
  >
>;

/** The events that a question asks for, in its order, before pages are cut. */
function selected(all: readonly WrittenEvent[], query: EventsQuery): WrittenEvent[] {
  const codes = query['event-code']?.split(',').map((one) => one.slice(one.lastIndexOf('#') + 1));
  const within = (at: Instant, after: string | undefined, before: string | undefined): boolean =>
    at > (timeOf(after) ?? -Infinity) && at < (timeOf(before) ?? Infinity);
  const found = all.filter(
    ({ code, createdAt, happenedAt }) =>
      (codes?.includes(code) ?? true) &&
      within(createdAt, query['created-after'], query['created-before']) &&
      within(happenedAt, query['occurred-after'], query['occurred-before']),
  );
  const [direction, field] = (query.sort ?? '').split('-');
  if (field !== 'creationDate' && field !== 'eventDate') return found;
  const timeIn = ({ createdAt, happenedAt }: WrittenEvent): Instant => (field === 'eventDate' ? happenedAt : createdAt);
  const sign = direction === 'DESC' ? -1 : 1;
  return found.toSorted((a, b) => sign * (timeIn(a) - timeIn(b)));
}

/** The flight with an id such as flight-CZ461-2026-11-20. */
function findFlight(code: string, id: string): Flight | undefined {
  const [, flight, day] = /^flight-([A-Z0-9]{2}\d{1,4})-(\d{4}-\d{2}-\d{2})$/.exec(id) ?? [];
  const plan = flightPlans.find((one) => one.flight === flight && one.airline === code);
  const midnight = Date.parse(day ?? '');
  return plan === undefined || Number.isNaN(midnight) ? undefined : flightOn(plan, midnight);
}

/** Parts of the id of an object: what it is, its consignment, and which piece. */
const readId = (id: string) => /^(waybill|shipment|piece)-(\d{3}-\d{8})(?:-(\d{1,4}))?$/.exec(id);

/**
 * Adds an airline's ONE Record server under /airlines/{code}: logistics objects, and the events that hang on shipments. `answers`
 * tells whether an airline answers at all, and has stated why where it does not.
 */
export function addObjectRoutes(
  app: FastifyInstance,
  context: ServerContext,
  consignments: Consignments,
  answers: (request: FastifyRequest, reply: FastifyReply, code: string) => boolean,
): void {
  const { world, now } = context;
  const find = (
    code: string,
    id: string,
  ): { found: Consignment; kind: 'waybill' | 'shipment' | number } | undefined => {
    const [, kind, waybill, piece] = readId(id) ?? [];
    const found = waybill === undefined ? undefined : consignments.find(waybill);
    if (found === undefined || found.airline.code !== code || found.bookedAt > now()) return undefined;
    if (kind !== 'piece') return { found, kind: kind === 'shipment' ? 'shipment' : 'waybill' };
    const serial = Number(piece ?? 0);
    return serial >= 1 && serial <= found.pieces ? { found, kind: serial } : undefined;
  };
  const baseOf = ({ host }: FastifyRequest, code: string): string => `http://${host}/airlines/${code}`;
  const describe = (reply: FastifyReply, type: string): FastifyReply =>
    reply.header('type', `${names.cargo}${type}`).header('revision', '1').header('latest-revision', '1');
  const notFound = (reply: FastifyReply): FastifyReply => sendError(reply, 404, 'Logistics Object not found');
  app.get<{ Params: { code: string; id: string }; Querystring: { embedded?: string } }>(
    '/airlines/:code/logistics-objects/:id',
    (request, reply) => {
      const { code, id } = request.params;
      if (!answers(request, reply, code)) return reply;
      const flight = findFlight(code, id);
      if (flight !== undefined)
        return sendNode(
          describe(reply, 'TransportMovement'),
          movementOf(baseOf(request, code), flight),
          flight.departure,
        );
      const object = find(code, id);
      if (object === undefined) return notFound(reply);
      const { found, kind } = object;
      const type = typeof kind === 'number' ? 'Piece' : kind === 'shipment' ? 'Shipment' : 'Waybill';
      const body = toLogisticsObject(baseOf(request, code), found, kind, request.query.embedded === 'true');
      return sendNode(describe(reply, type), body, found.bookedAt);
    },
  );
  const eventsAt = (request: FastifyRequest, code: string, id: string): WrittenEvent[] | undefined => {
    const object = find(code, id);
    if (object === undefined) return undefined;
    return object.kind === 'shipment' ? eventsOf(world.seed, baseOf(request, code), object.found, now()) : [];
  };
  app.get<{ Params: { code: string; id: string }; Querystring: EventsQuery }>(
    '/airlines/:code/logistics-objects/:id/logistics-events',
    (request, reply) => {
      const { code, id } = request.params;
      if (!answers(request, reply, code)) return reply;
      const all = eventsAt(request, code, id);
      if (all === undefined) return notFound(reply);
      const wanted = selected(all, request.query);
      const skip = Number(request.query.skip ?? 0);
      const page = wanted.slice(skip, skip + Number(request.query.limit ?? wanted.length));
      const address = `${baseOf(request, code)}/logistics-objects/${id}`;
      const changedAt = Math.max(0, ...all.map(({ createdAt }) => createdAt));
      return sendNode(reply, collectionOf(address, page, wanted.length), changedAt);
    },
  );
  app.get<{ Params: { code: string; id: string; event: string } }>(
    '/airlines/:code/logistics-objects/:id/logistics-events/:event',
    (request, reply) => {
      const { code, id, event } = request.params;
      if (!answers(request, reply, code)) return reply;
      const found = eventsAt(request, code, id)?.find(({ node }) => String(node['@id']).endsWith(`/${event}`));
      if (found === undefined) return sendError(reply, 404, 'Logistics Event not found');
      return sendNode(reply, { '@context': names, ...found.node }, found.createdAt);
    },
  );
}
