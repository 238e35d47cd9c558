import { expect, test } from 'vitest';
import { type Random, createRandom } from '#shared/random/prng.ts';
import { exampleReference } from '../dcsa/event-builders.ts';
import { FUZZED, SLOWEST_MS, cpuMs, isStorable } from '#testing/fuzz.ts';
import { mutateBytes } from '#testing/connectors/mutate.ts';
import { parseNotices, writeNoticeBody } from './parse.ts';
import { problemCodes } from './problems.ts';
import { readEdifact } from './read-edifact.ts';
import {
  bookingConfirmation,
  bytesOf,
  gateInReport,
  interchangeOf,
  loadingReport,
  loadList,
  messageOf,
  statusReport,
} from '#testing/connectors/edifact/samples.ts';
import { instantOf } from './to-event.ts';

const about = {
  subject: 'bill',
  billNo: 'MERI123456789',
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;

const whole = [
  interchangeOf([messageOf('COARRI', loadingReport), messageOf('CODECO', gateInReport, '2')]),
  interchangeOf([messageOf('IFTMBC', bookingConfirmation), messageOf('COPRAR', loadList, '2')]),
  interchangeOf([messageOf('IFTSTA', statusReport, '1', '00B')], { syntax: 'UNOC:3' }),
  `UNA:+.?*'\r\n${interchangeOf([messageOf('IFTSTA', statusReport)], { syntax: 'UNOY:4' }).replaceAll("'", "'\r\n")}`,
];
const oddities = [
  "'",
  '+',
  ':',
  '?',
  '*',
  "''",
  "UNH+1+'",
  "UNB+'",
  'UNA',
  "UNT+9999999999+1'",
  'UNZ',
  '\u0000',
  '\n',
  "'".repeat(200),
  '+'.repeat(3_000),
  ':'.repeat(3_000),
  '?'.repeat(999),
  'EQD+CN+__proto__',
  "DTM+203:99999999999999:203'",
  'é',
  'STS+1+constructor',
  'X'.repeat(70_000),
];

/** A text with a few pieces put in, taken out, doubled, swapped or bent. */
function bendText(text: string, random: Random): string {
  let bent = text;
  for (let left = random.int(1, 8); left > 0; left -= 1) {
    const [at, length] = [random.int(0, bent.length), random.int(0, 40)];
    const segments = bent.split("'");
    bent = random.pick([
      () => `${bent.slice(0, at)}${random.pick(oddities)}${bent.slice(at)}`,
      () => `${bent.slice(0, at)}${bent.slice(at + length)}`,
      () => `${bent.slice(0, at)}${bent.slice(at, at + length)}${bent.slice(at)}`,
      () => random.shuffle(segments).join("'"),
      () => segments.filter(() => random.chance(0.9)).join("'"),
      () => bent.replaceAll(random.pick(['+', ':', "'"]), random.pick(['|', '~', '\n', ';'])),
      () => bent.slice(0, at),
      () => `${bent}${bent.slice(at)}`,
      () => bent.replace(/\d{4,}/g, () => String(random.int(0, 9_999_999))),
    ])();
    if (bent.length > 200_000) bent = bent.slice(0, 200_000);
  }
  return bent;
}

function cutInto(bytes: Uint8Array, random: Random): Uint8Array[] {
  const size = random.pick([bytes.length, 1_000, 97, 13]) || 1;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

test(`${FUZZED} bent interchanges never throw, never take long, and every refusal has its reason`, async () => {
  const random = createRandom('fuzz/edifact');
  let [slowestMs, refused, taken] = [0, 0, 0];
  const unfit: string[] = [];
  for (let run = 0; run < FUZZED; run += 1) {
    const text = bytesOf(bendText(random.pick(whole), random));
    const chunks = cutInto(random.chance(0.2) ? mutateBytes(text, random) : text, random);
    const before = process.threadCpuUsage();
    const summary = await readEdifact(chunks, (message) => {
      const source = {
        messageType: message.type ?? '',
        controlRef: null,
        messageRef: null,
        messageTime: message.messageTime,
        preparedAt: null,
        zone: null,
      };
      const parsed = parseNotices([writeNoticeBody(source, message.notices)], about, exampleReference);
      for (const notice of message.notices) instantOf(notice, source, exampleReference);
      if (message.state === 'refused') refused += 1;
      else taken += 1;
      const stored = JSON.stringify([message, parsed]);
      if (!isStorable([message, parsed])) unfit.push(stored.slice(0, 300));
      if (message.state !== 'parsed' && message.problems.length === 0) unfit.push(`no reason: ${stored.slice(0, 300)}`);
      if (message.problems.some(({ code, value }) => !(code in problemCodes) || (value?.length ?? 0) > 200))
        unfit.push(stored.slice(0, 300));
    });
    const ms = cpuMs(before);
    // A hopeless file is slow every time, a collection of garbage is not.
    if (ms > slowestMs) {
      const again = process.threadCpuUsage();
      if (ms >= SLOWEST_MS) await readEdifact(chunks, () => {});
      slowestMs = Math.max(slowestMs, ms < SLOWEST_MS ? ms : Math.min(ms, cpuMs(again)));
    }
    if (summary.messages === 0 && summary.problems.length === 0)
      unfit.push('a file without messages and without a reason');
  }
  expect(unfit).toEqual([]);
  expect(slowestMs).toBeLessThan(SLOWEST_MS);
  expect(refused).toBeGreaterThan(FUZZED / 10);
  expect(taken).toBeGreaterThan(FUZZED / 10);
}, 120_000);
