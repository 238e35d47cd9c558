import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import { seedMasterData, seedWorld } from '#server/modules/world/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { testProductModules } from './product-modules.ts';
import { testApp, type TestClient } from './test-app.ts';
import { testDatabase } from './test-database.ts';

/**
 * Answers the calls of the screens under test by the product itself, in the same process, as this person. Call it once,
 * outside of tests; the file imports `dom-beside-server.ts` first.
 */
export function answerFromProduct(client: TestClient): void {
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = async (address, init) => {
      const body = typeof init?.body === 'string' ? init.body : undefined;
      const answer = await client.send((init?.method ?? 'GET') as 'GET' | 'POST', String(address), body);
      return new Response(answer.text, { status: answer.http, headers: { 'content-type': 'application/json' } });
    };
  });
  afterAll(() => {
    globalThis.fetch = realFetch;
  });
}

/** The product with its reference data and the tenants and users of the world; screens are answered as its administrator. */
export async function productWithWorld(): Promise<{ database: Database; admin: TestClient }> {
  const database = await testDatabase();
  await seedMasterData(database);
  await seedWorld(database, { baseUrl: 'http://127.0.0.1:1', secretKey: [randomBytes(32)], carriers: [] });
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  const admin = await signedIn('admin');
  answerFromProduct(admin);
  return { database, admin };
}
