import { describe, expect, test } from 'vitest';
import { both, codeOf, connectingProduct, redirect } from '#testing/connecting-product.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { post, register, useToken, byHand, theirs, delivery, browserOf, connected, allowed } =
  await connectingProduct(database);

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
