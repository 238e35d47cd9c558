import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type OutwardCall, outwardApiCalls, outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { eventFilters } from '#contract/interfaces/outward-api/filters.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const library = read('portolan.py');

// Runs also where there is no Python: a call that the product no longer has would otherwise be found by nobody.
test('the Python example makes calls that the product has', () => {
  expect(library).toContain(`BASE = "${outwardBase}"`);
  const made = [...library.matchAll(/_send\("([A-Z]+)", "([^"]+)"/g)].map(([, method, path]) => `${method} ${path}`);
  expect(made.length).toBeGreaterThanOrEqual(4);
  const offered = Object.values<OutwardCall>(outwardApiCalls).map(({ method, path }) => `${method} ${path}`);
  for (const call of made) expect(offered).toContain(call);
});

test('the Python example uses filters, headers and codes that the product has', () => {
  const names = [...read('example.py').matchAll(/\b(?:events|create_hook)\([^)]*?\b(\w+)=(?!=)/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThanOrEqual(2);
  for (const name of names) expect([...Object.keys(eventFilters), 'limit', 'sort']).toContain(name);
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'Next-Page'])
    expect(library).toContain(`"${header}"`);
});
