import { expect, test } from 'vitest';
import { type Random, createRandom } from '#shared/random/prng.ts';
import { FUZZED, SLOWEST_MS, createStopwatch, isStorable } from '#testing/fuzz.ts';
import { exampleReference } from '../dcsa/event-builders.ts';
import { mutateBytes } from '#testing/connectors/mutate.ts';
import { refusalReasons } from '../refusal-reasons.ts';
import { carrierSamples } from '#testing/connectors/rpa/carrier-samples.ts';
import { MAX_ANSWER_CHARS, type RobotAnswer, readAnswer, shippedReleases } from './index.ts';
import { arrivedRows, stepsPage, tablePage } from '#testing/connectors/rpa/samples.ts';

const [bill, container] = ['WILL000000001', 'WBLU0000015'];
const releases = new Map([...shippedReleases(), ['willow-track', 2]]);

const zephyrPage = `<div id="zsl-shipment"><dl><dt>Bill of lading<dd>${bill}<dt>Booking<dd>2000000001</dl></div>
<table id="zsl-equipment"><tr><th>Container<th>Type<th>Seal<tr><td>${container}<td>22G1<td>S1</table>
<dl id="zsl-deadlines"><dt>Documentation<dd>10 Feb 2026 18:00 UTC+08:00<dt>CY closing<dd>11 Feb 2026 18:00</dl><section id="zsl-milestones">
<article class="milestone actual"><h3>Loaded on vessel</h3><dl><dt>Place<dd>Shanghai (CNSHA)<dt>Vessel<dd>ZEPHYR CALM<dt>IMO<dd>9702857
<dt>Voyage<dd>004S<dt>Container<dd>${container}<dt>Status<dd>Laden<dt>Date<dd>12 Feb 2026 20:10 UTC+08:00<dt>Updated<dd>12 Feb 2026 21:00 UTC+08:00</dl></article>
<article class="milestone estimated"><h3>Vessel arrived</h3><dl><dt>Place<dd>Singapore (SGSIN)<dt>Vessel<dd>ZEPHYR CALM<dt>Date<dd>19 Feb 2026 06:00 UTC+08:00</dl></article></section>`;
const zephyrData = JSON.stringify({
  site: 'zephyr-sea-line',
  shipment: {
    billNo: bill,
    equipment: [{ no: container, type: '22G1', seal: 'S1' }],
    deadlines: [{ what: 'CY closing', time: '2026-02-11T18:00+08:00' }],
    events: [
      {
        class: 'ACT',
        event: 'Gated in full',
        port: 'CNSHA',
        place: 'Shanghai',
        container,
        empty: false,
        time: '2026-02-10T09:30+08:00',
      },
      {
        class: 'EST',
        event: 'Vessel arrived',
        port: 'SGSIN',
        place: 'Singapore',
        vessel: 'ZEPHYR CALM',
        time: '2026-02-19T06:00+08:00',
      },
    ],
  },
});

const emsMail = `<main id="mail"><dl id="mail-facts"><dt>邮件号<dd>${bill}<dt>寄件地<dd>上海 (CNSHA)<dt>寄达地<dd>釜山 (KRPUS)<dt>重量<dd>2.5 kg</dl>
<table id="mail-trace"><tr><th>时间<th>地点<th>事件<th>动态<tr><td>2026-02-12 10:00<td>釜山 (KRPUS)<td>EMI<td>妥投
<tr><td>2026-02-10 09:30<td>上海 (CNSHA)<td>EMC<td>离开<tr><td>2026-02-10 08:30<td>上海 (CNSHA)<td><td>已收寄</table></main>`;

const samples = [
  { carrierCode: 'WILL', contentType: 'html', text: tablePage(bill, container, arrivedRows(container)) },
  { carrierCode: 'WILL', contentType: 'html', text: stepsPage(bill, container, arrivedRows(container)) },
  { carrierCode: 'ZEPH', contentType: 'html', text: zephyrPage },
  { carrierCode: 'ZEPH', contentType: 'json', text: zephyrData },
  { carrierCode: 'EMS', contentType: 'html', text: emsMail },
  ...Object.values(carrierSamples),
] as const;

const oddities = [
  '<',
  '>',
  '</table>',
  '<table><tr><td>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '&#0;',
  '&#xd800;',
  '&#x10ffff;',
  '\u0000',
  '\ud800',
  '"',
  "'",
  '<tr id="wb-track">',
  '<dt><dd><dt>',
  '{"__proto__":1}',
  '[[[[',
  '9999-12-31 23:59 (UTC+99:99)',
  '2026-02-30 00:00',
  'x'.repeat(3_000),
  ' '.repeat(3_000),
  '<b>'.repeat(500),
  '<p '.repeat(500),
  '&'.repeat(2_000),
];

/** A page with a few pieces put in, taken out, doubled, swapped or bent. */
function bendPage(text: string, random: Random): string {
  let bent = text;
  for (let left = random.int(1, 6); left > 0; left -= 1) {
    const [at, length] = [random.int(0, bent.length), random.int(0, 120)];
    bent = random.pick([
      () => `${bent.slice(0, at)}${random.pick(oddities)}${bent.slice(at)}`,
      () => `${bent.slice(0, at)}${bent.slice(at + length)}`,
      () => `${bent.slice(0, at)}${bent.slice(at, at + length)}${bent.slice(at)}`,
      () => random.shuffle(bent.split('<')).join('<'),
      () =>
        bent.replaceAll(
          random.pick(['td', 'CNSHA', ':', '2026', container, 'class', '实际', '"']),
          random.pick(['', 'th', 'XX', '0', '\u0000']),
        ),
      () => bent.slice(0, at),
      () => `${bent}${bent.slice(at)}`,
      () => bent.replace(/\d+/g, () => String(random.int(0, 99_999))),
    ])();
  }
  return bent.slice(0, 60_000);
}

const answerOf = (sample: Pick<RobotAnswer, 'carrierCode' | 'contentType' | 'text'>): RobotAnswer => ({
  ...sample,
  subject: 'bill',
  subjectNo: bill,
  collectedAt: Date.UTC(2026, 2, 1),
  parserHint: null,
});

test(`${FUZZED} bent pages never throw, never take long, never make what cannot be stored, and say what is wrong`, () => {
  const random = createRandom('fuzz/pages');
  const stopwatch = createStopwatch();
  const states = new Map<string, number>();
  const unfit: string[] = [];
  for (let run = 0; run < FUZZED; run += 1) {
    const sample = random.pick(samples);
    const bent = random.chance(0.1) ? sample.text : bendPage(sample.text, random);
    const text = random.chance(0.1) ? Buffer.from(mutateBytes(Buffer.from(bent), random)).toString('utf8') : bent;
    const { state, record, parser } = stopwatch.run(() =>
      readAnswer(answerOf({ ...sample, text }), releases, exampleReference),
    );
    states.set(state, (states.get(state) ?? 0) + 1);
    const { refusals } = record;
    const isExplained = refusals.every(
      ({ reason, value }) => (refusalReasons as readonly string[]).includes(reason) && (value ?? '').length <= 200,
    );
    if (!isExplained || !isStorable(record)) unfit.push(JSON.stringify(record).slice(0, 400));
    if (state === 'refused' && (refusals.length === 0 || record.content !== null))
      unfit.push(`${state} of ${parser?.id}`);
    if (state !== 'refused' && state !== 'unknown' && record.content === null) unfit.push(`${state} without content`);
  }
  expect(unfit.slice(0, 3)).toEqual([]);
  expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
  for (const state of ['parsed', 'partly', 'refused']) expect(states.get(state), state).toBeGreaterThan(FUZZED / 20);
}, 60_000);

test.each([
  '<',
  '<a>',
  '<a b="',
  '&amp;',
  '<table id=wb-track><tr><th>x<tr><td>',
  '<!--',
  '&#x41',
  '</p>',
  '<li><p>',
  '<svg>',
  '<a b=1 c=2 d=3 e f g>',
  '<dt>',
  '<li class="step"><time class="at">',
  '[',
  '{"a":',
])('a page of the largest size made of %s alone does not hold up the others', (piece) => {
  const stopwatch = createStopwatch();
  for (const before of ['', '<main id="wb-app"><ol id="wb-steps">', '<main id="wb-cargo"><table id="wb-track">'])
    for (const contentType of ['html', 'json'] as const) {
      const text = before + piece.repeat(MAX_ANSWER_CHARS / piece.length);
      stopwatch.run(() => readAnswer(answerOf({ carrierCode: 'WILL', contentType, text }), releases, exampleReference));
    }
  expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
});
