import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { parseAirports, parseRailStations } from '#shared/reference/places.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { entriesOf } from '#shared/values/objects.ts';
import { emsPage, emsUnknown } from '../pages/ems-pages.ts';
import { toSfAnswer, toUpsAnswer, toUpsEvent } from '../land/parcel-wire.ts';
import { createParcels, type Parcel } from '../land/parcels.ts';
import { createRoadOrders, type RoadOrder, toFleetAnswer } from '../land/road-orders.ts';
import { createRailLoads, type RailLoad, toRailAnswer } from '../land/trains.ts';
import { THROUGH_BACK_MS, type ThroughJourneys, throughOf } from '../journeys/through.ts';
import type { OrderSystemRoute, ServerContext } from './context.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const MAX_LIMIT = 1_000;
const CALLBACK_TIMEOUT_MS = 10_000;
/** How far back couriers look for scans that were not pushed yet, and order systems begin. */
const PARCEL_LIFE_MS = 60 * DAY_MS;
const LOOK_BACK_MS = { rail: 30 * DAY_MS, road: 3 * DAY_MS, courier: 12 * DAY_MS } as const;

/** What carriers by land are asked with: a number in the path, or one of those in the query. */
type LandRoute = {
  Params: { no?: string };
  Querystring: { container?: string; wagon?: string; waybill?: string };
};
type LandRequest = FastifyRequest<LandRoute>;

/** Sends an answer with its validator; one that is known already is not sent again. */
function answer(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
  reply.header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(body);
}

/** A customer of the courier that pushes: where to, signed by what, and up to when it was reported. */
type Hook = { callbackUrl: string; secret: Buffer; pushedTo: Instant };

/** Delivers to everybody who requested it the scans that were published since the last time. */
async function pushScans(context: ServerContext, parcels: ReturnType<typeof createParcels>, hooks: Iterable<Hook>) {
  for (const hook of hooks) {
    const now = context.now();
    const due = parcels
      .booked(now - PARCEL_LIFE_MS, now)
      .filter(({ courier }) => courier === 'UPS')
      .flatMap((parcel) =>
        parcel.scans.flatMap((scan, serial) =>
          scan.publishedAt > hook.pushedTo && scan.publishedAt <= now ? [toUpsEvent(parcel, scan, serial)] : [],
        ),
      );
    if (due.length === 0) {
      hook.pushedTo = now;
      continue;
    }
    const body = JSON.stringify(due);
    const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`;
    const response = await fetch(hook.callbackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'notification-signature': signature },
      body,
      redirect: 'error',
      signal: AbortSignal.any([context.stopping, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
    }).catch(() => undefined);
    // What was not taken is reported again the next time.
    if (response?.ok === true) hook.pushedTo = now;
  }
}

/** Adds the couriers, the railway operator, the haulier's fleet system and the tenants' bookings by these modes. */
export function addLandRoutes(app: FastifyInstance, context: ServerContext): { pushDue(): Promise<void> } {
  const { world, now } = context;
  const { seed } = world;
  const airports = parseAirports(read('generated/airports.csv'));
  const stations = parseRailStations(read('seeds/rail-stations.csv'));
  const zones = new Map([...airports, ...stations].map(({ code, zone }) => [code, zone]));
  const pagePlaces = new Map(airports.map(({ code, name, nameCn, zone }) => [code, { name: nameCn ?? name, zone }]));
  const through = throughOf(world);
  const orders = createRoadOrders(seed);
  const [parcels, loads] = [createParcels(seed, through.parcels), createRailLoads(seed, through.rail)];
  const hooks = new Map<string, Hook>();
  let requested = 0;
  const guarded =
    (key: string, find: (request: LandRequest) => object | undefined) =>
    (request: LandRequest, reply: FastifyReply) => {
      if (request.headers.authorization !== `Bearer ${key}`)
        return reply.code(401).send({ error: 'the key is missing or wrong' });
      requested += 1;
      if (context.faults && createRandom(`${seed}/land-fault/${requested}`).chance(0.01))
        return reply.code(503).header('retry-after', '30').send({ error: 'maintenance' });
      const found = find(request);
      return found === undefined ? reply.code(404).send({ error: 'not found' }) : answer(request, reply, found);
    };
  const parcelOf = ({ params: { no = '' } }: LandRequest, courier: string) => {
    const found = parcels.find(no);
    return found?.courier === courier && found.bookedAt <= now() ? found : undefined;
  };
  app.get<LandRoute>(
    '/couriers/SF/waybills/:no',
    guarded('SF-demo-key', (request) => {
      const parcel = parcelOf(request, 'SF');
      return parcel && toSfAnswer(seed, parcel, now(), zones);
    }),
  );
  app.get<LandRoute>(
    '/couriers/UPS/track/:no',
    guarded('UPS-demo-key', (request) => {
      const parcel = parcelOf(request, 'UPS');
      return parcel && toUpsAnswer(parcel, now());
    }),
  );
  // The third courier has pages for people only.
  app.get<{ Querystring: { no?: string } }>('/sites/EMS/mail', (request, reply) => {
    const no = (request.query.no ?? '').trim().toUpperCase();
    const parcel = parcels.find(no);
    const isKnown = parcel?.courier === 'EMS' && parcel.bookedAt <= now();
    return reply.type('text/html; charset=utf-8').send(isKnown ? emsPage(parcel, now(), pagePlaces) : emsUnknown(no));
  });
  addHooks(app, hooks, now);
  app.get<LandRoute>(
    '/railways/CRCT/v1/shipments',
    guarded('CRCT-demo-key', (request) => {
      const { container, wagon, waybill } = request.query;
      const load = loads.find(container ?? wagon ?? waybill ?? '', now());
      return load === undefined || load.bookedAt > now() ? undefined : toRailAnswer(load, now(), zones);
    }),
  );
  app.get<LandRoute>(
    '/hauliers/HAUL/orders/:no',
    guarded('HAUL-demo-key', ({ params: { no = '' } }) => {
      const order = orders.find(no, now());
      return order === undefined || order.bookedAt > now() ? undefined : toFleetAnswer(order, now());
    }),
  );
  addBookings(app, now, bookersOf(through, { parcels, loads, orders }));
  let pushing: Promise<void> | undefined;
  return {
    pushDue: () => (pushing ??= pushScans(context, parcels, hooks.values()).finally(() => (pushing = undefined))),
  };
}

type Land = {
  parcels: ReturnType<typeof createParcels>;
  loads: ReturnType<typeof createRailLoads>;
  orders: ReturnType<typeof createRoadOrders>;
};

/** What the order systems have of each mode. */
function bookersOf(through: ThroughJourneys, { parcels, loads, orders }: Land): Readonly<Record<Feed, Booker>> {
  const ofLoad = (one: RailLoad): Booking => ({ ...one, billNo: one.waybill, carrierCode: 'CRCT' });
  const ofOrder = ({ orderNo, truck, bookedAt }: RoadOrder): Booking => ({
    billNo: orderNo,
    carrierCode: 'HAUL',
    bookedAt,
    tenantCode: truck.row.tenant,
  });
  const ofParcel = (one: Parcel): Booking => ({ ...one, billNo: one.waybill, carrierCode: one.courier });
  return {
    rail: {
      booked: (from, to) => loads.booked(from, to).map(ofLoad),
      through: (from, to) => through.rail.booked(from, to).map(ofLoad),
    },
    road: {
      booked: (from, to) => orders.booked(from, to).map(ofOrder),
      through: (from, to) => through.road.booked(from, to).map(ofOrder),
    },
    courier: {
      booked: (from, to) => parcels.booked(from, to).map(ofParcel),
      through: (from, to) => through.parcels.booked(from, to).map(ofParcel),
    },
  };
}

/** Adds the subscriptions of the courier that pushes. */
function addHooks(app: FastifyInstance, hooks: Map<string, Hook>, now: () => Instant): void {
  const path = '/couriers/UPS/v2/event-subscriptions';
  type ById = { Params: { id: string } };
  app.post<{ Body: { callbackUrl: string; secret: string } }>(path, (request, reply) => {
    const { callbackUrl, secret } = request.body;
    const id = randomUUID();
    hooks.set(id, { callbackUrl, secret: Buffer.from(secret, 'base64'), pushedTo: now() });
    return reply.code(201).send({ subscriptionID: id, callbackUrl });
  });
  app.put<ById & { Body: { callbackUrl: string } }>(`${path}/:id`, (request, reply) => {
    const hook = hooks.get(request.params.id);
    if (hook === undefined) return reply.code(404).send({ error: 'There is no such subscription' });
    hook.callbackUrl = request.body.callbackUrl;
    return reply.send({ callbackUrl: hook.callbackUrl });
  });
  app.put<ById & { Body: { secret: string } }>(`${path}/:id/secret`, (request, reply) => {
    const hook = hooks.get(request.params.id);
    if (hook === undefined) return reply.code(404).send({ error: 'There is no such subscription' });
    hook.secret = Buffer.from(request.body.secret, 'base64');
    return reply.code(204).send();
  });
}

type Booking = { billNo: string; carrierCode: string; bookedAt: Instant; tenantCode: string };
type Feed = keyof typeof LOOK_BACK_MS;
type Between = (from: Instant, to: Instant) => Booking[];
/** What an order system has of one mode, and what of it is a part of longer ways. */
type Booker = { booked: Between; through: Between };

/** Adds the lists of bookings of the tenants' order systems, one per mode. */
function addBookings(app: FastifyInstance, now: () => Instant, feeds: Readonly<Record<Feed, Booker>>): void {
  for (const [mode, { booked, through }] of entriesOf(feeds))
    app.get<OrderSystemRoute>(`/shippers/:tenantCode/${mode}-bookings`, (request, reply) => {
      const { tenantCode } = request.params;
      const { after, limit } = request.query;
      const isFirst = after === undefined || after === '';
      const from = isFirst ? now() - LOOK_BACK_MS[mode] : Number(after) + 1;
      if (!Number.isFinite(from)) return reply.code(400).send({ error: 'after is no cursor of ours' });
      // Of the parts of longer ways all are reported at first, as what comes last of them is still under way.
      const older = isFirst ? through(now() - THROUGH_BACK_MS, from - 1) : [];
      const open = [...older, ...booked(from, now())]
        .filter((one) => one.tenantCode === tenantCode)
        .toSorted((a, b) => a.bookedAt - b.bookedAt);
      const page = open.slice(0, Math.min(Number(limit ?? '200') || 200, MAX_LIMIT));
      return reply.send({
        tenantCode,
        bookings: page.map(({ billNo, carrierCode, bookedAt }) => ({
          mode,
          orderNo: billNo,
          billNo,
          carrierCode,
          bookedAt: toIsoText(bookedAt),
        })),
        next: page.length === 0 ? (after ?? null) : String(page.at(-1)?.bookedAt),
        hasMore: open.length > page.length,
      });
    });
}
