import { expect, test } from 'vitest';
import { destinationPort } from './destination.ts';

const ports = new Set(['SGSIN', 'NLRTM', 'USLAX']);
const resolve = (code: string): string | undefined => (ports.has(code) ? code : undefined);

test.each([
  ['SGSIN', 'SGSIN'],
  ['  sg sin ', 'SGSIN'],
  ['SG-SIN', 'SGSIN'],
  ['CNSHA>NLRTM', 'NLRTM'],
  ['US LAX > NL RTM', 'NLRTM'],
  ['SGSIN@@@@@', 'SGSIN'],
])('%j is a port', (text, port) => {
  expect(destinationPort(text, resolve)).toBe(port);
});

test.each(['', 'SINGAPORE', 'XXXXX', 'FOR ORDERS', 'NLRTM>', '>', 'SGSIN NLRTM', '0'.repeat(200)])(
  '%j is none',
  (text) => {
    expect(destinationPort(text, resolve)).toBeUndefined();
  },
);
