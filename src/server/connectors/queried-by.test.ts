import { expect, test } from 'vitest';
import { connectors, protocolsQueriedBy } from './index.ts';

test('every connector is registered by its own protocol', () => {
  for (const [name, { protocol }] of Object.entries(connectors)) expect(protocol).toBe(name);
});

test('a connector that nobody or only a robot asks refuses to be pulled', async () => {
  const request = {
    baseUrl: 'http://127.0.0.1:1',
    credential: null,
    subject: 'bill' as const,
    billNo: 'X',
    containerNo: null,
    carrierCode: 'X',
    etag: null,
    now: 0,
    timeoutMs: 100,
    maxBytes: 100,
  };
  const unpulled = Object.values(connectors).filter(({ queriedBy }) => queriedBy !== 'pipeline');
  expect(unpulled.map(({ protocol }) => protocol)).toEqual(['ais', 'edifact', 'rpa', 'cargoimp', 'coldchain']);
  for (const { pull } of unpulled) await expect(pull(request)).rejects.toThrow(/bad_answer|config_error/);
});

test('only partners of EDIFACT withdraw by leaving nothing, and only pages are brought by robots', () => {
  const withdrawing = Object.values(connectors).filter(({ emptyMeans }) => emptyMeans === 'withdrawn');
  expect(withdrawing.map(({ protocol }) => protocol)).toEqual(['edifact']);
  expect(protocolsQueriedBy('robots')).toEqual(['rpa']);
});
