import { describe, expect, test } from 'vitest';
import { type Random, createRandom } from '#shared/random/prng.ts';
import { toVersion3 } from '#simulator/reports/dcsa3-wire.ts';
import { keysOf } from '#shared/values/objects.ts';
import { FUZZED, SLOWEST_MS, cpuMs, createStopwatch, isStorable } from '#testing/fuzz.ts';
import { bodyOf, directVoyage, exampleBill, exampleContainer, exampleReference } from './dcsa/event-builders.ts';
import { splitNotification } from './dcsa/notification.ts';
import { exampleAnswer } from './ft/freightower-builders.ts';
import { container } from '#testing/connectors/trackers/cargosmart-builders.ts';
import { shipment } from '#testing/connectors/trackers/shipsgo-builders.ts';
import { update } from '#testing/connectors/trackers/vizion-builders.ts';
import { exampleDocuments } from '#testing/connectors/trackers/terminal49-builders.ts';
import { bill } from '#testing/connectors/trackers/trackingeyes-builders.ts';
import { exampleDeclarations } from '#testing/connectors/customs/declaration-builders.ts';
import { connectors } from './index.ts';
import { mutateBytes, mutateJson } from '#testing/connectors/mutate.ts';
import { refusalReasons } from './refusal-reasons.ts';
import type { ParseRefusal } from './types.ts';

const about = [
  { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt: Date.UTC(2026, 2, 1) },
  {
    subject: 'container',
    billNo: null,
    containerNo: exampleContainer,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 2, 1),
  },
] as const;

const valid = {
  dcsa: directVoyage(),
  dcsa3: { events: directVoyage().map((event) => toVersion3(event as never, 'MERI')) },
  ft: exampleAnswer(),
  customs: exampleDeclarations(),
  cargosmart: { shipmentContent: { containerDetail: container }, errors: [] },
  shipsgo: { message: 'SUCCESS', shipment: shipment() },
  vizion: [update()],
  terminal49: exampleDocuments,
  trackingeyes: { code: 200, result: bill },
};

/** Mostly a few of the events, so that many are tried in little time. */
function someOf(protocol: keyof typeof valid, random: Random): unknown {
  if ((protocol !== 'dcsa' && protocol !== 'dcsa3') || random.chance(0.1)) return valid[protocol];
  const all = protocol === 'dcsa' ? valid.dcsa : valid.dcsa3.events;
  const from = random.int(0, all.length - 5);
  const some: unknown[] = all.slice(from, from + random.int(2, 5));
  return protocol === 'dcsa' ? some : { events: some };
}

const isExplained = ({ reason, value }: ParseRefusal): boolean =>
  (refusalReasons as readonly string[]).includes(reason) && (value ?? '').length <= 200;

describe.each(keysOf(valid))('%s', (protocol) => {
  test(`${FUZZED} bent answers never throw, never take long, never make what cannot be stored, and say what is wrong`, () => {
    const random = createRandom(`fuzz/${protocol}`);
    const stopwatch = createStopwatch();
    let [records, refused] = [0, 0];
    const unfit: string[] = [];
    for (let run = 0; run < FUZZED; run += 1) {
      const bent = bodyOf(mutateJson(someOf(protocol, random), random, random.pick([8, 40, 150])));
      const bodies = random.chance(0.2) ? [bodyOf(valid[protocol]), mutateBytes(bent, random)] : [bent];
      const requested = random.pick(about);
      const parse = () => connectors[protocol].parse(bodies, requested, exampleReference);
      const { content, observedAt, refusals } = stopwatch.run(parse);
      records += content === null ? 0 : 1;
      refused += refusals.length;
      if (!Number.isFinite(observedAt) || !isStorable({ content, refusals }) || !refusals.every(isExplained))
        unfit.push(JSON.stringify({ content, refusals }).slice(0, 400));
      if (content?.legs.some(({ sequence }, index) => sequence !== index + 1)) unfit.push('legs out of order');
    }
    expect(unfit).toEqual([]);
    expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
    expect(records).toBeGreaterThan(FUZZED / 4);
    expect(refused).toBeGreaterThan(FUZZED / 4);
  }, 60_000);
});

test(`${FUZZED} bent notifications are split into events and refusals, each with its reason`, async () => {
  const random = createRandom('fuzz/push');
  let slowestMs = 0;
  let [taken, refused] = [0, 0];
  const unfit: unknown[] = [];
  for (let run = 0; run < FUZZED; run += 1) {
    const bent = bodyOf(mutateJson(someOf(random.pick(['dcsa', 'dcsa3']), random), random, random.pick([8, 40, 150])));
    const body = random.chance(0.2) ? mutateBytes(bent, random) : bent;
    const split = async (): Promise<{ ms: number; result: Awaited<ReturnType<typeof splitNotification>> }> => {
      const before = process.threadCpuUsage();
      const result = await splitNotification(Buffer.from(body));
      return { ms: cpuMs(before), result };
    };
    const { ms, result } = await split();
    const { events, refusals } = result;
    // What was slow is done again: the machine may have been busy with something else.
    if (ms > slowestMs)
      slowestMs = Math.max(slowestMs, ms < SLOWEST_MS ? ms : Math.min(ms, (await split()).ms, (await split()).ms));
    taken += events.length;
    refused += refusals.length;
    const named = events.map(({ eventId, bills, bookings, containers }) => ({ eventId, bills, bookings, containers }));
    if (!isStorable({ named, refusals }) || !refusals.every(isExplained)) unfit.push({ named, refusals });
    if (events.length === 0 && refusals.length === 0 && body.length > 40)
      unfit.push(Buffer.from(body).toString().slice(0, 300));
  }
  expect(unfit.slice(0, 3)).toEqual([]);
  expect(slowestMs).toBeLessThan(SLOWEST_MS);
  expect(taken).toBeGreaterThan(FUZZED);
  expect(refused).toBeGreaterThan(FUZZED / 4);
}, 60_000);
