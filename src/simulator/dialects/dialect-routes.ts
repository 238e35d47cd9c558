import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorldCarrier } from '../network/types.ts';
import { applyFault } from '../servers/carrier-routes.ts';
import type { ServerContext } from '../servers/context.ts';
import type { Shipment } from '../shipments/types.ts';
import { type Reference, reportedBy } from '../world.ts';
import { createCallCounter } from './calls-left.ts';
import { dialects } from './dialects.ts';
import { makeToken, ownerOf, ownerOfQuestion } from './prove.ts';
import type { Dialect, TokenServer } from './types.ts';
import { inLists, shownRecords, writeRecord } from './write.ts';

type Fields = Record<string, unknown>;
type Speaking = { context: ServerContext; carrier: WorldCarrier; dialect: Dialect };

const referenceTypes: Readonly<Record<string, Reference['type']>> = {
  transportDocumentReference: 'bill',
  carrierBookingReference: 'booking',
  equipmentReference: 'container',
};

/** Stands for all containers where one has to be named. */
const ALL = 'ZZ';

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ httpCode: status, httpMessage: message });

const searchOf = (request: FastifyRequest): URLSearchParams => new URLSearchParams(request.url.split('?')[1] ?? '');

/** What is wrong with the parameters; undefined when nothing is. */
function problemOf(search: URLSearchParams, { parameters, required = [] }: Dialect): string | undefined {
  const names = [...search.keys()];
  const unknown = names.find((name) => !parameters.includes(name.split(':')[0] ?? ''));
  if (unknown !== undefined) return `Unsupported parameter: ${unknown}`;
  const missing = required.find((name) => !search.get(name));
  if (missing !== undefined) return `Missing parameter: ${missing}`;
  return names.some((name) => referenceTypes[name] !== undefined) ? undefined : 'A reference is required';
}

/** The number by which the world knows what the carrier is requested. */
function worldReference({ carrier, dialect }: Speaking, name: string, value: string): Reference {
  const type = referenceTypes[name] ?? 'bill';
  const text = value.trim().toUpperCase();
  // The numbers of bills are those of bookings where nothing else can be requested.
  const isBill = type === 'bill' || (type === 'booking' && dialect.required !== undefined && text.length === 9);
  if (!isBill) return { type, value: text };
  const isShort = !text.startsWith(carrier.scac);
  const wantsShort = dialect.ways.shortBills === true || dialect.required !== undefined;
  // Asked in the other form it is a number that nobody knows.
  return { type: 'bill', value: isShort === wantsShort ? `${isShort ? carrier.scac : ''}${text}` : '' };
}

type Requested = { shipment: Shipment; containers: readonly string[] };

/** What the references name together, if the owner of the key may see it. */
function findRequested(speaking: Speaking, search: URLSearchParams, owner: string): Requested | undefined {
  const { context, carrier } = speaking;
  const named = [...search].filter(([name, value]) => referenceTypes[name] !== undefined && value !== ALL);
  const references = named.map(([name, value]) => worldReference(speaking, name, value));
  const found = references.map((reference) => context.world.find(reference, context.now()));
  const [shipment] = found;
  if (shipment === undefined || found.some((one) => one?.billNo !== shipment.billNo)) return undefined;
  if (shipment.carrier.code !== carrier.code || (owner !== 'demo' && shipment.tenantCode !== owner)) return undefined;
  return { shipment, containers: references.filter(({ type }) => type === 'container').map(({ value }) => value) };
}

/** Everything that is notified of a shipment by now, in the carrier's own writing. */
function eventsOf({ context, dialect }: Speaking, { shipment, containers }: Requested): Fields[] {
  const { world } = context;
  const now = context.now();
  const { ways } = dialect;
  const reported = shownRecords(reportedBy(world.carrierReport(shipment), now), ways).filter(({ container }) => {
    const unit = shipment.containers[container]?.number;
    return containers.length === 0 || unit === undefined || containers.includes(unit);
  });
  const records = dialect.byEventTime === true ? reported.toSorted((a, b) => a.eventAt - b.eventAt) : reported;
  return records.flatMap((record) => writeRecord({ world, shipment, record, ways }, now));
}

/** One page of a list, with where the next one is. */
function pageOf(request: FastifyRequest, reply: FastifyReply, events: Fields[], { paging }: Dialect): Fields[] {
  if (paging === undefined) return events;
  const search = searchOf(request);
  const from = Number(Buffer.from(search.get('cursor') ?? '', 'base64url').toString() || 0);
  const size = Math.min(Number(search.get('limit') ?? paging.limit) || paging.limit, paging.limit);
  const to = from + size;
  if (to < events.length) {
    search.set('cursor', Buffer.from(String(to)).toString('base64url'));
    const address = `${request.url.split('?')[0]}?${search.toString()}`;
    if (paging.next === 'link') reply.header('link', `<${address}>; rel="next"`);
    else if (paging.next === 'address') reply.header('next-page', address);
    else reply.header('next-page-cursor', search.get('cursor') ?? '');
  }
  return events.slice(from, to);
}

async function answerQuestion(
  speaking: Speaking,
  request: FastifyRequest,
  reply: FastifyReply,
  waitOf: ReturnType<typeof createCallCounter>,
) {
  const { carrier, dialect } = speaking;
  const owner = await ownerOfQuestion(request, dialect, carrier.code);
  if (owner === undefined) return refuse(reply, 401, 'Unauthorized');
  const waitMs = waitOf(`${carrier.code} ${owner}`, dialect);
  if (waitMs > 0) {
    reply.header('retry-after', String(Math.ceil(waitMs / 1_000)));
    return refuse(reply, 429, 'Too Many Requests');
  }
  const search = searchOf(request);
  const problem = problemOf(search, dialect);
  if (problem !== undefined) return refuse(reply, 400, problem);
  const requested = findRequested(speaking, search, owner);
  if (requested === undefined && dialect.stranger === 404) return refuse(reply, 404, 'No data found for the reference');
  const events = pageOf(request, reply, requested === undefined ? [] : eventsOf(speaking, requested), dialect);
  if (dialect.body === 'lists') return reply.send(inLists(events, requested?.shipment));
  return reply.send(dialect.body === 'events' ? { events } : events);
}

async function answerToken({ carrier }: Speaking, token: TokenServer, request: FastifyRequest, reply: FastifyReply) {
  const owner = await ownerOf(request, token.proof, carrier.code);
  if (owner === undefined) return reply.code(401).send({ error: 'invalid_client' });
  return reply.send({
    access_token: makeToken(carrier.code, owner, Date.now() + token.livesS * 1_000),
    token_type: 'Bearer',
    expires_in: token.expiresInS,
  });
}

/** Adds the interfaces of carriers that are asked in ways of their own, below /carriers/{carrierCode}, and their token servers. */
export function addDialectRoutes(app: FastifyInstance, context: ServerContext): void {
  const waitOf = createCallCounter();
  app.register(async (scope) => {
    scope.decorateRequest('carrier', null);
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    for (const carrier of context.world.network.carriers) {
      const dialect = dialects[carrier.code];
      if (dialect === undefined) continue;
      const speaking: Speaking = { context, carrier, dialect };
      const base = `/carriers/${carrier.code}`;
      let count = 0;
      scope.get(dialect.path === '' ? base : `${base}/${dialect.path}`, {
        preHandler: async (request, reply) => {
          request.setDecorator('carrier', carrier);
          count += 1;
          return applyFault(context, request, reply, count);
        },
        handler: (request, reply) => answerQuestion(speaking, request, reply, waitOf),
      });
      const { token } = dialect;
      if (token !== undefined)
        scope.post(`${base}/${token.path}`, (request, reply) => answerToken(speaking, token, request, reply));
    }
  });
}
