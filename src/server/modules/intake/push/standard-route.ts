import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, type AppDeps, callContext, holdBody } from '#server/platform/http/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { PushHeaders } from '#server/connectors/push-signature.ts';
import { proveSender } from './admit.ts';
import { countRefusedPush } from './count-refused.ts';

/** What a sender brought: the body as received, and how the sender proves itself. */
export type PushedMessage = {
  ctx: Ctx;
  sourceCode: string;
  body: Buffer;
  headers: PushHeaders;
};

/** A route whose answers have the form of a standard, not that of our own calls. */
export type StandardRoute = {
  url: string;
  bodyLimit: number;
  keys: SecretKeys;
  /** Answers an error in the form of the standard. */
  refuse: (request: FastifyRequest, reply: FastifyReply, error: unknown) => unknown;
  take: (request: FastifyRequest, reply: FastifyReply, message: PushedMessage) => Promise<unknown>;
};

const contextOf = (deps: AppDeps, request: FastifyRequest): Ctx =>
  callContext(deps, request, { principal: undefined, origin: 'Remote' });

/** The source that a request names in its path. */
export const sourceCodeOf = ({ params }: FastifyRequest): string => {
  const { sourceCode } = asRecord(params);
  return typeof sourceCode === 'string' ? sourceCode.slice(0, 60) : '';
};

/** Adds a route for messages that others push by a standard. Requests are counted, and refused ones by who sent them. */
export function addStandardRoute(app: App, deps: AppDeps, { url, bodyLimit, keys, refuse, take }: StandardRoute): void {
  app.route({
    method: 'POST',
    url,
    bodyLimit,
    config: { rawBody: true },
    onRequest: async (request, reply) => {
      await app.countRequest(request);
      request.account = await proveSender(contextOf(deps, request), sourceCodeOf(request), request.headers, keys);
      holdBody(request, reply, request.account.group);
    },
    preHandler: async (request, reply) => {
      request.turn = await app.acquireSlot(request, reply, request.account ?? undefined);
    },
    errorHandler: (error, request, reply) => refuse(request, reply, error),
    onError: async (request, _reply, error) => {
      try {
        await countRefusedPush({ ctx: contextOf(deps, request), request, error });
      } catch (failure) {
        request.log.warn({ err: failure }, 'a refused message could not be counted');
      }
    },
    handler: (request, reply) =>
      request.turn?.during(() =>
        take(request, reply, {
          ctx: { ...contextOf(deps, request), lang: 'en' },
          sourceCode: sourceCodeOf(request),
          body: request.rawBody ?? Buffer.alloc(0),
          headers: request.headers,
        }),
      ),
  });
}
