import type { FastifyInstance } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import { bestOf, type DirectRoute, directRoutes } from '../schedules/answers.ts';
import { localIso, locationOf } from '../schedules/schedule-wire.ts';
import type { ServerContext } from '../servers/context.ts';
import { addCarrierScope } from './carrier-scope.ts';
import { CLOSED_MS } from './customer-bookings.ts';
import { chargesBetween, fixingsOf, freightOf, quotedEquipment } from './prices.ts';

/** Sailings of the next weeks are offered, as long as containers can still be picked up for them. */
const OFFERED_MS = 28 * DAY_MS;

/** How much room a sailing has left, less the sooner it leaves. */
function spaceOf(seed: string, key: string, leavesInDays: number): 'OPEN' | 'LIMITED' | 'SOLD_OUT' {
  const filled = createRandom(`${seed}/space/${key}`).between(0.55, 1.05) + Math.max(0, 14 - leavesInDays) * 0.02;
  return filled > 1.08 ? 'SOLD_OUT' : filled > 0.92 ? 'LIMITED' : 'OPEN';
}

function offerOf(context: ServerContext, carrier: WorldCarrier, route: DirectRoute, now: Instant): object {
  const { seed } = context.world;
  const { call, end, reported } = route;
  const [leaves, comes] = [bestOf(call.departure), bestOf(end.arrival)];
  const leavesInDays = (leaves - now) / DAY_MS;
  const [origin, destination] = [call.port.code, end.port.code];
  const transitDays = Math.ceil((comes - leaves) / DAY_MS);
  const hq = freightOf(
    seed,
    carrier,
    { origin, destination, transitDays },
    { sailing: call.ref, at: now, leavesInDays },
  );
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    offerReference: `${carrier.code}-${call.ref}-${destination}`,
    placeOfReceipt: { location: locationOf(call.port, call.terminal), dateTime: localIso(leaves, call.port.zone) },
    placeOfDelivery: { location: locationOf(end.port, end.terminal), dateTime: localIso(comes, end.port.zone) },
    transitTime: transitDays,
    carrierServiceCode: reported.code,
    carrierExportVoyageNumber: call.exportVoyage,
    vessel: { vesselIMONumber: call.vessel.imo, name: call.vessel.name },
    spaceStatus: spaceOf(seed, `${call.ref}/${destination}`, leavesInDays),
    validUntil: `${day}T23:59:59Z`,
    equipments: quotedEquipment.map(([code, share]) => ({
      ISOEquipmentCode: code,
      charges: [
        {
          chargeTypeCode: 'OFR',
          chargeName: 'Ocean freight',
          calculationBasis: 'PER_CONTAINER',
          currencyCode: 'USD',
          currencyAmount: (Math.round((hq * share) / 5) * 5).toFixed(2),
        },
        ...chargesBetween(origin, destination, code !== '22G1').map((charge) => ({
          chargeTypeCode: charge.code,
          chargeName: charge.name,
          calculationBasis: charge.basis,
          currencyCode: charge.currency,
          currencyAmount: charge.amount.toFixed(2),
        })),
      ],
    })),
  };
}

/** Adds the carriers' quotations of the day (`/carriers/{carrierCode}/v1/spot-offers`) and the fixings of a central bank. */
export function addOfferRoutes(app: FastifyInstance, context: ServerContext): void {
  addCarrierScope(app, context, '/carriers/:carrierCode/v1/spot-offers', ({ carrier, request, now, fail }) => {
    const search = new URLSearchParams(request.url.split('?')[1] ?? '');
    const [origin, destination] = [search.get('placeOfReceipt'), search.get('placeOfDelivery')];
    if (!origin || !destination) return fail(400, 'placeOfReceipt and placeOfDelivery must be given');
    const window = [now + CLOSED_MS, now + OFFERED_MS] as const;
    const routes = directRoutes({ world: context.world, carrier, now }, [origin, destination], window).filter(
      ({ reported }) => reported.operator === carrier,
    );
    return {
      quotedDateTime: toIsoText(now),
      offers: routes.slice(0, 20).map((route) => offerOf(context, carrier, route, now)),
    };
  });
  app.get<{ Querystring: { days?: string } }>('/central-bank/exchange-rates', (request, reply) => {
    const days = Math.min(60, Math.max(1, Number(request.query.days ?? '1') || 1));
    const now = context.now();
    const lines = Array.from({ length: days }, (_, back) => now - back * DAY_MS).flatMap((day) =>
      fixingsOf(context.world.seed, day).map(
        ({ currency, usdPerUnit }) => `${new Date(day).toISOString().slice(0, 10)},${currency},${usdPerUnit}`,
      ),
    );
    return reply.type('text/csv; charset=utf-8').send(['date,currency,usd_per_unit', ...lines].join('\r\n'));
  });
}
