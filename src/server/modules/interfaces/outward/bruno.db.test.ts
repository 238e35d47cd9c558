import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type OutwardCall, outwardApiCalls, outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { readCollection, runCollection } from '#testing/bruno-runner.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { projectFolder } from '#testing/run-program.ts';
import { testDatabase } from '#testing/test-database.ts';

const collection = join(projectFolder, 'clients', 'bruno');
const { ask, callbackUrl, key: apiKey, listen } = await outwardApi(await testDatabase());
const variables = { baseUrl: await listen(), apiKey, callbackUrl };

const copy = mkdtempSync(join(tmpdir(), 'portolan-bruno-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** A copy of the collection with one file changed. */
function changed(file: string, change: (text: string) => string): string {
  cpSync(collection, copy, { recursive: true });
  writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
  return copy;
}

test('the collection has a request for every call of the outward API, and no other', () => {
  const requests = readCollection(collection).map(({ request: { http } }) => {
    const path = http.url
      .split('?')[0]
      ?.replace('{{baseUrl}}', '')
      .replace(/:(\w+)/g, '{$1}');
    return `${http.method.toUpperCase()} ${path}`;
  });
  const calls = Object.values<OutwardCall>(outwardApiCalls).map(
    ({ method, path }) => `${method} ${outwardBase}${path}`,
  );
  expect(requests.sort()).toEqual(calls.sort());
});

test('every request does what it promises against the product', async () => {
  const results = await runCollection(collection, variables);
  expect(results.flatMap(({ file, failed }) => failed.map((one) => `${file} ${one}`))).toEqual([]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([
    200, 200, 200, 200, 200, 200, 200, 200, 200, 201, 201, 201, 204, 204, 204,
  ]);
  // The collection ends what it creates.
  expect((await ask('/event-subscriptions')).json).toEqual([]);
});

test('a request that does not do what it promises is found', async () => {
  const folder = changed('events/getEvents.bru', (text) => text.replace('eq 200', 'eq 201'));
  const found = (await runCollection(folder, variables)).flatMap(({ failed }) => failed);
  expect(found).toEqual(['res.status: eq 201, but it is 200']);
});

test.each([
  ['a script', (text: string) => `${text}\nscript:pre-request {\n  bru.setVar("a", 1);\n}\n`],
  ['an unknown assertion', (text: string) => text.replace('eq 200', 'gt 100')],
  ['a variable without a value', (text: string) => text.replace('{{baseUrl}}', '{{other}}')],
  ['an address that differs from its parameters', (text: string) => text.replace('?limit=10', '?limit=11')],
])('the runner refuses %s', async (_name, change) => {
  await expect(runCollection(changed('events/getEvents.bru', change), variables)).rejects.toThrow();
});
