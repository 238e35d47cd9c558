import { expect, test } from 'vitest';
import { type Random, createRandom } from '#shared/random/prng.ts';
import { FUZZED, SLOWEST_MS, createStopwatch } from '#testing/fuzz.ts';
import { EventQueryError } from './event-filter.ts';
import { readFilters } from './event-subscriptions.ts';
import { readQuestion } from './query-events.ts';

const names = [
  'eventType',
  'eventClassifierCode',
  'shipmentEventTypeCode',
  'transportEventTypeCode',
  'equipmentEventTypeCode',
  'transportDocumentReference',
  'equipmentReference',
  'carrierBookingReference',
  'vesselIMONumber',
  'UNLocationCode',
  'eventCreatedDateTime',
  'eventCreatedDateTime:gte',
  'eventCreatedDateTime:constructor',
  'limit',
  'cursor',
  'sort',
  '__proto__',
  'constructor',
  'toString',
  '',
];
const values = [
  'TRANSPORT',
  'EQUIPMENT,SHIPMENT',
  'ACT',
  'DEPA,ARRI',
  'LOAD',
  'MERI123456789',
  'MSKU6011672',
  '9321483',
  'CNSHA',
  '2026-03-01T00:00:00Z',
  '2026-02-30T00:00:00+08:00',
  '100',
  '0',
  '-1',
  '1e9',
  'NaN',
  'eventDateTime:ASC',
  'eventDateTime:sideways',
  '__proto__',
  '',
  ' ',
  ',,,,',
  '\u0000',
  '\ud800',
  'a'.repeat(5_000),
  ','.repeat(5_000),
  '%',
  Buffer.from('{"offset":-1}').toString('base64url'),
  Buffer.from('[[[[').toString('base64url'),
];

const pairs = (random: Random): [string, string][] =>
  Array.from({ length: random.int(0, 5) }, () => [random.pick(names), random.pick(values)]);

/** What is made of an input: a question, or words that say what is wrong with it. */
function outcomeOf(work: () => unknown): { taken: unknown } | { why: string } {
  try {
    return { taken: work() };
  } catch (error) {
    if (error instanceof EventQueryError) return { why: error.message };
    throw error;
  }
}

test.each([
  ['questions', (random: Random) => () => readQuestion(new URLSearchParams(pairs(random)))],
  [
    'subscriptions',
    (random: Random) => {
      const odd = [null, 1, {}, [], [null], ['ACT', 5], { a: [] }];
      const fields = pairs(random).map(([name, value]) => [name, random.chance(0.3) ? random.pick(odd) : value]);
      const body = Object.fromEntries([...fields, ['callbackUrl', 'http://x.example/']]) as Record<string, unknown>;
      return () => readFilters(body);
    },
  ],
] as const)(`${FUZZED} odd %s are taken or refused in words, quickly`, (_name, build) => {
  const random = createRandom('fuzz/outward');
  const stopwatch = createStopwatch();
  let [taken, refused] = [0, 0];
  const unfit: string[] = [];
  for (let run = 0; run < FUZZED; run += 1) {
    const work = build(random);
    const outcome = stopwatch.run(() => outcomeOf(work));
    if ('taken' in outcome) taken += 1;
    else {
      refused += 1;
      if (outcome.why.length < 6 || outcome.why.length > 300) unfit.push(outcome.why);
    }
  }
  expect(unfit).toEqual([]);
  expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
  expect(taken).toBeGreaterThan(FUZZED / 50);
  expect(refused).toBeGreaterThan(FUZZED / 4);
});
