import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { portOf } from '#server/connectors/port-of.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const clientSecret = 'the client secret of the forging provider';
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = rsa();
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

type Json = Record<string, unknown>;
const encoded = (part: Json): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const withSignature = (header: Json, claims: Json, signed: (text: string) => Buffer): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${signed(text).toString('base64url')}`;
};
const rs256 = (claims: Json, key: KeyObject = published.privateKey, kid = 'first'): string =>
  withSignature({ alg: 'RS256', kid }, claims, (text) => sign('sha256', Buffer.from(text), key));
const jwk = (key: KeyObject, kid: string): Json => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' });

/** What the provider does next; every test begins with an honest one. */
const honest = () => ({
  algorithms: ['RS256', 'ES256', 'HS256', 'none'] as string[] | undefined,
  keys: [jwk(published.publicKey, 'first'), jwk(ec.publicKey, 'curve')] as Json[] | undefined,
  token: (claims: Json): unknown => rs256(claims),
  tokenStatus: 200,
  keysRequested: 0,
});
let provider = honest();
let nonce = '';

/** A provider that answers with whatever token a test wants. */
const server = createServer((request, response) => {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const path = new URL(request.url ?? '/', issuer).pathname;
  if (path === '/.well-known/openid-configuration')
    return send(200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: provider.algorithms,
    });
  if (path === '/keys') {
    provider.keysRequested += 1;
    return provider.keys === undefined ? request.socket.destroy() : send(200, { keys: provider.keys });
  }
  if (path !== '/token') return send(404, {});
  const nowS = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'portolan', sub: 'sub-1', iat: nowS, exp: nowS + 60, nonce, name: 'frank' };
  return send(provider.tokenStatus, { access_token: 'a', token_type: 'bearer', id_token: provider.token(claims) });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const issuer = `http://127.0.0.1:${portOf(server)}`;
afterAll(() => new Promise((resolve) => void server.close(resolve)));

const logged: Json[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as Json) });
const settings = {
  publicUrl: 'http://portolan.test',
  oidc: { issuer, clientId: 'portolan', clientSecret, scope: 'openid', claim: 'name' },
};
const start = async () => (await testApp(database, { settings, log })).app;
let app = await start();
await buildUser(database, { tenantId: (await buildTenant(database)).id, userCode: 'frank', password: null });

/** Signs in; gives the message of the login page, or nothing when a session was opened. */
async function signIn(before: (callback: URL) => void = () => {}): Promise<string | undefined> {
  const begun = await app.inject({ url: '/api/auth/login/redirect', headers: { host: 'portolan.test' } });
  const requested = new URL(String(begun.headers.location), 'http://portolan.test').searchParams;
  if (requested.has('msg')) return requested.get('msg') ?? '';
  nonce = requested.get('nonce') ?? '';
  const callback = new URL('http://portolan.test/api/auth/login/callback?code=the-code');
  callback.searchParams.set('state', requested.get('state') ?? '');
  before(callback);
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const back = await app.inject({
    url: callback.pathname + callback.search,
    headers: { host: 'portolan.test', cookie },
  });
  const message = new URL(String(back.headers.location), 'http://portolan.test').searchParams.get('msg');
  const session = back.cookies.find(({ name }) => name === 'portolan_session');
  expect(session === undefined).toBe(message !== null);
  return message ?? undefined;
}

const failures = () =>
  database.query<{ reason: string }>(
    `select after ->> 'reason' as reason from audit_log where action = 'sign-in-failed' and after ->> 'by' = 'oidc'`,
  );

beforeEach(async () => {
  provider = honest();
  logged.length = 0;
  await database.execute('delete from audit_log');
  app = await start();
});

describe('an honest provider', () => {
  test('signs in by RS256', async () => {
    expect(await signIn()).toBeUndefined();
    expect(await failures()).toEqual([]);
  });

  test('signs in by an elliptic curve', async () => {
    provider.token = (claims) =>
      withSignature({ alg: 'ES256', kid: 'curve' }, claims, (text) =>
        sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
      );
    expect(await signIn()).toBeUndefined();
  });

  test('signs in by RS256 when it does not name its algorithms', async () => {
    provider.algorithms = undefined;
    expect(await signIn()).toBeUndefined();
  });

  test('is asked for its keys once, not at every sign-in', async () => {
    await signIn();
    await signIn();
    expect(provider.keysRequested).toBe(1);
  });
});

const broken = (token: string): string => {
  const [header, claims, signature = ''] = token.split('.');
  return [header, claims, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.');
};
const hmac = (key: string | Buffer) => (text: string) => createHmac('sha256', key).update(text).digest();
const pem = String(published.publicKey.export({ type: 'spki', format: 'pem' }));

const forged: [what: string, reason: string, token: (claims: Json) => unknown][] = [
  ['a broken signature', 'signature', (claims) => broken(rs256(claims))],
  ['no signature', 'signature', (claims) => rs256(claims).replace(/[^.]+$/, '')],
  [
    'claims changed after signing',
    'signature',
    (claims) => {
      const [header, , signature] = rs256(claims).split('.');
      return [header, encoded({ ...claims, sub: 'sub-2' }), signature].join('.');
    },
  ],
  ['the key of another', 'signature', (claims) => rs256(claims, rsa().privateKey)],
  ['alg none', 'algorithm', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
  ['alg NonE', 'algorithm', (claims) => `${encoded({ alg: 'NonE' })}.${encoded(claims)}.`],
  [
    'HS256 with the client secret',
    'algorithm',
    (claims) => withSignature({ alg: 'HS256' }, claims, hmac(clientSecret)),
  ],
  [
    'HS256 with the public key',
    'algorithm',
    (claims) => withSignature({ alg: 'HS256', kid: 'first' }, claims, hmac(pem)),
  ],
  [
    'an algorithm that the provider does not name',
    'algorithm',
    (claims) =>
      withSignature({ alg: 'RS384', kid: 'first' }, claims, (text) =>
        sign('sha384', Buffer.from(text), published.privateKey),
      ),
  ],
  [
    'a critical header that is not understood',
    'token',
    (claims) =>
      withSignature({ alg: 'RS256', kid: 'first', crit: ['x'], x: 1 }, claims, (text) =>
        sign('sha256', Buffer.from(text), published.privateKey),
      ),
  ],
  ['an unknown kid', 'unknownKey', (claims) => rs256(claims, published.privateKey, 'of nobody')],
  ['another issuer', 'issuer', (claims) => rs256({ ...claims, iss: 'https://elsewhere.example' })],
  ['another audience', 'audience', (claims) => rs256({ ...claims, aud: 'another client' })],
  [
    'a second audience without a party',
    'audience',
    (claims) => rs256({ ...claims, aud: ['portolan', 'another client'] }),
  ],
  ['a token that has expired', 'expired', (claims) => rs256({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
  ['no expiry', 'token', ({ exp: _exp, ...claims }) => rs256(claims)],
  ['no nonce', 'nonce', ({ nonce: _nonce, ...claims }) => rs256(claims)],
  ['another nonce', 'nonce', (claims) => rs256({ ...claims, nonce: 'of another browser' })],
  ['no subject', 'token', ({ sub: _sub, ...claims }) => rs256(claims)],
  ['no token', 'token', () => undefined],
  ['no JWT', 'token', () => 'three words here'],
];

describe('a forged ID token', () => {
  test.each(forged)(
    '%s (%s) signs in nobody, is reported plainly and kept in the audit',
    async (_what, reason, token) => {
      provider.token = token;
      expect(await signIn()).toBe('oidcInvalid');
      expect(await failures()).toEqual([{ reason }]);
      const line = logged.find(({ msg }) => msg === 'single sign-on failed');
      expect(line).toMatchObject({ level: 40, reason });
      const kept = JSON.stringify([logged, await database.query('select * from audit_log')]);
      for (const secret of [clientSecret, 'the-code', nonce, encoded({ alg: 'RS256', kid: 'first' })])
        expect(kept).not.toContain(secret);
    },
  );

  test('the same token is read once the provider publishes its key', async () => {
    const next = rsa();
    provider.token = (claims) => rs256(claims, next.privateKey, 'second');
    expect(await signIn()).toBe('oidcInvalid');
    provider.keys = [jwk(published.publicKey, 'first'), jwk(next.publicKey, 'second')];
    expect(await signIn()).toBeUndefined();
  });

  test('a key that was withdrawn signs in nobody after a sign-in with the new one', async () => {
    const next = rsa();
    expect(await signIn()).toBeUndefined();
    provider.keys = [jwk(next.publicKey, 'second')];
    provider.token = (claims) => rs256(claims, next.privateKey, 'second');
    expect(await signIn()).toBe('oidcInvalid');
    expect(await signIn()).toBeUndefined();
    provider.token = (claims) => rs256(claims);
    expect(await signIn()).toBe('oidcInvalid');
  });
});

describe('a provider that is not in order', () => {
  test('keys that cannot be fetched are another message, and are fetched at the next sign-in', async () => {
    provider.keys = undefined;
    expect(await signIn()).toBe('oidcUnreachable');
    expect(await failures()).toEqual([{ reason: 'unreachable' }]);
    provider.keys = honest().keys;
    expect(await signIn()).toBeUndefined();
  });

  test('an error of the provider is a failed sign-in', async () => {
    provider.tokenStatus = 500;
    expect(await signIn()).toBe('oidcUnreachable');
    expect(await signIn((callback) => callback.searchParams.set('error', 'access_denied'))).toBe('oidcFailed');
    expect((await failures()).map(({ reason }) => reason)).toEqual(['unreachable', 'refused']);
  });

  test('the answer to another browser is refused', async () => {
    expect(await signIn((callback) => callback.searchParams.set('state', 'of another'))).toBe('oidcInvalid');
    expect(await failures()).toEqual([{ reason: 'state' }]);
  });
});
