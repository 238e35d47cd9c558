import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toIsoText } from '#shared/time/instant.ts';
import { isZone, toLocalText } from '#shared/time/zone.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { ServerContext } from './context.ts';

const fieldOf = (value: unknown, name: string): string => {
  const field = asRecord(value)[name];
  return typeof field === 'string' ? field.trim().toUpperCase() : '';
};

const missing = (reply: FastifyReply, name: string): FastifyReply =>
  reply.code(400).send({ error: `${name} is missing` });

/** Says back what was asked. */
const echo = (request: FastifyRequest, at: string): object => ({
  method: request.method,
  query: request.query,
  body: request.body ?? null,
  at,
});

/** Adds a customer's own services under /functions, for function interfaces to be tried with. */
export function addFunctionRoutes(app: FastifyInstance, { world, now }: ServerContext): void {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    app.route({ method, url: '/functions/echo', handler: (request) => echo(request, toIsoText(now())) });
  }
  app.get<{ Querystring: { zone?: string } }>('/functions/world-time', (request, reply) => {
    const zone = request.query.zone ?? 'UTC';
    if (!isZone(zone)) return reply.code(400).send({ error: 'zone is no IANA time zone' });
    return reply.send({ now: toIsoText(now()), zone, local: toLocalText(now(), zone) });
  });
  app.post('/functions/parse-arrival-notice', (request, reply) => {
    const billNo = fieldOf(request.body, 'billNo');
    if (billNo === '') return missing(reply, 'billNo');
    const shipment = world.find({ type: 'bill', value: billNo }, now());
    if (shipment === undefined) return reply.code(404).send({ error: 'There is no such bill', billNo });
    return reply.send({
      billNo,
      carrierCode: shipment.carrier.code,
      containers: shipment.containers.map(({ number }) => ({ containerNo: number })),
    });
  });
  app.post('/functions/notify-trucker', (request, reply) => {
    const containerNo = fieldOf(request.body, 'containerNo');
    if (containerNo === '') return missing(reply, 'containerNo');
    return reply.code(202).send({ accepted: true, containerNo, notifiedAt: toIsoText(now()) });
  });
}
