import type { FastifyReply, FastifyRequest } from 'fastify';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import packageJson from '../../../../../package.json' with { type: 'json' };
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type AppDeps, bearerOf, callContext, type Routes } from '#server/platform/http/index.ts';
import { requestLanguage } from '#server/platform/http/language.ts';
import { type Desk, openDesk } from './desk.ts';
import { offerGuides } from './guides.ts';
import { grantOf, type GrantScope } from './grants.ts';
import { tools } from './tools.ts';

/** Where assistants connect. */
const path = '/mcp';

/** Questions and orders are short. */
const bodyLimit = 65_536;

/** What the assistant's server is built from. */
export type AssistantDeps = {
  reference: () => ReferenceSnapshot;
  /** How people's browsers reach the product, once it is known. */
  publicUrl: () => string;
};

const tokenOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['api-key'];
  return typeof key === 'string' ? key : bearerOf(headers);
};

/** The language that the headers name; undefined when they name none of ours. */
function languageAsked(request: FastifyRequest): 'zh' | 'en' | undefined {
  const { 'x-lang': chosen, 'accept-language': accepted } = request.headers;
  return chosen === 'zh' || chosen === 'en' || /\b(zh|en)\b/i.test(accepted?.slice(0, 200) ?? '')
    ? requestLanguage(request)
    : undefined;
}

/** A failure before any tool is asked, as JSON-RPC has it. */
const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });

/** Whether a page of another site sends this: browsers name the site, programs do not. */
function isForeign({ headers: { origin } }: FastifyRequest, publicUrl: string): boolean {
  if (origin === undefined) return false;
  return !URL.canParse(publicUrl) || origin !== new URL(publicUrl).origin;
}

/** Lets a request in or refuses it before its body is read. */
async function admitAssistant(
  deps: AppDeps,
  { publicUrl }: AssistantDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const token = tokenOf(request);
  const grant = token === undefined ? undefined : await grantOf(deps, token);
  request.caller = {
    principal: grant?.principal,
    origin: 'Remote',
    ...(grant === undefined ? {} : { client: grant.client, lang: languageAsked(request) ?? grant.principal.language }),
  };
  await request.server.countRequest(request);
  if (isForeign(request, publicUrl())) return refuse(reply, 403, 'Requests of other web sites are not taken');
  if (grant === undefined)
    return refuse(
      reply.header('www-authenticate', 'Bearer realm="portolan"'),
      401,
      'A valid API key with the scope read or act is needed in the header Authorization: Bearer',
    );
  request.grantScopes = grant.scopes;
  request.turn = await request.server.takeTurn(request, reply);
  return undefined;
}

/** A server for one request, with the tools that the grant allows. */
function buildServer(desk: Desk, scopes: readonly GrantScope[]): McpServer {
  const server = new McpServer(
    { name: 'portolan', title: desk.text('assistant.title'), version: packageJson.version },
    { instructions: desk.text('assistant.instructions') },
  );
  if (scopes.includes('read')) offerGuides(server, desk);
  for (const tool of tools) if (scopes.includes(tool.scope)) tool.offer(server, desk);
  return server;
}

/** The request as the library takes it. */
function webRequest({ method, headers, url, body }: FastifyRequest): Request {
  const taken = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !['content-length', 'connection', 'transfer-encoding'].includes(name)
      ? [[name, value]]
      : [],
  );
  return new Request(new URL(url, 'http://assistant.invalid'), {
    method,
    headers: taken,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? null) } : {}),
  });
}

async function answerAssistant(
  deps: AppDeps,
  { reference, publicUrl }: AssistantDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, turn, grantScopes } = request;
  if (caller === null || turn === null || grantScopes === null) throw new Error('an assistant was not admitted');
  // Many calls in one request would share one turn; the protocol has given this up.
  if (Array.isArray(request.body)) return refuse(reply, 400, 'Send one message per request');
  const ctx = callContext(deps, request, caller);
  const desk = openDesk({ request, reply }, { ctx, reference: reference(), publicUrl: publicUrl() });
  const handler = createMcpHandler(() => buildServer(desk, grantScopes), {
    legacy: 'stateless',
    keepAliveMs: 0,
    // No message follows later, so no stream stays open.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug({ err: error }, 'a message of an assistant was refused'),
  });
  try {
    const { status, headers, text } = await turn.during(async () => {
      const response = await handler.fetch(webRequest(request), { parsedBody: request.body });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
    for (const [name, value] of headers) if (name !== 'content-length') void reply.header(name, value);
    return reply.code(status).header('cache-control', 'no-store').send(text);
  } finally {
    await handler.close();
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the token of an assistant allows. */
    grantScopes: readonly GrantScope[] | null;
  }
}

/** The product for assistants: tools over MCP, for holders of a key that acts in a person's name. */
export const assistantRoutes =
  (assistant: AssistantDeps): Routes =>
  (app, deps) => {
    app.decorateRequest('grantScopes', null);
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: path,
      bodyLimit,
      onRequest: (request, reply) => admitAssistant(deps, assistant, request, reply),
      handler: (request, reply) => answerAssistant(deps, assistant, request, reply),
    });
  };
