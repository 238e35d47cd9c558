import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { nothingConfigured } from '#server/modules/administration/notification/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { OAuthProgram } from '#testing/oauth-program.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { ProgramBrowser } from '#testing/program-browser.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
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
const { app, signedIn } = await testApp(database, {
  modules: await testProductModules(database, { delivery }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
delivery.publicUrl = base;

const both = ['read', 'act'];
const browserOf = async (userCode: string): Promise<ProgramBrowser> =>
  new ProgramBrowser(base, await signedIn(userCode));

/** A program of its own that a person connected. */
async function connected(userCode = 'keeper', scopes: readonly string[] = both, tenantId = mine.id) {
  const program = new OAuthProgram();
  const asked = await program.connect(base);
  if (!('authorization' in asked)) throw new Error('nobody was asked');
  const browser = await browserOf(userCode);
  const client = await program.finish(
    base,
    await browser.allow(asked.authorization, { tenantId: String(tenantId), scopes }),
  );
  return { program, client, browser };
}

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(form) });
const register = (metadata: object): Promise<Response> =>
  fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '0' } },
};
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
const callTool = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: input },
});

const redirect = 'http://127.0.0.1:9/callback';
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
const allowed = { tenantId: String(mine.id), scopes: both };
const codeOf = (answer: URL): string => answer.searchParams.get('code') ?? '';

describe('the whole way with the official client', () => {
  test('refusal, discovery, registration, consent, token, tool, refresh, revocation, refusal', async () => {
    const refused = await fetch(`${base}/mcp`, { method: 'POST' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="portolan", scope="read act", resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
    );
    const program = new OAuthProgram({ name: 'Harbour chat' });
    const asked = await program.connect(base);
    if (!('authorization' in asked)) throw new Error('nobody was asked');
    expect(asked.authorization.searchParams.get('resource')).toBe(`${base}/mcp`);
    expect(asked.authorization.searchParams.get('code_challenge_method')).toBe('S256');

    const browser = await browserOf('keeper');
    const page = await browser.ask(asked.authorization);
    if (!('request' in page)) throw new Error('there is no page');
    const { data } = await browser.call('connectRequest', { query: { request: page.request } });
    expect(data).toEqual({
      name: 'Harbour chat',
      redirectHost: '127.0.0.1:9',
      onThisComputer: true,
      scopes: both,
      mayAct: true,
      userCode: 'keeper',
    });
    const body = { request: page.request, tenantId: String(mine.id), scopes: both };
    const { data: goesOn } = await browser.call('connectAllow', { body });
    const { location } = await browser.open(goesOn.redirectTo);
    if (location === undefined) throw new Error('the person was sent nowhere');
    expect(`${location.origin}${location.pathname}`).toBe(redirect);
    expect(location.searchParams.get('iss')).toBe(base);

    const client = await program.finish(base, location);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['find_reference', 'set_handling']));
    const called = await client.callTool({ name: 'find_reference', arguments: { text: 'MERI123456789' } });
    expect(called.isError).not.toBe(true);

    const before = program.kept;
    if (before?.refresh_token === undefined) throw new Error('there is no refresh token');
    program.kept = { ...before, access_token: randomBytes(32).toString('base64url') };
    const again = await program.connect(base);
    if (!('client' in again)) throw new Error('the refresh token was not taken');
    expect((await again.client.listTools()).tools.length).toBe(names.length);
    const after = program.kept;
    expect(after.refresh_token).not.toBe(before.refresh_token);

    const clientId = String(program.clientInformation()?.client_id);
    const revoked = await post('/oauth/revoke', { token: String(after.refresh_token), client_id: clientId });
    expect(revoked.status).toBe(200);
    expect((await useToken(after.access_token)).status).toBe(401);
    expect('authorization' in (await program.connect(base))).toBe(true);
    const [entry] = await database.query<{ client: string }>(
      `select client from audit_log where entity = 'connectedProgram' and action = 'disconnect'`,
    );
    expect(entry?.client).toBe('Harbour chat');
  });

  test('documents name what the server does, and nothing else is found beside them', async () => {
    for (const path of ['oauth-authorization-server', 'openid-configuration']) {
      const document = await (await fetch(`${base}/.well-known/${path}`)).json();
      expect(document).toMatchObject({
        issuer: base,
        authorization_endpoint: `${base}/oauth/authorize`,
        token_endpoint: `${base}/oauth/token`,
        registration_endpoint: `${base}/oauth/register`,
        revocation_endpoint: `${base}/oauth/revoke`,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: both,
      });
    }
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp'])
      expect(await (await fetch(`${base}/.well-known/${path}`)).json()).toMatchObject({
        resource: `${base}/mcp`,
        authorization_servers: [base],
      });
    expect((await fetch(`${base}/.well-known/oauth-authorization-server/mcp`)).status).toBe(404);
    expect((await (await fetch(`${base}/oauth/jwks`)).json()).keys[0].d).toBeUndefined();
  });

  test('a person who says no, and one who cannot be asked', async () => {
    const browser = await browserOf('keeper');
    const hand = await byHand();
    const page = await browser.ask(hand.address());
    if (!('request' in page)) throw new Error('there is no page');
    const { data } = await browser.call('connectDeny', { body: { request: page.request } });
    const { location } = await browser.open(data.redirectTo);
    expect(location?.searchParams.get('error')).toBe('access_denied');
    expect(location?.searchParams.get('state')).toBe('a state');
    const silent = await browser.ask(hand.address({ prompt: 'none' }));
    expect('back' in silent && silent.back.searchParams.get('error')).toBe('login_required');
    // Having allowed a program once does not answer its next request.
    await browser.allow(hand.address(), allowed);
    expect(await browser.ask(hand.address())).toHaveProperty('request');
  });
});

describe('what a token opens', () => {
  test('the chosen scopes only; what is missing is named', async () => {
    const { program } = await connected('keeper', ['read']);
    const token = String(program.kept?.access_token);
    expect(program.kept?.scope).toBe('read');
    const refused = await useToken(token, callTool('comment', { exceptionId: '1', text: 'x' }));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="read act"');
    expect((await useToken(token, callTool('find_reference', { text: 'x12345' }))).status).toBe(200);
  });

  test('the chosen tenant only, and of the people only those who may see it', async () => {
    const { program } = await connected('keeper', both, second.id);
    const token = String(program.kept?.access_token);
    const [own, other] = await Promise.all(
      [second.id, mine.id].map(async (tenantId, at) => {
        const [sample] = await buildExceptions(database, {
          tenantIds: [tenantId],
          count: 1,
          seed: `connected ${at}`,
          from: Date.now() - 86_400_000,
          firstNumber: 1_000 + at * 100,
        });
        return String(sample?.id);
      }),
    );
    const sentence = 'The carrier promises a new estimate.';
    for (const exceptionId of [own, other]) await useToken(token, callTool('comment', { exceptionId, text: sentence }));
    const comments = await database.query('select exception_id from exception_comment where body = $1', [sentence]);
    expect(comments).toEqual([{ exception_id: Number(own) }]);
    const [entry] = await database.query(
      `select actor_code, client, origin, tenant_id from audit_log where entity = 'exception_comment' order by id desc limit 1`,
    );
    expect(entry).toEqual({ actor_code: 'keeper', client: 'Test program', origin: 'Remote', tenant_id: second.id });

    const browser = await browserOf('keeper');
    const page = await browser.ask((await byHand()).address());
    if (!('request' in page)) throw new Error('there is no page');
    const body = { request: page.request, tenantId: String(theirs.id), scopes: ['read'] };
    expect((await browser.call('connectAllow', { body })).data?.redirectTo).toBeUndefined();
  });

  test('acts only as long as the role of the person allows them', async () => {
    const browser = await browserOf('onlooker');
    const page = await browser.ask((await byHand()).address());
    if (!('request' in page)) throw new Error('there is no page');
    expect((await browser.call('connectRequest', { query: { request: page.request } })).data.mayAct).toBe(false);
    const body = { request: page.request, tenantId: String(mine.id), scopes: both };
    expect((await browser.call('connectAllow', { body })).msg).toContain('只能允许读取');

    const doer = await buildUser(database, { tenantId: mine.id, userCode: 'doer', menus: menuCodes });
    const { program } = await connected('doer');
    const token = String(program.kept?.access_token);
    const act = callTool('comment', { exceptionId: '1', text: 'x' });
    expect((await useToken(token, act)).status).toBe(200);
    await database.execute('delete from user_menu where user_id = $1', [doer.id]);
    expect((await useToken(token, act)).status).toBe(403);
  });

  test('nothing once the person is removed, must change the password, lost the tenant, or the tenant is switched off', async () => {
    const { program } = await connected('keeper', both, second.id);
    const { refresh_token: refreshToken = '', access_token: token = '' } = program.kept ?? {};
    const clientId = String(program.clientInformation()?.client_id);
    const refused = async (sql: string, back: string, values: unknown[]) => {
      await database.execute(sql, values);
      expect((await useToken(token)).status, sql).toBe(401);
      const answer = await post('/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
      });
      expect([answer.status, (await answer.json()).error], sql).toEqual([400, 'invalid_grant']);
      await database.execute(back, values);
      expect((await useToken(token)).status, back).toBe(200);
    };
    const user = (set: string) => `update app_user set ${set} where id = $1`;
    await refused(user('removed_at = now()'), user('removed_at = null'), [keeper.id]);
    await refused(user('must_change_password = true'), user('must_change_password = false'), [keeper.id]);
    const pair = [keeper.id, second.id];
    await refused(
      'delete from user_tenant where user_id = $1 and tenant_id = $2',
      'insert into user_tenant (user_id, tenant_id) values ($1, $2)',
      pair,
    );
    const tenant = (set: string) => `update tenant set ${set} where id = $1`;
    await refused(tenant('active = false'), tenant('active = true'), [second.id]);
  });

  test('nothing of a token that was issued for another address', async () => {
    const { program } = await connected();
    const token = String(program.kept?.access_token);
    await database.execute(
      `update oauth_item set payload = replace(payload, '/mcp', '/other') where kind = 'AccessToken'`,
    );
    expect((await useToken(token)).status).toBe(401);
  });
});

describe('people see and end connections', () => {
  test('their own, at once for all tokens, and the audit names it', async () => {
    const { program, browser } = await connected();
    const { data } = await browser.call('connectedPrograms');
    const [row] = data;
    expect(row).toMatchObject({ name: 'Test program', redirectHost: '127.0.0.1:9', scopes: both, userCode: 'keeper' });
    expect(row.lastUsedTime).not.toBeNull();
    const stranger = await signedIn('stranger');
    const body = { connectedProgramId: row.connectedProgramId };
    expect((await stranger.call('connectedProgramEnd', { body })).status).toBe(0);
    expect((await stranger.call('connectedProgramRevoke', { body })).status).toBe(0);
    expect((await stranger.call('connectedProgramQuery')).data).toEqual([]);
    expect((await browser.call('connectedProgramEnd', { body })).status).toBe(1);
    expect((await useToken(String(program.kept?.access_token))).status).toBe(401);
    const hand = { grant_type: 'refresh_token', client_id: String(program.clientInformation()?.client_id) };
    expect((await post('/oauth/token', { ...hand, refresh_token: String(program.kept?.refresh_token) })).status).toBe(
      400,
    );
    expect(
      (await browser.call('connectedPrograms')).data.map(
        (one: { connectedProgramId: string }) => one.connectedProgramId,
      ),
    ).not.toContain(row.connectedProgramId);
    const entries = await database.query(
      `select action, actor_code, tenant_id from audit_log where entity = 'connectedProgram' and entity_id = $1 order by id`,
      [row.connectedProgramId],
    );
    expect(entries).toEqual([
      { action: 'insert', actor_code: 'keeper', tenant_id: mine.id },
      { action: 'delete', actor_code: 'keeper', tenant_id: mine.id },
    ]);
  });

  test('those of their tenant, for people who look after its keys', async () => {
    const { program } = await connected();
    await buildUser(database, { tenantId: mine.id, userCode: 'warden', menus: ['/api-keys'] });
    const warden = await signedIn('warden');
    const { data } = await warden.call('connectedProgramQuery');
    expect(data[0]).toMatchObject({ userCode: 'keeper', name: 'Test program' });
    await warden.call('connectedProgramRevoke', { body: { connectedProgramId: data[0].connectedProgramId } });
    expect((await useToken(String(program.kept?.access_token))).status).toBe(401);
  });

  test('connecting the same program to the same tenant again replaces the connection', async () => {
    const hand = await byHand();
    const browser = await browserOf('keeper');
    const first = await (await hand.redeem(codeOf(await browser.allow(hand.address(), allowed)))).json();
    const next = await (await hand.redeem(codeOf(await browser.allow(hand.address(), allowed)))).json();
    expect((await useToken(first.access_token)).status).toBe(401);
    expect((await useToken(next.access_token)).status).toBe(200);
  });
});

describe('attacks', () => {
  test('answers go only where the program registered, in the way it registered', async () => {
    const hand = await byHand();
    const browser = await browserOf('keeper');
    for (const address of [
      'https://evil.example/callback',
      `${redirect}/../x`,
      'http://127.0.0.1.evil.example/callback',
      '//evil.example',
      'javascript:alert(1)',
    ])
      expect(await browser.ask(hand.address({ redirect_uri: address })), address).toEqual({
        problem: 'invalid_redirect_uri',
      });
    expect(await browser.ask(hand.address({ client_id: 'nobody' }))).toEqual({ problem: 'invalid_client' });
    // The port of the person's own computer may be another one each time.
    expect(await browser.ask(hand.address({ redirect_uri: 'http://127.0.0.1:4711/callback' }))).toHaveProperty(
      'request',
    );
  });

  test('without PKCE, or with the plain kind, there is no code', async () => {
    const hand = await byHand();
    const browser = await browserOf('keeper');
    for (const more of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { response_type: 'token' },
      { response_mode: 'form_post' },
    ]) {
      const answer = await browser.ask(hand.address(more));
      expect('back' in answer || 'problem' in answer, JSON.stringify(more)).toBe(true);
      expect(JSON.stringify(answer)).not.toContain('code=');
    }
    const code = codeOf(await browser.allow(hand.address(), allowed));
    expect((await hand.redeem(code, { code_verifier: 'x'.repeat(43) })).status).toBe(400);
    expect((await hand.redeem(code, { redirect_uri: 'http://127.0.0.1:10/callback' })).status).toBe(400);
    expect((await hand.redeem(code)).status).toBe(200);
  });

  test('a code or refresh token that comes twice ends what the first one got', async () => {
    const hand = await byHand();
    const browser = await browserOf('keeper');
    const code = codeOf(await browser.allow(hand.address(), allowed));
    const first = await (await hand.redeem(code)).json();
    expect((await useToken(first.access_token)).status).toBe(200);
    expect((await hand.redeem(code)).status).toBe(400);
    expect((await useToken(first.access_token)).status).toBe(401);
    expect((await hand.refresh(first.refresh_token)).status).toBe(400);

    const tokens = await (await hand.redeem(codeOf(await browser.allow(hand.address(), allowed)))).json();
    const next = await (await hand.refresh(tokens.refresh_token)).json();
    expect((await useToken(next.access_token)).status).toBe(200);
    expect((await hand.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await useToken(next.access_token)).status).toBe(401);
    expect((await hand.refresh(next.refresh_token)).status).toBe(400);
    const reused = await database.query(`select from audit_log where action = 'token-reused'`);
    expect(reused).toHaveLength(2);
  });

  test('two requests with one refresh token at the same moment do not both get tokens', async () => {
    const hand = await byHand();
    const browser = await browserOf('keeper');
    const tokens = await (await hand.redeem(codeOf(await browser.allow(hand.address(), allowed)))).json();
    const answers = await Promise.all([1, 2, 3].map(() => hand.refresh(tokens.refresh_token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  test('another program can use neither code nor tokens, and tokens are for one resource', async () => {
    const [hand, other] = [await byHand(), await byHand()];
    const browser = await browserOf('keeper');
    const code = codeOf(await browser.allow(hand.address(), allowed));
    expect((await hand.redeem(code, { client_id: other.clientId })).status).toBe(400);
    const tokens = await (await hand.redeem(code)).json();
    expect((await other.refresh(tokens.refresh_token)).status).toBe(400);
    await post('/oauth/revoke', { token: tokens.refresh_token, client_id: other.clientId });
    expect((await useToken(tokens.access_token)).status).toBe(200);
    const next = await (await hand.refresh(tokens.refresh_token)).json();
    expect((await hand.refresh(next.refresh_token, { resource: 'https://elsewhere.example/mcp' })).status).toBe(400);
    const elsewhere = await browser.ask(hand.address({ resource: 'https://elsewhere.example/mcp' }));
    expect('back' in elsewhere && elsewhere.back.searchParams.get('error')).toBe('invalid_target');
  });

  test('a request that another browser began cannot be answered: not by a link, not from another session', async () => {
    const hand = await byHand();
    const attacker = await browserOf('stranger');
    const page = await attacker.ask(hand.address());
    if (!('request' in page)) throw new Error('there is no page');
    const victim = await browserOf('keeper');
    const query = { request: page.request };
    expect((await victim.call('connectRequest', { query })).msg).toContain('不是由此浏览器发起');
    expect((await victim.call('connectAllow', { body: { ...query, ...allowed } })).status).toBe(0);
    await victim.ask(hand.address());
    expect((await victim.call('connectAllow', { body: { ...query, ...allowed } })).status).toBe(0);
    // The one who began it answers for himself alone.
    const { data } = await attacker.call('connectAllow', {
      body: { ...query, tenantId: String(theirs.id), scopes: ['read'] },
    });
    expect((await (await browserOf('keeper')).open(data.redirectTo)).location?.searchParams.get('problem')).toBe(
      'invalid_request',
    );
  });

  test('programs say little of themselves, and only what can be shown', async () => {
    const name = `<img src=x onerror=alert(1)>\u202e${'n'.repeat(10_000)}`;
    const answer = await register({
      client_name: name,
      redirect_uris: ['https://chat.example/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials', 'implicit'],
      logo_uri: 'https://evil.example/logo.svg',
      jwks_uri: 'http://169.254.169.254/',
      sector_identifier_uri: 'https://evil.example/sector',
      subject_type: 'pairwise',
      scope: 'admin',
    });
    expect(answer.status).toBe(201);
    const made = await answer.json();
    expect(made.client_name.startsWith('<img src=x onerror=alert(1)>nnn')).toBe(true);
    expect(made.client_name).toHaveLength(80);
    expect(made).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    for (const left of ['client_secret', 'logo_uri', 'jwks_uri', 'sector_identifier_uri', 'scope'])
      expect(made, left).not.toHaveProperty(left);
    for (const addresses of [
      [],
      ['http://chat.example/callback'],
      ['https://user:secret@chat.example/'],
      ['https://chat.example/#part'],
      ['cursor://callback'],
      ['javascript:alert(1)'],
      ['http://localhost.evil.example/'],
      Array.from({ length: 11 }, (_, at) => `https://chat.example/${at}`),
      [`https://chat.example/${'a'.repeat(1_000)}`],
      ['https://chat.example/\u202ecallback'],
    ])
      expect((await register({ redirect_uris: addresses })).status, JSON.stringify(addresses)).toBe(400);
    expect((await register({ redirect_uris: [redirect], client_name: 'x'.repeat(60_000) })).status).toBe(413);
  });

  test('a flood of registrations is stopped, and so are those that nobody connects', async () => {
    await database.execute(
      `insert into oauth_client (client_id, metadata, registered_at) select 'flood' || n, '{}', now() from generate_series(1, 1000) n`,
    );
    const answer = await register({ redirect_uris: [redirect] });
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'temporarily_unavailable']);
    await database.execute(`delete from oauth_client where client_id like 'flood%'`);
    const { app: limited } = await testApp(database, {
      modules: await testProductModules(database, { delivery }),
      settings: { rateLimitPerMinute: 1_000 },
    });
    const send = (remoteAddress: string) =>
      limited.inject({
        method: 'POST',
        url: '/oauth/register',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: { redirect_uris: [redirect] },
      });
    const statuses = [];
    for (let n = 0; n < 32; n++) statuses.push((await send('198.51.100.7')).statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    expect((await send('198.51.100.8')).statusCode).toBe(201);
  });

  test('no code, token or request is kept as it is sent', async () => {
    const { program } = await connected();
    const kept = await database.query<{ text: string }>('select oauth_item::text as text from oauth_item');
    const all = kept.map(({ text }) => text).join('\n');
    expect(kept.length).toBeGreaterThan(2);
    for (const secret of [program.kept?.access_token, program.kept?.refresh_token])
      expect(all).not.toContain(String(secret));
  });
});
