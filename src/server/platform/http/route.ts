import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { CallShape } from '#contract/call.ts';
import type { CallData, ParsedBody, ParsedParams, ParsedQuery } from '#contract/index.ts';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Ctx } from '../context.ts';
import { inSpan, type SpanOptions } from '../tracing/index.ts';
import { admit } from './admit.ts';
import { type Answer, StreamAnswer, type StreamContent } from './answer.ts';
import type { App } from './app-types.ts';
import { callContext } from './call-context.ts';
import type { Account } from './call-slots.ts';
import { shapeOfCall } from './call-shapes.ts';
import { type AnyHandlerCall, type CallOf, checkAnswer, parsePart, plainAnswer } from './handler-call.ts';
import { checkQueryText } from './json-body.ts';
import { holdBody } from './unproven-body.ts';
import { doOnce, requestKeyOf } from './request-key.ts';
import { runCall } from './statement-limits.ts';
import { decodeQuery } from './query-values.ts';

/** The parsed input of a call. */
export type CallInputs<N extends CallName> = { query: ParsedQuery<N>; body: ParsedBody<N>; params: ParsedParams<N> };

/** What a handler gets. */
export type HandlerCall<N extends CallName> = CallOf<CallInputs<N>>;

/** What a handler may answer: the data, the data with a text, or a stream. */
export type HandlerAnswer<N extends CallName> = CallData<N> | Answer<CallData<N>> | StreamAnswer;

/** Does one call. */
export type Handler<N extends CallName> = (call: HandlerCall<N>) => Promise<HandlerAnswer<N>> | HandlerAnswer<N>;

/** What a route may set for itself. */
export type RouteOptions = {
  /** Largest body in bytes; unless set, 1 MB, and 16 KB for calls that anybody may make. */
  bodyLimit?: number;
  /**
   * The handler gets the bytes of the body, which nobody has parsed: it checks their signature first. Until then it is not known who
   * sent them, so that such bodies share a limited room, and the turn of the call begins after them.
   */
  rawBody?: boolean;
  /** Checks what a caller without a session proves itself by, before the body is read; gives on whose account the call is. */
  prove?: (call: { ctx: Ctx; request: FastifyRequest }) => Promise<Account>;
  /** Hears of what was thrown while the call was read or done, so that refused messages are counted. */
  onRefused?: (refusal: { ctx: Ctx; request: FastifyRequest; error: unknown }) => Promise<void>;
};

function parseInputs(shape: CallShape, request: FastifyRequest): AnyHandlerCall['input'] {
  const query = asRecord(request.query);
  checkQueryText(query);
  const hasBody = request.method === 'POST';
  const body = request.body === undefined && shape.body?.safeParse(undefined).success === false ? {} : request.body;
  return {
    params: parsePart(shape.params, request.params),
    query: parsePart(shape.query, shape.query === undefined ? query : decodeQuery(shape.query, query)),
    body: hasBody ? parsePart(shape.body, body) : undefined,
  };
}

/** Sends a file, piece by piece. */
export function sendStream(reply: FastifyReply, content: StreamContent): FastifyReply {
  const { body, contentType, fileName } = content;
  void reply.type(contentType).header('cache-control', 'no-store');
  if (fileName !== undefined)
    void reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
  return reply.send(body instanceof Readable ? body : Readable.from(body, { objectMode: false }));
}

/** Tells the owner of a route what was refused; that this fails refuses nothing more. */
async function notifyRefused(
  app: App,
  request: FastifyRequest,
  error: unknown,
  onRefused: NonNullable<RouteOptions['onRefused']>,
): Promise<void> {
  try {
    if (request.caller !== null)
      await onRefused({ ctx: callContext(app.deps, request, request.caller), request, error });
  } catch (failure) {
    request.log.warn({ err: failure }, 'a refused message could not be counted');
  }
}

/** Largest body in bytes of who has not stated who they are, such as a sign-in. */
const strangersBody = 16_384;

/** Whether there is a call of this name. */
export const isCallName = (name: string): name is CallName => Object.hasOwn(paths, name);

/** A call continues the trace of its caller. */
const spanOf = (name: CallName, { headers }: FastifyRequest): SpanOptions => ({
  kind: 'server',
  parent: typeof headers['traceparent'] === 'string' ? headers['traceparent'] : null,
  attributes: { 'portolan.call': name },
});

/** Registers the handler of one call of the contract: path, access, parsing, context, envelope. */
export const route = <N extends CallName>(app: App, name: N, handler: Handler<N>, options: RouteOptions = {}): void =>
  addCall(app, name, (call) => handler(call as HandlerCall<N>), options);

/** The same for a call whose name is known at run time only: nothing but `validateAnswers` checks what it answers. */
export function addCall(
  app: App,
  name: CallName,
  handler: (call: AnyHandlerCall) => unknown,
  options: RouteOptions = {},
): void {
  const { method, path, access, also }: CallPath = paths[name];
  const shape = shapeOfCall(name);
  if (app.registeredCalls.has(name)) throw new Error(`call ${name} is registered twice`);
  app.registeredCalls.set(name, handler);
  const { onRefused } = options;
  const bodyLimit =
    options.bodyLimit ?? (access === 'public' && options.prove === undefined ? strangersBody : undefined);
  const methods: HTTPMethods[] = also === undefined ? [method] : [method, also];

  app.route({
    method: methods,
    url: path,
    config: { call: name, access, rawBody: options.rawBody ?? false },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(onRefused === undefined
      ? {}
      : {
          onError: (request: FastifyRequest, _reply: FastifyReply, error: Error) =>
            notifyRefused(app, request, error, onRefused),
        }),
    onRequest: async (request, reply) => {
      await admit(name, access, request);
      const account =
        options.prove === undefined || request.caller === null
          ? undefined
          : await options.prove({ ctx: callContext(app.deps, request, request.caller), request });
      if (options.rawBody === true) holdBody(request, reply, account?.group ?? name);
      else request.turn = await app.acquireSlot(request, reply, account);
      request.account = account ?? null;
    },
    preHandler: async (request, reply) => {
      request.turn ??= await app.acquireSlot(request, reply, request.account ?? undefined);
    },
    handler: async (request, reply) => {
      const { caller, turn } = request;
      if (caller === null || turn === null) throw new Error(`call ${name} was not admitted`);
      const ctx = callContext(app.deps, request, caller);
      const input = parseInputs(shape, request);
      const work = async (): Promise<unknown> => handler({ ctx, input, request, reply, rawBody: request.rawBody });
      const key = requestKeyOf(name, request);
      const result = await turn.during(() =>
        inSpan(`${method} ${path}`, spanOf(name, request), async () =>
          runCall(app.deps.database, name, () =>
            key === undefined ? work() : doOnce(ctx, name, key, async () => plainAnswer(await work(), ctx)),
          ),
        ),
      );
      if (result instanceof StreamAnswer) return sendStream(reply, result.content);
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      void reply.type('application/json; charset=utf-8');
      const { msg, data } = plainAnswer(result, ctx);
      if (app.deps.settings.validateAnswers) checkAnswer(name, data);
      return reply.send(JSON.stringify({ status: 1, msg, data }));
    },
  });
}
