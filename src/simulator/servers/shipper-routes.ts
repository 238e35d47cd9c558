import type { FastifyInstance } from 'fastify';
import { toIsoText } from '#shared/time/instant.ts';
import type { LegPlan, Shipment } from '../shipments/types.ts';
import { shipmentIndex } from '../shipments/numbers.ts';
import { reportingCarriers } from '../edi/terminals.ts';
import { siteOf } from '../pages/sites.ts';
import type { World } from '../world.ts';
import type { ServerContext } from './context.ts';

/** A booking that a tenant wants tracked, as its order system gives it. */
export type ShipperBooking = {
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
  inOutFlag: 'E' | 'I';
  portOfLoading: string;
  portOfDischarge: string;
  bookedAt: string;
};

const LIMIT_MOST = 1_000;

/** One booking in six is wanted from the aggregator, one in twelve by electronic messages where the carrier sends them. */
function dataTypeOf({ carrier, key }: Shipment): ShipperBooking['dataType'] {
  if (siteOf(carrier.code) !== undefined) return 'RPA';
  const turn = (key.week * 7 + key.seq) % 12;
  if (turn < 2) return 'FT';
  return turn === 2 && reportingCarriers.includes(carrier.index) ? 'EDI' : 'CARRIER';
}

function toBooking(world: World, shipment: Shipment): ShipperBooking {
  const first = shipment.legs[0] as LegPlan;
  const last = shipment.legs[shipment.legs.length - 1] as LegPlan;
  const sailing = world.sailings.sailing(first.service, first.week);
  const voyage = first.from < sailing.service.turn ? sailing.outbound : sailing.inbound;
  return {
    orderNo: shipment.orderNo,
    billNo: shipment.billNo,
    bookingNo: shipment.bookingNo,
    containerNos: shipment.containers.map(({ number }) => number),
    carrierCode: shipment.carrier.code,
    byContainer: shipment.byContainer,
    dataType: dataTypeOf(shipment),
    vesselName: shipment.byContainer ? sailing.plannedVessel.name : null,
    voyage: shipment.byContainer ? voyage : null,
    inOutFlag: shipment.direction,
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

/** Adds the tenants' order systems under /shippers/{tenantCode}/bookings. */
export function addShipperRoutes(app: FastifyInstance, { world, now }: ServerContext): void {
  app.get('/shippers/:tenantCode/bookings', (request, reply) => {
    const { tenantCode } = request.params as { tenantCode: string };
    const search = request.query as { after?: string; limit?: string };
    if (!tenants.includes(tenantCode)) return reply.code(404).send({ error: 'There is no such tenant' });
    const after = readCursor(search.after);
    const limit = Number(search.limit ?? '200');
    if (after === undefined) return reply.code(400).send({ error: 'after is no cursor of ours' });
    if (!Number.isInteger(limit) || limit < 1) return reply.code(400).send({ error: 'limit is no positive number' });
    const open = world
      .shipmentsAlive(now())
      .filter((one) => one.tenantCode === tenantCode)
      .map((shipment) => ({ shipment, index: shipmentIndex(shipment.key) }))
      .filter(
        ({ shipment, index }) => shipment.bookedAt > after[0] || (shipment.bookedAt === after[0] && index > after[1]),
      )
      .toSorted((a, b) => a.shipment.bookedAt - b.shipment.bookedAt || a.index - b.index);
    const page = open.slice(0, Math.min(limit, LIMIT_MOST));
    const last = page[page.length - 1];
    const cursor =
      last === undefined
        ? (search.after ?? null)
        : Buffer.from(`${last.shipment.bookedAt}.${last.index}`, 'utf8').toString('base64url');
    return reply.send({
      tenantCode,
      bookings: page.map(({ shipment }) => toBooking(world, shipment)),
      // To be sent as `after` next time, at the end of the list too: new bookings come behind it.
      next: cursor,
      hasMore: open.length > page.length,
    });
  });
}

/** Tenants whose order systems the world runs. */
export const tenants: readonly string[] = ['ALPHA', 'BETA', 'GAMMA'];
