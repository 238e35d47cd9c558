import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toIsoText } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import { DCSA_VERSION, parseEventId, toDcsaEvent } from '../reports/dcsa-wire.ts';
import { DCSA3_VERSION, toVersion3 } from '../reports/dcsa3-wire.ts';
import { siteOf } from '../pages/sites.ts';
import type { ServerContext } from './context.ts';
import { EventQueryError } from './event-filter.ts';
import { cursorOf, queryEvents, readEventQuery } from './event-query.ts';
import { faultOf } from './faults.ts';

/** An error in the form of the standard. */
export function dcsaError(
  request: FastifyRequest,
  status: number,
  reason: string,
  message: string,
  now: number,
): object {
  return {
    httpMethod: request.method,
    requestUri: request.url.split('?')[0],
    statusCode: status,
    statusCodeText: reason,
    errorDateTime: toIsoText(now),
    errors: [{ reason, message }],
  };
}

/** The API key of a carrier's server. */
function carrierKey(carrierCode: string): string {
  return `${carrierCode}-demo-key`;
}

/** The carrier that a request under its address is made to. */
export const carrierOf = (request: FastifyRequest): WorldCarrier => request.getDecorator<WorldCarrier>('carrier');

type CarrierRoute = { Params: { carrierCode: string; version: string } };
type EventRoute = { Params: { eventId: string } };

function fail(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  reason: string,
  message: string,
) {
  return reply.code(status).send(dcsaError(request, status, reason, message, context.now()));
}

function getEvents(context: ServerContext, request: FastifyRequest, reply: FastifyReply) {
  const carrier = carrierOf(request);
  const search = new URLSearchParams(request.url.split('?')[1] ?? '');
  try {
    const query = readEventQuery(search);
    const page = queryEvents(context.world, carrier.code, query, context.now());
    const base = `/carriers/${carrier.code}/v2/events?limit=${query.limit}&cursor=`;
    const links = [`<${base}${cursorOf(query, undefined)}>; rel="first"`];
    reply.header('etag', page.etag);
    reply.header('current-page', search.get('cursor') ?? cursorOf(query, undefined));
    reply.header('first-page', cursorOf(query, undefined));
    if (page.next !== undefined) {
      const cursor = cursorOf(query, page.next);
      reply.header('next-page', cursor);
      links.push(`<${base}${cursor}>; rel="next"`);
    }
    reply.header('link', links.join(', '));
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    return reply.send(page.events);
  } catch (error) {
    if (error instanceof EventQueryError) return fail(context, request, reply, 400, 'invalidParameter', error.message);
    throw error;
  }
}

/** Names of 3.0 for what 2.2 is asked by. */
const renamed: Readonly<Record<string, string>> = {
  eventTypes: 'eventType',
  eventUpdatedDateTimeMin: 'eventCreatedDateTime:gte',
  eventUpdatedDateTimeMax: 'eventCreatedDateTime:lte',
};

/** The same events by Track & Trace 3.0: asked by other names, in another form, paged by a cursor alone. */
function getEvents3(context: ServerContext, request: FastifyRequest, reply: FastifyReply) {
  const carrier = carrierOf(request);
  const given = new URLSearchParams(request.url.split('?')[1] ?? '');
  const search = new URLSearchParams([...given].map(([name, value]) => [renamed[name] ?? name, value]));
  try {
    const query = readEventQuery(search);
    const page = queryEvents(context.world, carrier.code, query, context.now());
    reply.header('etag', page.etag);
    if (page.next !== undefined) reply.header('next-page-cursor', cursorOf(query, page.next));
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    return reply.send({ events: page.events.map((event) => toVersion3(event, carrier.code)) });
  } catch (error) {
    if (!(error instanceof EventQueryError)) throw error;
    return reply.code(400).send({ feedbackElements: [{ severity: 'ERROR', message: error.message }] });
  }
}

function getEvent(context: ServerContext, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const carrier = carrierOf(request);
  const id = parseEventId(request.params.eventId.toLowerCase());
  const found = id && context.world.recordOf(id.index, id.serial);
  if (found === undefined || found.shipment.carrier.code !== carrier.code || found.record.createdAt > context.now()) {
    return fail(context, request, reply, 404, 'notFound', 'There is no such event');
  }
  return reply.send(toDcsaEvent(context.world, found.shipment, found.record));
}

/** What goes wrong with the n-th request to the carrier of a request; undefined when it is to be answered. */
export async function applyFault(context: ServerContext, request: FastifyRequest, reply: FastifyReply, count: number) {
  const carrier = carrierOf(request);
  const fault = context.faults ? faultOf(context.world.seed, carrier, count, context.now()) : undefined;
  if (fault === undefined || fault.kind === 'none') return undefined;
  if (fault.kind === 'slow' || fault.kind === 'hang') {
    await sleep(fault.delayMs, undefined, { signal: context.stopping, ref: false }).catch(() => undefined);
    if (fault.kind === 'slow') return undefined;
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (fault.kind === 'brokenJson') {
    return reply.type('application/json').send('[{"eventID":"0d1c6a70-5d2e-4a59-9c5e-');
  }
  if (fault.retryAfterS !== undefined) reply.header('retry-after', String(fault.retryAfterS));
  const reason = fault.status === 429 ? 'tooManyRequests' : 'internalServerError';
  return fail(context, request, reply, fault.status, reason, 'The request could not be served');
}

/** Adds the DCSA Track & Trace servers of all carriers: 2.2 under /carriers/{carrierCode}/v2, 3.0 under v3. */
export function addCarrierRoutes(
  app: FastifyInstance,
  context: ServerContext,
  addMore: (scope: FastifyInstance) => void,
): void {
  const speaking = context.world.network.carriers.filter(({ code }) => siteOf(code) === undefined);
  const carriers = new Map(speaking.map((carrier) => [carrier.code, carrier]));
  const counts = new Map<string, number>();
  app.register(
    async (scope) => {
      scope.decorateRequest('carrier', null);
      scope.addHook<CarrierRoute>('onRequest', async (request, reply) => {
        const version = request.params.version === 'v3' ? '3' : '2';
        reply.header('api-version', version === '3' ? DCSA3_VERSION : DCSA_VERSION);
        const carrier = carriers.get(request.params.carrierCode);
        if (carrier === undefined) return fail(context, request, reply, 404, 'notFound', 'There is no such carrier');
        if (request.headers['api-key'] !== carrierKey(carrier.code)) {
          return fail(context, request, reply, 401, 'unauthorized', 'The api-key header is missing or wrong');
        }
        const requested = request.headers['api-version'];
        if (requested !== undefined && requested !== version) {
          return fail(context, request, reply, 400, 'invalidHeader', `API-Version must be ${version}`);
        }
        request.setDecorator('carrier', carrier);
        return undefined;
      });
      scope.addHook('preHandler', async (request, reply) => {
        const { code } = carrierOf(request);
        const count = (counts.get(code) ?? 0) + 1;
        counts.set(code, count);
        return applyFault(context, request, reply, count);
      });
      scope.get<CarrierRoute>('/events', (request, reply) =>
        request.params.version === 'v3' ? getEvents3(context, request, reply) : getEvents(context, request, reply),
      );
      scope.get<EventRoute>('/events/:eventId', (request, reply) => getEvent(context, request, reply));
      addMore(scope);
    },
    { prefix: '/carriers/:carrierCode/:version(^v[23]$)' },
  );
}
