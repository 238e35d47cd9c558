import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { ownerOf } from '../dialects/prove.ts';
import type { Heard } from '../reports/heard.ts';
import type { ServerContext } from '../servers/context.ts';
import { keyOfIndex, shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import { type Asked, askedOf, createLimit, findAsked, numbersOf, uuidOf } from './account.ts';
import { addNews, type News, type Pushed } from './news.ts';
import { boxOf, eventsOf, relatedTo, type Resource, shipmentDocument, shipmentId } from './terminal49-docs.ts';

const CODE = 'terminal49';
const MEDIA_TYPE = 'application/vnd.api+json';
const PUSH_SECRET = 'terminal49-demo-push-secret';
const PAGE = 30;

const proof = { headers: { authorization: `Token {code}-{owner}-apiKey` } };

const kinds = { bill_of_lading: 'bill', booking_number: 'booking', container: 'container' } as const;
type Kind = keyof typeof kinds;
const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(kinds, value);

/** A tracking request of the account. */
type Tracking = { id: string; kind: Kind; number: string; scac: string | undefined; at: Instant; asked?: Asked };

const refuse = (reply: FastifyReply, status: number, title: string, detail = title) =>
  reply
    .code(status)
    .header('content-type', MEDIA_TYPE)
    .send({ errors: [{ status: String(status), title, detail, source: { pointer: null } }] });

/** What Terminal49 does with a request at a moment: it works on it until it has heard of the shipment. */
function requestDocument(
  { world, now }: ServerContext,
  { id, kind, number, scac, at, asked }: Tracking,
  duplicates: boolean,
): Resource {
  const isFound = asked !== undefined && world.heardOf(asked.shipment, now()) !== undefined;
  const failure = duplicates ? 'duplicate' : asked === undefined ? 'not_found' : null;
  return {
    id,
    type: 'tracking_request',
    attributes: {
      request_number: number,
      request_type: kind,
      scac: scac ?? asked?.shipment.carrier.scac ?? null,
      ref_numbers: [],
      tags: [],
      status: failure !== null ? 'failed' : isFound ? 'created' : 'pending',
      failed_reason: failure,
      is_retrying: false,
      retry_count: null,
      created_at: toIsoText(at),
      updated_at: toIsoText(at),
    },
    relationships: {
      tracked_object: relatedTo('shipment', failure === null && isFound ? shipmentId(asked.shipment) : undefined),
    },
  };
}

/** A notification about the newest thing that happened, signed by the secret of the webhook. */
function notificationOf(shipment: Shipment, heard: Heard, reported: Heard | undefined): Pushed | undefined {
  const before = new Set(
    (reported?.boxes ?? []).flatMap((box) =>
      eventsOf({ shipment, heard: reported ?? heard, box }).events.map(({ id }) => id),
    ),
  );
  const { data, included } = shipmentDocument(shipment, heard);
  const news = heard.boxes
    .flatMap((box) => eventsOf({ shipment, heard, box }).events)
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

/**
 * Adds Terminal49 under /terminal49/v2: a tracking request is made, worked on for a while, and leads to a shipment, whose boxes are
 * asked for their events page by page.
 */
export function addTerminal49(app: FastifyInstance, context: ServerContext): News<undefined, Heard> {
  const { world, now } = context;
  const isWithinLimit = createLimit();
  const trackings: { owner: string; tracking: Tracking; duplicates: boolean }[] = [];
  const news = addNews<undefined, Heard>(app, context, {
    desk: '/terminal49/service/push',
    stateOf: (shipment, _, at) => world.heardOf(shipment, at),
    isNew: (heard, reported) => heard.updatedAt !== reported?.updatedAt,
    messageOf: (shipment, _, heard, reported) => notificationOf(shipment, heard, reported),
  });

  /** Whose call it is; undefined where it was answered already. */
  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> => {
    const owner = await ownerOf(request, proof, CODE);
    if (owner === undefined) void refuse(reply, 401, 'Unauthorized');
    else if (!isWithinLimit(owner, reply)) void refuse(reply, 429, 'Too Many Requests');
    else return owner;
    return undefined;
  };
  const known = (id: string, kind: string, owner: string): { asked: Asked; place: number } | undefined => {
    const numbers = numbersOf(kind, id);
    const key = numbers && keyOfIndex(numbers[0]);
    const asked = key && askedOf(world, shipmentIndex(key) * 16, owner, now());
    return asked && { asked, place: numbers[1] };
  };

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
      scope.post('/tracking_requests', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const { type, attributes } = asRecord(asRecord(request.body)['data']);
        const {
          request_type: kind,
          request_number: number,
          scac,
          auto_detect_vocc_scac: detect,
        } = asRecord(attributes);
        if (type !== 'tracking_request' || !isKind(kind) || typeof number !== 'string' || number === '')
          return refuse(reply, 422, 'Unprocessable Entity', 'request_type and request_number are required');
        const letters = typeof scac === 'string' ? scac : '';
        if (letters === '' && detect !== true) return refuse(reply, 422, 'Unprocessable Entity', 'scac is required');
        if (letters !== '' && !world.network.carriers.some((one) => one.scac === letters))
          return refuse(reply, 422, 'Unprocessable Entity', `Scac '${letters}' is not recognized`);
        const asked = findAsked(context, owner, { number, kinds: [kinds[kind]], scac: letters });
        const duplicates = trackings.some(
          (one) => one.owner === owner && one.tracking.number === number && one.tracking.kind === kind,
        );
        const tracking: Tracking = {
          id: uuidOf('tracking_request', trackings.length, 0),
          kind,
          number,
          scac: letters || undefined,
          at: now(),
          ...(asked !== undefined && { asked }),
        };
        trackings.push({ owner, tracking, duplicates });
        reply.code(201).header('content-type', MEDIA_TYPE);
        return { data: requestDocument(context, tracking, duplicates) };
      });
      scope.get('/tracking_requests', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const query = asRecord(request.query);
        const [number, scac] = [query['filter[request_number]'], query['filter[scac]']];
        const own = trackings.filter(
          ({ owner: of, tracking }) =>
            of === owner &&
            (number === undefined || tracking.number === number) &&
            (scac === undefined || (tracking.scac ?? tracking.asked?.shipment.carrier.scac) === scac),
        );
        reply.header('content-type', MEDIA_TYPE);
        return {
          data: own.slice(-PAGE).map(({ tracking, duplicates }) => requestDocument(context, tracking, duplicates)),
          links: {},
        };
      });
      scope.get<{ Params: { id: string } }>('/shipments/:id', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const found = known(request.params.id, 'shipment', owner);
        const heard = found && world.heardOf(found.asked.shipment, now());
        if (heard === undefined) return refuse(reply, 404, 'Not Found');
        const { shipment } = found!.asked;
        news.follow(`${owner} ${shipment.billNo}`, undefined, shipment, heard);
        const { data, included } = shipmentDocument(shipment, heard);
        const isWhole = asRecord(request.query)['include'] === 'containers';
        reply.header('content-type', MEDIA_TYPE);
        return isWhole ? { data, included } : { data };
      });
      scope.get<{ Params: { id: string } }>('/containers/:id/transport_events', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const found = known(request.params.id, 'container', owner);
        const heard = found && world.heardOf(found.asked.shipment, now());
        const box = found && heard && boxOf(found.asked.shipment, heard, found.place);
        if (box === undefined) return refuse(reply, 404, 'Not Found');
        const query = new URLSearchParams(request.url.split('?')[1] ?? '');
        const page = Math.max(1, Number(query.get('page[number]') ?? 1) || 1);
        const size = Math.min(PAGE, Number(query.get('page[size]') ?? PAGE) || PAGE);
        const { events, vessels } = eventsOf(box);
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
    },
    { prefix: '/terminal49/v2' },
  );
  return news;
}
