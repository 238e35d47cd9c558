import { describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { bodyOf, directVoyage, exampleBill, exampleBox, exampleReference } from './dcsa/event-builders.ts';
import { splitNotification } from './dcsa/notification.ts';
import { exampleEnvelope } from './ft/record-builders.ts';
import { connectors } from './index.ts';
import { mutateBytes, mutateJson } from './mutate.ts';

/** No answer of this size may hold the worker up longer, in milliseconds. */
const SLOWEST_MS = 50;
const MUTATIONS = 5_000;

const about = [
  { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt: Date.UTC(2026, 2, 1) },
  {
    subject: 'container',
    billNo: null,
    containerNo: exampleBox,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 2, 1),
  },
] as const;

/** Thread time of some work: what other processes do meanwhile does not count. */
function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const before = process.threadCpuUsage();
  const result = work();
  const after = process.threadCpuUsage();
  return { ms: (after.user - before.user + after.system - before.system) / 1_000, result };
}

const valid = { dcsa: directVoyage(), ft: exampleEnvelope() } as const;

describe.each(['dcsa', 'ft'] as const)('%s', (protocol) => {
  test(`never throws, never takes long and never makes what cannot be stored of ${MUTATIONS} bent answers`, () => {
    const random = createRandom(`fuzz/${protocol}`);
    let slowestMs = 0;
    let records = 0;
    let refused = 0;
    const unfit: string[] = [];
    for (let run = 0; run < MUTATIONS; run += 1) {
      const bent = bodyOf(mutateJson(valid[protocol], random, random.pick([8, 40, 150])));
      const bodies = random.chance(0.2) ? [bodyOf(valid[protocol]), mutateBytes(bent, random)] : [bent];
      const asked = random.pick(about);
      const parse = () => connectors[protocol].parse(bodies, asked, exampleReference);
      const { ms, result } = timed(parse);
      const { content, observedAt, refusals } = result;
      // A hopeless answer is slow every time, a collection of garbage is not.
      slowestMs = Math.max(slowestMs, ms < SLOWEST_MS ? ms : Math.min(ms, timed(parse).ms, timed(parse).ms));
      if (protocol === 'dcsa' && run % 10 === 0) splitNotification(bent);
      records += content === null ? 0 : 1;
      refused += refusals.length;
      const stored = JSON.stringify({ content, refusals });
      // NUL and halves of characters cannot be kept in a database.
      if (!Number.isFinite(observedAt) || /\\u0000|\\ud[89a-f]/i.test(stored)) unfit.push(stored);
      if (refusals.some(({ value }) => (value ?? '').length > 200)) unfit.push(stored);
      if (content?.legs.some(({ sequence }, index) => sequence !== index + 1)) unfit.push(stored);
    }
    expect(unfit).toEqual([]);
    expect(slowestMs).toBeLessThan(SLOWEST_MS);
    expect(records).toBeGreaterThan(MUTATIONS / 4);
    expect(refused).toBeGreaterThan(MUTATIONS / 4);
  }, 60_000);
});
