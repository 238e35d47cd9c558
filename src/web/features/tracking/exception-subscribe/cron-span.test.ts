import { expect, test } from 'vitest';
import { cronSpan } from './cron-span.ts';

test.each([
  ['0/30 * * * * ?', { unit: 'seconds', count: 30 }],
  ['0 0/15 * * * ?', { unit: 'minutes', count: 15 }],
  ['0 0 0/2 * * ?', { unit: 'hours', count: 2 }],
  ['0 15 10 * * ?', undefined],
  ['', undefined],
])('%s is shown as how often', (expression, span) => expect(cronSpan(expression)).toEqual(span));
