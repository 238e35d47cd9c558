import { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { customerNetwork } from '#shared/net/networks.ts';
import { programScopes } from '#shared/reference/program-scopes.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { adaptError, type App, bytesOf, chunksOf, holdBody, withRawBodies } from '#server/platform/http/index.ts';
import { limitByNetwork } from '#server/platform/http/rate-limit.ts';
import { createProvider, oauthPaths, type ProviderDeps, resourceOf } from './provider.ts';

/** Requests of programs are short. */
const bodyLimit = 32_768;

const hourMs = 3_600_000;

/** So often one network may register programs, and begin requests that nobody has signed in for. */
const registrationsPerHour = 30;
const requestsPerHour = 300;

/** The authorization server of the origin by which people reach the product; undefined while that is not known. */
export type CurrentProvider = () => Provider | undefined;

/** The origin by which people reach the product; undefined while that is not known. */
export const issuerOf = (publicUrl: string): string | undefined =>
  URL.canParse(publicUrl) ? new URL(publicUrl).origin : undefined;

/** Creates the authorization server on the first request, and again when the public origin changes. */
export function currentProvider(deps: Omit<ProviderDeps, 'issuer'>, publicUrl: () => string): CurrentProvider {
  let known: Provider | undefined;
  return () => {
    const issuer = issuerOf(publicUrl());
    if (issuer === undefined) return undefined;
    if (known?.issuer !== issuer) known = createProvider({ ...deps, issuer });
    return known;
  };
}

/** The request as the library takes it: with a body that was read before, and addressed to the issuer whatever the proxy made of it. */
function readRequest({ raw, ip, id }: FastifyRequest, body: Buffer, issuer: string): IncomingMessage {
  const { host, protocol } = new URL(issuer);
  const request = new IncomingMessage(raw.socket);
  // Complete, or the end of the body would close the connection.
  Object.assign(request, { method: raw.method, url: raw.url, complete: true });
  const { 'x-forwarded-host': _host, 'transfer-encoding': _encoding, ...headers } = raw.headers;
  Object.assign(request.headers, headers, {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': ip,
    'x-request-id': id,
    ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
  });
  request.push(body);
  request.push(null);
  return request;
}

/** Gives a request to the library, whose answer gets the security headers of all answers. */
async function pass(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = request.method === 'POST' ? await bytesOf(chunksOf(request), bodyLimit) : Buffer.alloc(0);
  if (body === undefined) throw new AppError('error.tooLarge', { limitKb: bodyLimit / 1024 }, 'too_large');
  const turn = await request.server.acquireSlot(request, reply);
  return turn.during(async () => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await provider.callback()(readRequest(request, body, provider.issuer), reply.raw);
    return reply;
  });
}

/** Failures before the library, in the form in which programs read its own. */
function failed(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { httpStatus, msg, unknown } = adaptError(error, 'en', request.id);
  if (unknown) request.log.error({ err: error }, 'the authorization server failed');
  return reply
    .code(httpStatus < 400 ? 400 : httpStatus)
    .header('cache-control', 'no-store')
    .send({
      error: httpStatus === 429 || httpStatus === 503 ? 'temporarily_unavailable' : 'invalid_request',
      error_description: msg,
    });
}

/** What a program reads first (RFC 9728): which server gives the tokens for the resource. */
const resourceDocument = (issuer: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: programScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Portolan',
});

const wellKnown = '/.well-known/oauth-protected-resource';

/** Where the document about the resource is: named in answers to requests without a valid token. */
export const resourceDocumentAt = (issuer: string): string => `${issuer}${wellKnown}/mcp`;

/** Adds the addresses of the authorization server, and the documents by which programs find it. */
export function mountProvider(app: App, current: CurrentProvider): void {
  const register = limitByNetwork(app, { limit: registrationsPerHour, windowMs: hourMs });
  const authorize = limitByNetwork(app, { limit: requestsPerHour, windowMs: hourMs });
  const admit =
    (limit?: (request: FastifyRequest) => Promise<void>) => async (request: FastifyRequest, reply: FastifyReply) => {
      request.caller = { principal: undefined, origin: 'Remote' };
      await app.countRequest(request);
      await limit?.(request);
      if (request.method === 'POST') holdBody(request, reply, `oauth ${customerNetwork(request.ip)}`);
    };
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const provider = current();
    return provider === undefined ? reply.code(404).send({ error: 'not_found' }) : pass(provider, request, reply);
  };
  withRawBodies(app, (scope) => {
    const add = (
      method: ('GET' | 'POST' | 'OPTIONS')[],
      url: string,
      limit?: (request: FastifyRequest) => Promise<void>,
    ) => scope.route({ method, url, bodyLimit, onRequest: admit(limit), handler, errorHandler: failed });
    add(['GET', 'OPTIONS'], '/.well-known/oauth-authorization-server');
    add(['GET', 'OPTIONS'], '/.well-known/openid-configuration');
    add(['GET', 'OPTIONS'], oauthPaths.jwks);
    add(['GET'], oauthPaths.authorization, authorize);
    add(['GET'], `${oauthPaths.authorization}/:uid`);
    add(['POST', 'OPTIONS'], oauthPaths.token);
    add(['POST', 'OPTIONS'], oauthPaths.revocation);
    add(['POST'], oauthPaths.registration, register);
    for (const url of [wellKnown, `${wellKnown}/mcp`])
      scope.route({
        method: 'GET',
        url,
        onRequest: admit(),
        handler: async (_request, reply) => {
          const provider = current();
          if (provider === undefined) return reply.code(404).send({ error: 'not_found' });
          return reply.header('access-control-allow-origin', '*').send(resourceDocument(provider.issuer));
        },
        errorHandler: failed,
      });
    // Programs look for documents at several addresses, and must not find a page there.
    scope.route({
      method: 'GET',
      url: '/.well-known/*',
      handler: async (_request, reply) => reply.code(404).send({ error: 'not_found' }),
    });
  });
}
