import type { FastifyInstance } from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { createConsignments } from '../air/consignments.ts';
import { bookingRequestsOf } from '../commerce/booking-requests.ts';
import { ordersOf } from '../commerce/orders.ts';
import { endLegs } from '../shipments/route.ts';
import type { Shipment } from '../shipments/types.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import { reportingCarriers } from '../edi/terminals.ts';
import { siteOf } from '../pages/sites.ts';
import type { World } from '../world.ts';
import type { OrderSystemRoute, ServerContext } from './context.ts';

/** A booking that a tenant wants tracked, as its order system gives it. */
export type ShipperBooking = {
  /** Left out by sea between countries. */
  mode?: 'domestic';
  orderNo: string;
  billNo: string;
  bookingNo: string;
  containerNos: string[];
  carrierCode: string;
  /** To be tracked by container; vessel and voyage are given for that. */
  byContainer: boolean;
  /** Whose data the tenant wants: of robots where a carrier has no interface, else mostly the carrier's own. */
  dataType: 'CARRIER' | 'FT' | 'RPA' | 'EDI';
  vesselName: string | null;
  voyage: string | null;
  /** Neither between ports of one country. */
  inOutFlag: 'E' | 'I' | null;
  portOfLoading: string;
  portOfDischarge: string;
  bookedAt: string;
};

const MAX_LIMIT = 1_000;

/** One booking in six is wanted from the aggregator, one in twelve by electronic messages where the carrier sends them. */
function dataTypeOf({ carrier, domestic, key }: Shipment): ShipperBooking['dataType'] {
  if (domestic) return 'CARRIER';
  if (siteOf(carrier.code) !== undefined) return 'RPA';
  const turn = (key.week * 7 + key.seq) % 12;
  if (turn < 2) return 'FT';
  return turn === 2 && reportingCarriers.includes(carrier.index) ? 'EDI' : 'CARRIER';
}

function toBooking(world: World, shipment: Shipment): ShipperBooking {
  const [first, last] = endLegs(shipment.legs);
  const sailing = world.sailings.sailing(first.service, first.week);
  const voyage = first.from < sailing.service.turn ? sailing.outbound : sailing.inbound;
  return {
    ...(shipment.domestic && { mode: 'domestic' }),
    orderNo: shipment.orderNo,
    billNo: shipment.billNo,
    bookingNo: shipment.bookingNo,
    containerNos: shipment.containers.map(({ number }) => number),
    carrierCode: shipment.carrier.code,
    byContainer: shipment.byContainer,
    dataType: dataTypeOf(shipment),
    vesselName: shipment.byContainer ? sailing.plannedVessel.name : null,
    voyage: shipment.byContainer ? voyage : null,
    inOutFlag: shipment.domestic ? null : shipment.direction,
    portOfLoading: world.sailings.call(first.service, first.week, first.from).port.code,
    portOfDischarge: world.sailings.call(last.service, last.week, last.to).port.code,
    bookedAt: toIsoText(shipment.bookedAt),
  };
}

type Place = readonly [bookedAt: number, index: number];

function readCursor(text: string | undefined): Place | undefined {
  if (text === undefined || text === '') return [Number.NEGATIVE_INFINITY, -1];
  const match = /^(\d+)\.(\d+)$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

/** What an order system has of one kind, each with its place in the list. */
type Placed = { at: Instant; index: number; value: unknown };

/** Adds a list of the order systems: pages behind a cursor, oldest first. */
function addOrderSystemList(app: FastifyInstance, name: string, list: (tenantCode: string) => readonly Placed[]): void {
  app.get<OrderSystemRoute>(`/shippers/:tenantCode/${name}`, (request, reply) => {
    const { tenantCode } = request.params;
    const search = request.query;
    if (!tenants.includes(tenantCode)) return reply.code(404).send({ error: 'There is no such tenant' });
    const after = readCursor(search.after);
    const limit = Number(search.limit ?? '200');
    if (after === undefined) return reply.code(400).send({ error: 'after is no cursor of ours' });
    if (!Number.isInteger(limit) || limit < 1) return reply.code(400).send({ error: 'limit is no positive number' });
    const open = list(tenantCode)
      .filter(({ at, index }) => at > after[0] || (at === after[0] && index > after[1]))
      .toSorted((a, b) => a.at - b.at || a.index - b.index);
    const page = open.slice(0, Math.min(limit, MAX_LIMIT));
    const last = page[page.length - 1];
    const cursor =
      last === undefined
        ? (search.after ?? null)
        : Buffer.from(`${last.at}.${last.index}`, 'utf8').toString('base64url');
    return reply.send({
      tenantCode,
      [name]: page.map(({ value }) => value),
      // To be sent as `after` next time, at the end of the list too: new ones come behind it.
      next: cursor,
      hasMore: open.length > page.length,
    });
  });
}

/** Adds the tenants' order systems under /shippers/{tenantCode}: bookings by sea, orders of all modes, and space to be booked. */
export function addShipperRoutes(app: FastifyInstance, { world, now }: ServerContext): void {
  const consignments = createConsignments(world.seed);
  addOrderSystemList(app, 'bookings', (tenantCode) =>
    world
      .shipmentsAlive(now())
      .filter((one) => one.tenantCode === tenantCode)
      .map((shipment) => ({
        at: shipment.bookedAt,
        index: shipmentIndex(shipment.key),
        value: toBooking(world, shipment),
      })),
  );
  addOrderSystemList(app, 'orders', (tenantCode) => ordersOf(world, consignments, tenantCode, now()));
  addOrderSystemList(app, 'booking-requests', (tenantCode) => bookingRequestsOf(world, tenantCode, now()));
}

/** Tenants whose order systems the world runs. */
export const tenants: readonly string[] = ['ALPHA', 'BETA', 'GAMMA'];
