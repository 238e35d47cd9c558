import { demoLogins } from '#server/modules/world/seed/index.ts';
import { describe, expect, test } from 'vitest';
import { manualClock } from '#server/platform/clock/clock.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const clock = manualClock(Date.UTC(2026, 4, 1));
const { app, anonymous, signedIn } = await testApp(database, { realClock: clock });

const tenant = await buildTenant(database, { code: 'ACME', name: '艾克米', name_en: 'Acme' });
await buildUser(database, { tenantId: tenant.id, userCode: 'alice', name: '爱丽丝', menus: ['/exception-manage'] });

describe('frame token and options', () => {
  test('a frame token is short-lived and no session', async () => {
    const client = await signedIn('alice');
    const { data } = await client.call('frameToken');
    expect(data.expiresInS).toBe(300);
    expect((await new TestClient(app, `portolan_session=${data.token}`).call('session')).http).toBe(401);
    expect(data.token).not.toContain(client.cookie.split('=')[1]);
  });

  test('an embedded page reads with it, without cookies, and changes nothing', async () => {
    const client = await signedIn('alice');
    const { token } = (await client.call('frameToken')).data;
    const headers = { authorization: `Bearer ${token}`, origin: 'null' };
    const read = await anonymous.call('session', { headers });
    expect(read).toMatchObject({ http: 200, data: { userCode: 'alice' } });
    expect(read.headers['access-control-allow-origin']).toBe('*');
    expect(read.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await anonymous.call('updatePassword', { body: {}, headers })).http).toBe(403);
    expect((await anonymous.call('frameToken', { headers })).http).toBe(403);
    expect((await anonymous.call('session', { headers: { authorization: `Bearer ${token}x` } })).http).toBe(401);
    clock.advance(301_000);
    expect((await anonymous.call('session', { headers })).http).toBe(401);
  });

  test('it ends with the session it stands for', async () => {
    const client = await signedIn('alice');
    const { token } = (await client.call('frameToken')).data;
    await client.call('logout');
    expect((await anonymous.call('session', { headers: { authorization: `Bearer ${token}` } })).http).toBe(401);
  });

  test('only pages without an origin are let in from elsewhere', async () => {
    const ask = (origin: string) =>
      anonymous.send('OPTIONS', '/api/auth/user/session', undefined, {
        origin,
        'access-control-request-method': 'GET',
      });
    const allowed = await ask('null');
    expect(allowed.http).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, source, x-lang, x-zone',
    });
    const refused = await ask('https://evil.example');
    expect(refused.http).toBe(405);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('demo logins are shown only where the simulated world runs', async () => {
    expect((await anonymous.call('signInOptions')).data).toEqual({
      oidc: false,
      firstRun: false,
      passwordSignIn: true,
      passwordPolicy: 'standard',
      demoLogins: [],
      dataPageUrl: null,
      ftPageUrl: null,
    });
    const { anonymous: visitor } = await testApp(database, {
      settings: { demoLogins, dataPageUrl: 'https://pages.example/' },
    });
    const { data } = await visitor.call('signInOptions');
    expect(data.demoLogins.map((login: { userCode: string }) => login.userCode)).toEqual([
      'admin',
      'operator',
      'alice',
      'bob',
    ]);
    expect(data.dataPageUrl).toBe('https://pages.example/');
  });
});
