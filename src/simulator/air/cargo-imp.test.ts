import { expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { fsuProblems } from '#testing/standards/cargo-imp.ts';
import { messagesOf, unsent } from './cargo-imp.ts';
import { createConsignments } from './consignments.ts';

const start = Date.UTC(2026, 10, 18, 6);

test('status messages of the airlines are as Cargo-IMP has them', () => {
  const random = createRandom('cargo-imp-standard');
  const messages = createConsignments('cargo-imp-standard')
    .booked(start - 30 * DAY_MS, start)
    .flatMap((one) =>
      one.statuses.filter(({ code }) => !unsent.has(code)).flatMap((status) => messagesOf(one, status, random)),
    )
    .filter((message) => message.startsWith('FSU/'));
  expect(new Set(messages.map((message) => message.split('\n')[2]?.slice(0, 3)))).toContain('DIS');
  expect([...new Set(messages.flatMap(fsuProblems))].slice(0, 10)).toEqual([]);
});

test('the check finds what Cargo-IMP does not have', () => {
  const message = 'FSU/14\n784-12345675PVGFRA/T10K1000\nRCF/CZ461/10MAR0730/FRA/T10K1000\n';
  expect(fsuProblems(message)).toEqual([]);
  for (const [from, into] of [
    ['RCF/', 'RCX/'],
    ['K1000\nRCF', 'X1000\nRCF'],
    ['0730', '2530'],
    ['/FRA/', '/'],
  ] as const)
    expect(fsuProblems(message.replace(from, into)), from).not.toEqual([]);
});
