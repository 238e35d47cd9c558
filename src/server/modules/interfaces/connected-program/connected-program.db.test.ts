import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { both, callTool, codeOf, connectingProduct, redirect } from '#testing/connecting-product.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { OAuthProgram } from '#testing/oauth-program.ts';
import { buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { post, useToken, byHand, mine, second, theirs, keeper, signedIn, base, browserOf, connected, allowed } =
  await connectingProduct(database);

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
    await buildUser(database, { tenantId: mine.id, userCode: 'warden', menus: ['/integrations'] });
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
