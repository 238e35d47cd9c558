import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toIsoText } from '#shared/time/instant.ts';
import { siteOf } from '../pages/sites.ts';
import type { ServerContext } from '../servers/context.ts';
import { outageAt } from '../servers/faults.ts';
import { pointToPointRoutes, portSchedules, ScheduleQueryError, vesselSchedules } from './answers.ts';

const resources = {
  'vessel-schedules': vesselSchedules,
  'port-schedules': portSchedules,
  'point-to-point-routes': pointToPointRoutes,
} as const;

type Resource = keyof typeof resources;

function fail(context: ServerContext, request: FastifyRequest, reply: FastifyReply, status: number, message: string) {
  return reply.code(status).send({
    httpMethod: request.method,
    requestUri: request.url.split('?')[0],
    statusCode: status,
    statusCodeText: message,
    errorDateTime: toIsoText(context.now()),
    errors: [{ errorCode: 7000 + status, errorCodeText: message, errorCodeMessage: message }],
  });
}

/** The carrier that is out of order for tracking is so for schedules too. */
const failingCarrier = 9;

/** Adds the DCSA Commercial Schedules 1.0 servers of all carriers that have one, under /carriers/{carrierCode}/v1. */
export function addScheduleRoutes(app: FastifyInstance, context: ServerContext): void {
  const { world } = context;
  const carriers = new Map(
    world.network.carriers.filter(({ code }) => siteOf(code) === undefined).map((carrier) => [carrier.code, carrier]),
  );
  app.get<{ Params: { carrierCode: string; resource: Resource } }>(
    '/carriers/:carrierCode/v1/:resource(^(?:vessel-schedules|port-schedules|point-to-point-routes)$)',
    (request, reply) => {
      reply.header('api-version', '1.0.0');
      const carrier = carriers.get(request.params.carrierCode);
      if (carrier === undefined) return fail(context, request, reply, 404, 'There is no such carrier');
      if (request.headers['api-key'] !== `${carrier.code}-demo-key`) {
        return fail(context, request, reply, 401, 'The api-key header is missing or wrong');
      }
      const now = context.now();
      if (context.faults && carrier.index === failingCarrier && outageAt(world.seed, now) !== undefined) {
        return fail(context, request, reply, 503, 'The request could not be served');
      }
      const search = new URLSearchParams(request.url.split('?')[1] ?? '');
      try {
        const answer = resources[request.params.resource]({ world, carrier, now, search });
        reply.header('etag', answer.etag);
        if (answer.next !== null) reply.header('next-page-cursor', answer.next);
        if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
        return reply.send(answer.items);
      } catch (error) {
        if (error instanceof ScheduleQueryError) return fail(context, request, reply, 400, error.message);
        throw error;
      }
    },
  );
}
