import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, type AppDeps, callContext } from '#server/platform/http/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { asRecord } from '#shared/values/objects.ts';
import { countRefusedPush } from './count-refused.ts';
import { headerOf } from './header-of.ts';

/** What a sender brought: the body as received, and how the sender proves itself. */
export type PushedMessage = {
  ctx: Ctx;
  sourceCode: string;
  body: Buffer;
  signature: string | undefined;
  authorization: string | undefined;
};

/** A route whose answers have the form of a standard, not that of our own calls. */
export type StandardRoute = {
  url: string;
  bodyLimit: number;
  /** Answers an error in the form of the standard. */
  refuse: (request: FastifyRequest, reply: FastifyReply, error: unknown) => unknown;
  take: (request: FastifyRequest, reply: FastifyReply, message: PushedMessage) => Promise<unknown>;
};

const contextOf = (deps: AppDeps, request: FastifyRequest): Ctx =>
  callContext(deps, request, { principal: undefined, origin: 'Remote' });

const sourceCodeOf = ({ params }: FastifyRequest): string => {
  const { sourceCode } = asRecord(params);
  return typeof sourceCode === 'string' ? sourceCode.slice(0, 60) : '';
};

/** Adds a route for messages that others push by a standard. Requests are counted, and refused ones by who sent them. */
export function addStandardRoute(app: App, deps: AppDeps, { url, bodyLimit, refuse, take }: StandardRoute): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit,
    config: { rawBody: true },
    onRequest: (request) => app.countRequest(request),
    errorHandler: (error, request, reply) => refuse(request, reply, error),
    onError: async (request, _reply, error) => {
      try {
        await countRefusedPush({ ctx: contextOf(deps, request), request, error });
      } catch (failure) {
        request.log.warn({ err: failure }, 'a refused message could not be counted');
      }
    },
    handler: (request, reply) =>
      take(request, reply, {
        ctx: { ...contextOf(deps, request), lang: 'en' },
        sourceCode: sourceCodeOf(request),
        body: request.rawBody ?? Buffer.alloc(0),
        signature: headerOf(request, 'notification-signature'),
        authorization: request.headers.authorization,
      }),
  });
}
