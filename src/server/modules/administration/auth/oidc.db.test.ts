import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/platform/http/index.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const ours = 'http://portolan.test';
const claimsOf: Record<string, Record<string, string | boolean>> = {
  'sub-carol': { preferred_username: 'Carol' },
  'sub-mallory': { preferred_username: 'dave' },
  'sub-nobody': { preferred_username: 'nobody' },
  'sub-nameless': {},
};

const configuration: Configuration = {
  clients: [
    {
      client_id: 'portolan',
      client_secret: 'client secret',
      redirect_uris: [`${ours}/api/auth/login/callback`],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true } },
  findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id, ...claimsOf[id] }) }),
  cookies: { keys: ['a key of a test'] },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
};

const server: Server = createServer((request, response) => void provider.callback()(request, response));
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new Provider(issuer, configuration);
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const oidc = {
  issuer,
  clientId: 'portolan',
  clientSecret: 'client secret',
  scope: 'openid profile',
  claim: 'preferred_username',
};
const { app } = await testApp(database, { settings: { publicUrl: ours, oidc } });

const tenant = await buildTenant(database);
beforeAll(async () => {
  await buildUser(database, { tenantId: tenant.id, userCode: 'carol', password: null });
  await buildUser(database, { tenantId: tenant.id, userCode: 'dave', password: null, oidcSubject: 'sub-dave' });
});

/** A browser with one cookie jar per site, following the provider's pages. */
class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #app: App;

  constructor(at: App = app) {
    this.#app = at;
  }

  #header(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, setCookies: string[]): void {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    for (const cookie of setCookies) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  async provider(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: this.#header('provider') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.#keep('provider', response.headers.getSetCookie());
    return response;
  }

  async portolan(url: string): Promise<{ status: number; location: string; body: string }> {
    const response = await this.#app.inject({
      url,
      headers: { host: 'portolan.test', cookie: this.#header('portolan') },
    });
    this.#keep('portolan', [response.headers['set-cookie'] ?? []].flat());
    return { status: response.statusCode, location: String(response.headers.location ?? ''), body: response.body };
  }

  get session(): string | undefined {
    return this.#jars.get('portolan')?.get('portolan_session');
  }

  /** Signs in at the provider as somebody and stops at the address it sends the browser back to. */
  async authenticate(authorizationUrl: string, account: string): Promise<string> {
    let response = await this.provider(authorizationUrl);
    for (let step = 0; step < 12; step++) {
      const location = response.headers.get('location');
      if (location?.startsWith(ours) === true) return location;
      if (location !== null) {
        response = await this.provider(location);
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '';
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? 'consent';
      response = await this.provider(
        action,
        prompt === 'login' ? { prompt, login: account, password: 'any' } : { prompt },
      );
    }
    throw new Error('the provider never sent the browser back');
  }
}

async function signIn(
  account: string,
  redirectUrl = '/exception-manage?x=1',
): Promise<{ browser: Browser; back: { status: number; location: string } }> {
  const browser = new Browser();
  const begun = await browser.portolan(`/api/auth/login/redirect?${new URLSearchParams({ redirectUrl })}`);
  const callback = new URL(await browser.authenticate(begun.location, account));
  return { browser, back: await browser.portolan(callback.pathname + callback.search) };
}

const messageOf = (location: string): string => new URL(location, ours).searchParams.get('msg') ?? '';
const whoIs = (browser: Browser) => new TestClient(app, `portolan_session=${browser.session ?? ''}`).call('session');

describe('the way to the provider', () => {
  test('uses PKCE, state and nonce, kept in a cookie that scripts cannot read', async () => {
    const response = await app.inject({
      url: '/api/auth/login/redirect?redirectUrl=/x',
      headers: { host: 'portolan.test' },
    });
    expect(response.statusCode).toBe(302);
    const url = new URL(String(response.headers.location));
    expect(url.origin).toBe(issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'portolan',
      redirect_uri: `${ours}/api/auth/login/callback`,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({
      name: 'portolan_oidc',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api/auth/login/callback',
    });
  });

  test('a refused call says where to go', async () => {
    const answer = await app.inject({
      url: '/api/auth/user/session',
      headers: { source: 'Manual', host: 'portolan.test', referer: `${ours}/exception-manage?page=2` },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ status: 0, redirectUrl: '/exception-manage?page=2' });
    const foreign = await app.inject({
      url: '/api/auth/user/session',
      headers: { source: 'Manual', referer: 'https://evil.example/x' },
    });
    expect(foreign.json()).toMatchObject({ redirectUrl: '/' });
  });
});

describe('the way back', () => {
  test('opens the same session as a password, at the page that was wanted', async () => {
    const { browser, back } = await signIn('sub-carol');
    expect(back).toMatchObject({ status: 302, location: '/exception-manage?x=1' });
    expect(await whoIs(browser)).toMatchObject({ http: 200, data: { userCode: 'carol' } });
    const [row] = await database.query<{ oidc_subject: string }>(
      `select oidc_subject from app_user where user_code = 'carol'`,
    );
    expect(row?.oidc_subject).toBe('sub-carol');
    const audit = await database.query(
      `select 1 from audit_log where action = 'sign-in' and entity_id = 'carol' and after->>'by' = 'oidc'`,
    );
    expect(audit).toHaveLength(1);
  });

  test('who was bound before is known by the subject, whatever the name is now', async () => {
    claimsOf['sub-carol'] = { preferred_username: 'carol-married' };
    const { browser } = await signIn('sub-carol');
    expect((await whoIs(browser)).data).toMatchObject({ userCode: 'carol' });
  });

  test.each([
    ['sub-mallory', 'takes a name that belongs to another subject'],
    ['sub-nobody', 'is no user here'],
    ['sub-nameless', 'has no name'],
  ])('%s, who %s, gets no session but a reason', async (account) => {
    const { browser, back } = await signIn(account);
    expect(back.status).toBe(302);
    expect(back.location).toMatch(/^\/login\?/);
    expect(messageOf(back.location)).toBe('oidcUnknownUser');
    expect(browser.session).toBeUndefined();
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/api/auth/user/logout'])(
    'never leads to %s',
    async (wanted) => {
      const { back } = await signIn('sub-carol', wanted);
      expect(back).toMatchObject({ status: 302, location: '/' });
    },
  );

  test('does not work in another browser, twice, or with another state', async () => {
    const browser = new Browser();
    const begun = await browser.portolan('/api/auth/login/redirect?redirectUrl=/x');
    const callback = new URL(await browser.authenticate(begun.location, 'sub-carol'));
    const stranger = new Browser();
    expect(messageOf((await stranger.portolan(callback.pathname + callback.search)).location)).toBe('oidcExpired');
    expect(stranger.session).toBeUndefined();

    const forged = new URLSearchParams(callback.search);
    forged.set('state', 'forged');
    const other = await signIn('sub-carol');
    expect(other.browser.session).toBeDefined();
    const wrong = await browser.portolan(`${callback.pathname}?${forged}`);
    expect(messageOf(wrong.location)).toBe('oidcInvalid');
    expect(browser.session).toBeUndefined();

    const again = await browser.portolan(callback.pathname + callback.search);
    expect(again.location).toMatch(/^\/login\?/);
    expect(browser.session).toBeUndefined();
  });

  test('tells what the provider refused', async () => {
    const browser = new Browser();
    const begun = await browser.portolan('/api/auth/login/redirect');
    const state = new URL(begun.location).searchParams.get('state') ?? '';
    const back = await browser.portolan(
      `/api/auth/login/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer)}`,
    );
    expect(back.location).toMatch(/^\/login\?/);
    expect(browser.session).toBeUndefined();
  });
});

describe('a claim in the ID token itself', () => {
  test('an address counts only when the provider has verified it', async () => {
    await buildUser(database, { tenantId: tenant.id, userCode: 'erin@example.com', password: null });
    const { app: byMail } = await testApp(database, {
      settings: { publicUrl: ours, oidc: { ...oidc, scope: 'openid email', claim: 'email' } },
    });
    const attempt = async (verified: boolean): Promise<string> => {
      claimsOf['sub-erin'] = { email: 'erin@example.com', email_verified: verified };
      const browser = new Browser(byMail);
      const begun = await browser.portolan('/api/auth/login/redirect?redirectUrl=/x');
      const callback = new URL(await browser.authenticate(begun.location, 'sub-erin'));
      return (await browser.portolan(callback.pathname + callback.search)).location;
    };
    expect(await attempt(false)).toMatch(/^\/login\?/);
    expect(await attempt(true)).toBe('/x');
  });
});

describe('when it cannot work', () => {
  test('without a provider the browser is notified so', async () => {
    const { app: without } = await testApp(database);
    for (const url of ['/api/auth/login/redirect?redirectUrl=/x', '/api/auth/login/callback?code=x']) {
      const response = await without.inject({ url });
      expect(response.statusCode).toBe(302);
      expect(messageOf(String(response.headers.location))).toBe('oidcOff');
    }
  });

  test('a provider that does not answer is no crash', async () => {
    const { app: broken } = await testApp(database, { settings: { oidc: { ...oidc, issuer: 'http://127.0.0.1:9' } } });
    const response = await broken.inject({ url: '/api/auth/login/redirect?redirectUrl=/x' });
    expect(response.statusCode).toBe(302);
    expect(messageOf(String(response.headers.location))).toBe('oidcUnreachable');
  });
});
