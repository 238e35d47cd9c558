import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import { siteOf } from '../pages/sites.ts';
import type { ServerContext } from '../servers/context.ts';
import { isOutOfOrder } from '../servers/faults.ts';

type CarrierRoute = { Params: { carrierCode: string; reference?: string } };

/** A request to a carrier that may be answered. */
export type CarrierRequest = {
  carrier: WorldCarrier;
  request: FastifyRequest<CarrierRoute>;
  reply: FastifyReply;
  now: Instant;
  /** Answers with an error as the standard writes it. */
  fail: (status: number, message: string) => FastifyReply;
};

/** Adds a resource of all carriers that have an interface: checks the key and shows the weakness of the failing one. */
export function addCarrierScope(
  app: FastifyInstance,
  context: ServerContext,
  url: string,
  answer: (request: CarrierRequest) => unknown,
  method: HTTPMethods | HTTPMethods[] = 'GET',
): void {
  const { world } = context;
  const carriers = new Map(
    world.network.carriers.filter(({ code }) => siteOf(code) === undefined).map((carrier) => [carrier.code, carrier]),
  );
  app.route<CarrierRoute>({
    method,
    url,
    handler: (request, reply) => {
      const now = context.now();
      const fail = (status: number, message: string): FastifyReply =>
        reply.code(status).send({
          httpMethod: request.method,
          requestUri: request.url.split('?')[0],
          statusCode: status,
          statusCodeText: message,
          errorDateTime: toIsoText(now),
          errors: [{ errorCode: 7000 + status, errorCodeText: message, errorCodeMessage: message }],
        });
      const carrier = carriers.get(request.params.carrierCode);
      if (carrier === undefined) return fail(404, 'There is no such carrier');
      if (request.headers['api-key'] !== `${carrier.code}-demo-key`)
        return fail(401, 'The api-key header is missing or wrong');
      if (context.faults && isOutOfOrder(world.seed, carrier, now)) return fail(503, 'The request could not be served');
      return answer({ carrier, request, reply, now, fail });
    },
  });
}
