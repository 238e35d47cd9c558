import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { adaptError, type App } from '#server/platform/http/index.ts';
import { type OutwardCall, outwardApiCalls } from '#contract/interfaces/outward-api/calls.ts';
import { asRecord } from '#shared/values/objects.ts';
import { EventQueryError } from './event-filter.ts';
import { outwardVersion } from '#contract/interfaces/outward-api/document.ts';

const reasons: Readonly<Record<number, string>> = {
  400: 'invalidParameter',
  413: 'tooLarge',
  429: 'tooManyRequests',
  500: 'internalError',
  503: 'unavailable',
};

/** Answers the error object of the standard. */
export function refuse(request: FastifyRequest, reply: FastifyReply, status: number, reason: string, message: string) {
  return reply
    .code(status)
    .header('api-version', outwardVersion)
    .header('cache-control', 'no-store')
    .send({
      httpMethod: request.method,
      // Without the query, which may hold references of cargo.
      requestUri: request.url.split('?')[0],
      statusCode: status,
      statusCodeText: STATUS_CODES[status] ?? '',
      errorDateTime: new Date().toISOString(),
      errors: [{ reason, message }],
    });
}

/** Answers whatever was thrown; what is unknown is logged and shows only its reference. */
function refuseError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof EventQueryError) return refuse(request, reply, 400, reasons[400] ?? '', error.message);
  const made = adaptError(error, 'en', request.id, request.routeOptions.bodyLimit);
  if (made.unknown) request.log.error({ err: error }, 'an outward call failed');
  const wait = asRecord(made.data)['retryAfterS'];
  if (typeof wait === 'number') void reply.header('retry-after', String(wait));
  const status = made.httpStatus < 400 ? 400 : made.httpStatus;
  return refuse(request, reply, status, reasons[status] ?? 'badRequest', made.msg);
}

/** The methods of an address below the base, undefined when there is no such address. */
function methodsOf(path: string): string | undefined {
  if (path === '/openapi.json') return 'GET';
  const offered = Object.values<OutwardCall>(outwardApiCalls).filter((call) => {
    const [parts, asked] = [call.path.split('/'), path.split('/')];
    return (
      parts.length === asked.length &&
      parts.every((part, index) => part === asked[index] || (/^\{.+\}$/.test(part) && asked[index] !== ''))
    );
  });
  return offered.length === 0 ? undefined : [...new Set(offered.map(({ method }) => method))].join(', ');
}

/** Whatever goes wrong below the base address, also before a call is reached, is answered as the standard says. */
export function answerErrors(scope: App, base: string): void {
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(base.length);
    const methods = methodsOf(path);
    if (methods === undefined) return refuse(request, reply, 404, 'notFound', 'There is no such address');
    void reply.header('allow', methods);
    return refuse(request, reply, 405, 'methodNotAllowed', `Use ${methods}`);
  };
  scope.setErrorHandler((error, request, reply) => refuseError(error, request, reply));
  scope.setNotFoundHandler(answerUnknown);
  // Without it the pages of the browser would take what is requested by GET.
  scope.route({ method: ['GET', 'HEAD', 'OPTIONS'], url: '/*', handler: answerUnknown });
}
