import { describe, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import type { CallShape } from '#contract/call.ts';
import type { CallName } from '#contract/paths.ts';
import { inputOf } from '#testing/call-inputs.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { callTraits, casesHere } from '#testing/sample.ts';
import { TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { app } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { validateAnswers: false },
});
const tenant = await buildTenant(database);
const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin', allTenants: true });

const values = [
  { text: '1e308', number: 1e308 },
  { text: '-9999999999999999999', number: -1e308 },
  { text: '99999-99-99T99:99:99Z', number: 9_007_199_254_740_991 },
  { text: '\u0000%_\\', number: 0.1 },
] as const;

/** Calls that take anything at all from a caller. */
const taking = (Object.keys(calls) as CallName[]).filter((name) => {
  const { query, body, params }: CallShape = calls[name];
  return app.registeredCalls.has(name) && [query, body, params].some((part) => part !== undefined);
});

describe('values that nobody means', { timeout: 60_000 }, () => {
  test.each(casesHere(taking, callTraits))('%s answers them as an error of the caller', async (name) => {
    for (const hostile of values) {
      // A new session each time, since some calls end it.
      const token = await app.deps.sessions.open(boss.id, { ip: null, userAgent: null });
      const client = new TestClient(app, `portolan_session=${token}`);
      for (const everything of [false, true]) {
        const input = inputOf(name, { id: 1, texts: {}, everything, hostile });
        const { http, msg } = await client.call(name, input);
        expect({ http, msg, input: http === 500 ? input : null }).toMatchObject({ http: expect.not.toBeOneOf([500]) });
      }
    }
  });
});
