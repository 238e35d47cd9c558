import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { nothingConfigured } from '#server/modules/administration/notification/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { OAuthProgram } from './oauth-program.ts';
import { buildTenant, buildUser } from './people.ts';
import { testProductModules } from './product-modules.ts';
import { ProgramBrowser } from './program-browser.ts';
import { testApp } from './test-app.ts';

/** All that a program can ask for. */
export const both = ['read', 'act'];

/** Where programs of tests take their answers. */
export const redirect = 'http://127.0.0.1:9/callback';

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '0' } },
};

/** The message with which a tool is called. */
export const callTool = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: input },
});

/** The code in an answer to a program. */
export const codeOf = (answer: URL): string => answer.searchParams.get('code') ?? '';

/** What programs send by hand to the product at `base`. */
function requestsTo(base: string) {
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const register = (metadata: object): Promise<Response> =>
    fetch(`${base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
  const useToken = (token: string, message: object = hello): Promise<Response> =>
    fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(message),
    });
  /** A program written by hand: it knows its code verifier. */
  async function byHand(metadata: object = {}) {
    const { client_id: clientId } = await (await register({ redirect_uris: [redirect], ...metadata })).json();
    const verifier = randomBytes(32).toString('base64url');
    const query = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'read act',
      state: 'a state',
      resource: `${base}/mcp`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const address = (more: Record<string, string | undefined> = {}): string => {
      const entries = Object.entries({ ...query, ...more }).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      );
      return `${base}/oauth/authorize?${new URLSearchParams(entries)}`;
    };
    const redeem = (code: string, more: Record<string, string> = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        client_id: clientId,
        code_verifier: verifier,
        ...more,
      });
    const refresh = (token: string, more: Record<string, string> = {}) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more });
    return { clientId, address, redeem, refresh };
  }
  return { post, register, useToken, byHand };
}

/** A product that listens, with people of three tenants: `keeper` of the first two, `onlooker` who may not act, and `stranger` of the third. */
export async function connectingProduct(database: Database) {
  const mine = await buildTenant(database, { code: 'CONA' });
  const second = await buildTenant(database, { code: 'CONB' });
  const theirs = await buildTenant(database, { code: 'CONC' });
  const keeper = await buildUser(database, {
    tenantId: mine.id,
    userCode: 'keeper',
    menus: menuCodes,
    alsoTenants: [second.id],
  });
  await buildUser(database, { tenantId: mine.id, userCode: 'onlooker', menus: ['/freight-rates', '/port-calls'] });
  await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
  const delivery = { ...nothingConfigured, publicUrl: '' };
  const { app, signedIn } = await testApp(database, { modules: await testProductModules(database, { delivery }) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  delivery.publicUrl = base;
  const browserOf = async (userCode: string): Promise<ProgramBrowser> =>
    new ProgramBrowser(base, await signedIn(userCode));
  /** A program of its own that a person connected. */
  const connected = async (userCode = 'keeper', scopes: readonly string[] = both, tenantId = mine.id) => {
    const program = new OAuthProgram();
    const asked = await program.connect(base);
    if (!('authorization' in asked)) throw new Error('nobody was asked');
    const browser = await browserOf(userCode);
    const choice = { tenantId: String(tenantId), scopes };
    const client = await program.finish(base, await browser.allow(asked.authorization, choice));
    return { program, client, browser };
  };
  const allowed = { tenantId: String(mine.id), scopes: both };
  const tenants = { mine, second, theirs };
  return { ...requestsTo(base), ...tenants, keeper, delivery, signedIn, base, browserOf, connected, allowed };
}
