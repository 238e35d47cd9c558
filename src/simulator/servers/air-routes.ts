import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, toIsoText } from '#shared/time/instant.ts';
import type { Consignments } from '../air/consignments.ts';
import { airlines } from '../air/flights.ts';
import { addNotices } from '../air/notices.ts';
import { addObjectRoutes, sendError } from '../air/object-routes.ts';
import { timetable } from '../air/timetable.ts';
import { THROUGH_BACK_MS, throughOf } from '../journeys/through.ts';
import type { OrderSystemRoute, ServerContext } from './context.ts';

/** How far back an order system begins. */
const LOOK_BACK_MS = 12 * DAY_MS;
const MAX_LIMIT = 1_000;
/** Periods of flights on a page. */
const MAX_PERIODS = 500;

/** Adds the airlines' ONE Record servers and flight schedules under /airlines/{code}, and the tenants' bookings by air. */
export function addAirRoutes(
  app: FastifyInstance,
  context: ServerContext,
  consignments: Consignments,
): { pushDue(): Promise<void> } {
  const { world, now } = context;
  let requested = 0;
  /** Whether an airline answers at all; where it does not, why has been sent. */
  const answers = (request: FastifyRequest, reply: FastifyReply, code: string): boolean => {
    requested += 1;
    if (airlines.every((one) => one.code !== code)) sendError(reply, 404, 'There is no such airline');
    else if (request.headers.authorization !== `Bearer ${code}-demo-key`) sendError(reply, 401, 'Not authenticated');
    else if (context.faults && createRandom(`${world.seed}/air-fault/${requested}`).chance(0.004))
      sendError(reply.header('retry-after', '30'), 503, 'Maintenance');
    else return true;
    return false;
  };
  const sendTagged = (request: FastifyRequest, reply: FastifyReply, type: string, body: unknown) => {
    const text = JSON.stringify(body);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.header('etag', etag).type(type);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
  };
  app.get<{
    Params: { code: string };
    Querystring: { cursor?: string; limit?: string };
  }>('/airlines/:code/v1/flight-schedules', (request, reply) => {
    const { code } = request.params;
    if (!answers(request, reply, code)) return reply;
    const { cursor, limit } = request.query;
    const periods = timetable(world.seed, code, now());
    const start = Number(cursor ?? 0) || 0;
    const end = start + Math.min(Number(limit) || MAX_PERIODS, MAX_PERIODS);
    // All periods of a flight number are on one page.
    const last = periods[end - 1]?.flightNumber;
    const stop = periods.findIndex(({ flightNumber }, index) => index >= end && flightNumber !== last);
    if (stop >= 0) reply.header('next-page-cursor', String(stop));
    return sendTagged(request, reply, 'application/json', periods.slice(start, stop < 0 ? undefined : stop));
  });
  addObjectRoutes(app, context, consignments, answers);
  app.get<OrderSystemRoute>('/shippers/:tenantCode/air-bookings', (request, reply) => {
    const { tenantCode } = request.params;
    const { after, limit } = request.query;
    const isFirst = after === undefined || after === '';
    const from = isFirst ? now() - LOOK_BACK_MS : Number(after) + 1;
    if (!Number.isFinite(from)) return reply.code(400).send({ error: 'after is no cursor of ours' });
    // Of the parts of longer ways all are reported at first, as what comes last of them is still under way.
    const older = isFirst ? throughOf(world).air.booked(now() - THROUGH_BACK_MS, from - 1) : [];
    const open = [...older, ...consignments.booked(from, now())].filter((one) => one.tenantCode === tenantCode);
    const page = open.slice(0, Math.min(Number(limit ?? '200') || 200, MAX_LIMIT));
    return reply.send({
      tenantCode,
      bookings: page.map(({ waybill, airline, bookedAt }) => ({
        mode: 'air',
        orderNo: `AO${waybill.slice(4)}`,
        billNo: waybill,
        carrierCode: airline.code,
        bookedAt: toIsoText(bookedAt),
      })),
      next: page.length === 0 ? (after ?? null) : String(page.at(-1)?.bookedAt),
      hasMore: open.length > page.length,
    });
  });
  return addNotices(app, context, consignments);
}
