import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#contract/all-paths.ts';
import type { CallData, CallInput } from '#contract/index.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { checkAccess } from '../auth/access.ts';
import { forbidden } from '../errors/app-error.ts';
import { inSpan } from '../tracing/index.ts';
import { StreamAnswer } from './answer.ts';
import { callContext } from './call-context.ts';
import { shapeOfCall } from './call-shapes.ts';
import { checkAnswer, parsePart, plainAnswer } from './handler-call.ts';
import { kindOfCall, runCall } from './statement-limits.ts';

/** The request on whose behalf calls are made: its caller was admitted, and it has its turn. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/**
 * Makes a call of the contract within another request, for its caller: access, validation, tenants and time limits are those of the
 * call's own route. Gives the text for people and the data; throws AppError or InvalidInput as the route would answer.
 */
export async function performCall<N extends CallName>(
  { request, reply }: Exchange,
  name: N,
  given: CallInput<N>,
): Promise<{ msg: string; data: CallData<N> }> {
  const { deps, registeredCalls } = request.server;
  const { caller } = request;
  const handler = registeredCalls.get(name);
  if (caller === null || handler === undefined) throw new Error(`call ${name} cannot be made here`);
  const { method, access, path }: CallPath = paths[name];
  checkAccess(access, caller.principal, name);
  const isPost = method === 'POST';
  if (caller.principal?.readOnly === true && isPost && kindOfCall(name) !== 'read') throw forbidden();
  const shape = shapeOfCall(name);
  const input = {
    params: undefined,
    query: parsePart(shape.query, isPost ? {} : (given ?? {})),
    body: isPost ? parsePart(shape.body, given ?? {}) : undefined,
  };
  const ctx = callContext(deps, request, caller);
  const result = await inSpan(`${method} ${path}`, { attributes: { 'portolan.call': name } }, () =>
    runCall(deps.database, name, async () => handler({ ctx, input, request, reply, rawBody: null })),
  );
  if (result instanceof StreamAnswer) throw new Error(`call ${name} answers with a file`);
  const { msg, data } = plainAnswer(result, ctx);
  if (deps.settings.validateAnswers) checkAnswer(name, data);
  // As a program gets it over the wire.
  return { msg, data: JSON.parse(JSON.stringify(data)) };
}
