import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asRecord } from '#shared/values/objects.ts';
import { ownerOf } from '../dialects/prove.ts';
import type { Heard } from '../reports/heard.ts';
import type { ServerContext } from '../servers/context.ts';
import { keyOfIndex, shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import { requestedOf, createLimit, numbersOf, uuidOf } from './account.ts';
import { addNews, type News, type Pushed } from './news.ts';
import { unitOf, eventsOf, relatedTo, shipmentDocument } from './terminal49-docs.ts';
import { createTrackings, type Reason, type Trackings } from './terminal49-requests.ts';

const CODE = 'terminal49';
const MEDIA_TYPE = 'application/vnd.api+json';
const PUSH_SECRET = 'terminal49-demo-push-secret';
const PAGE = 30;

const proof = { headers: { authorization: `Token {code}-{owner}-apiKey` } };

const refuse = (reply: FastifyReply, status: number, title: string, detail = title) =>
  reply
    .code(status)
    .header('content-type', MEDIA_TYPE)
    .send({ errors: [{ status: String(status), title, detail, source: { pointer: null } }] });

/** A notification about the newest thing that happened, signed by the secret of the webhook. */
function notificationOf(shipment: Shipment, heard: Heard, reported: Heard | undefined): Pushed | undefined {
  const before = new Set(
    (reported?.containers ?? []).flatMap((container) =>
      eventsOf({ shipment, heard: reported ?? heard, container }).events.map(({ id }) => id),
    ),
  );
  const { data, included } = shipmentDocument(shipment, heard);
  const news = heard.containers
    .flatMap((container) => eventsOf({ shipment, heard, container }).events)
    .filter(({ id }) => !before.has(id))
    .toSorted((a, b) => String(b.attributes['created_at']).localeCompare(String(a.attributes['created_at'])));
  const [event] = news;
  if (event === undefined) return undefined;
  const body = JSON.stringify({
    data: {
      id: randomUUID(),
      type: 'webhook_notification',
      attributes: {
        event: event.attributes['event'],
        delivery_status: 'pending',
        created_at: event.attributes['created_at'],
      },
      relationships: {
        reference_object: relatedTo('transport_event', event.id),
        webhook: relatedTo('webhook', uuidOf('webhook', 0, 0)),
        webhook_notification_logs: { data: [] },
      },
    },
    included: [event, data, ...included],
  });
  return { body, headers: { 'x-t49-webhook-signature': createHmac('sha256', PUSH_SECRET).update(body).digest('hex') } };
}

/** What all handlers of Terminal49 need. */
type Desk = {
  context: ServerContext;
  news: News<undefined>;
  trackings: Trackings;
  /** Whose call it is; undefined where it was answered already. */
  callerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
};

/** The shipment that an id of that kind stands for, with the second number of the id. */
function known({ context: { world, now } }: Desk, id: string, kind: string, owner: string) {
  const numbers = numbersOf(kind, id);
  const key = numbers && keyOfIndex(numbers[0]);
  const requested = key && requestedOf(world, shipmentIndex(key) * 16, owner, now());
  const at = now();
  const heard = requested && world.heardOf(requested.shipment, at);
  return heard && { shipment: requested.shipment, heard, at, place: numbers?.[1] ?? 0 };
}

const isReply = (value: unknown): value is Reason => typeof value === 'string';

function addRequests(scope: FastifyInstance, { trackings, callerOf }: Desk): void {
  scope.post('/tracking_requests', async (request, reply) => {
    const owner = await callerOf(request, reply);
    if (owner === undefined) return reply;
    const made = trackings.make(owner, asRecord(asRecord(request.body)['data']));
    if (isReply(made)) return refuse(reply, 422, 'Unprocessable Entity', made);
    reply.code(201).header('content-type', MEDIA_TYPE);
    return { data: made };
  });
  scope.get('/tracking_requests', async (request, reply) => {
    const owner = await callerOf(request, reply);
    if (owner === undefined) return reply;
    const query = asRecord(request.query);
    reply.header('content-type', MEDIA_TYPE);
    return {
      data: trackings.list(owner, { number: query['filter[request_number]'], scac: query['filter[scac]'] }),
      links: {},
    };
  });
}

function addReading(scope: FastifyInstance, desk: Desk): void {
  scope.get<{ Params: { id: string } }>('/shipments/:id', async (request, reply) => {
    const owner = await desk.callerOf(request, reply);
    if (owner === undefined) return reply;
    const found = known(desk, request.params.id, 'shipment', owner);
    if (found === undefined) return refuse(reply, 404, 'Not Found');
    const { shipment, heard, at } = found;
    desk.news.follow(`${owner} ${shipment.billNo}`, undefined, shipment, at);
    const { data, included } = shipmentDocument(shipment, heard);
    const isWhole = asRecord(request.query)['include'] === 'containers';
    reply.header('content-type', MEDIA_TYPE);
    return isWhole ? { data, included } : { data };
  });
  scope.get<{ Params: { id: string } }>('/containers/:id/transport_events', async (request, reply) => {
    const owner = await desk.callerOf(request, reply);
    if (owner === undefined) return reply;
    const found = known(desk, request.params.id, 'container', owner);
    const container = found && unitOf(found.shipment, found.heard, found.place);
    if (container === undefined) return refuse(reply, 404, 'Not Found');
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const page = Math.max(1, Number(query.get('page[number]') ?? 1) || 1);
    const size = Math.min(PAGE, Number(query.get('page[size]') ?? PAGE) || PAGE);
    const { events, vessels } = eventsOf(container);
    const data = events.slice((page - 1) * size, page * size);
    const self = `http://${request.headers.host}${request.url.split('?')[0]}`;
    const next = new URLSearchParams(query);
    next.set('page[number]', String(page + 1));
    reply.header('content-type', MEDIA_TYPE);
    return {
      data,
      ...((query.get('include') ?? '').split(',').includes('vessel') && { included: vessels }),
      links: { self, ...(page * size < events.length && { next: `${self}?${next.toString()}` }) },
      meta: { size: data.length, total: events.length },
    };
  });
}

/**
 * Adds Terminal49 under /terminal49/v2: a tracking request is made, worked on for a while, and leads to a shipment, whose containers are
 * requested their events page by page.
 */
export function addTerminal49(app: FastifyInstance, context: ServerContext): News<undefined> {
  const { world } = context;
  const isWithinLimit = createLimit();
  const news = addNews<undefined, Heard>(app, context, {
    desk: '/terminal49/service/push',
    stateOf: (shipment, _, at) => world.heardOf(shipment, at),
    isNew: (heard, reported) => heard.updatedAt !== reported?.updatedAt,
    messageOf: (shipment, _, heard, reported) => notificationOf(shipment, heard, reported),
  });
  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> => {
    const owner = await ownerOf(request, proof, CODE);
    if (owner === undefined) void refuse(reply, 401, 'Unauthorized');
    else if (!isWithinLimit(owner, reply)) void refuse(reply, 429, 'Too Many Requests');
    else return owner;
    return undefined;
  };
  const desk: Desk = { context, news, trackings: createTrackings(context), callerOf };
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string' }, (_request, body, done) => {
        try {
          done(null, JSON.parse(String(body)));
        } catch {
          done(null, undefined);
        }
      });
      addRequests(scope, desk);
      addReading(scope, desk);
    },
    { prefix: '/terminal49/v2' },
  );
  return news;
}
