import { describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import type { ParseReference } from '../types.ts';
import { carrierSamples } from '#testing/connectors/rpa/carrier-samples.ts';
import { sampleContainer } from '#testing/connectors/rpa/sample-answer.ts';
import { answerOf, linesOf, sampleReference as reference, timeText } from '#testing/connectors/rpa/sample-lines.ts';
import { pageParsers, readAnswer, shippedReleases } from './index.ts';

const lines: Readonly<Record<string, string[]>> = {
  msc: [
    'STSP | CNSHA | 2026-02-08 | box',
    'GITM | CNSHA | 2026-02-10 | box',
    'LOBD | CNSHA | 2026-02-14 | BIRCH WAKE BW602S | box',
    'TSDC | SGSIN | 2026-02-26 | BIRCH WAKE BW602S | box',
    'TSLB | SGSIN | 2026-03-02 | AMBER TIDE AT610W | box',
    'BDAR | NLRTM | ~2026-03-20',
    'FULL TRANSSHIPMENT POSITIONED IN | SGSIN | 2026-02-28 | box',
  ],
  maersk: [
    'STSP | CNSHA | 2026-02-08 09:10 | box',
    'GITM | CNSHA | 2026-02-10 21:30 | box',
    'LOBD | CNSHA | 2026-02-12 04:00 | CEDAR GALE 610W | box',
    'DLPT | CNSHA | 2026-02-12 11:45 | CEDAR GALE 610W',
    'BDAR | NLRTM | ~2026-03-14 06:00 | CEDAR GALE 610W',
    'DSCH | NLRTM | ~2026-03-14 19:00 | CEDAR GALE 610W | box',
  ],
  cma: [
    'STSP | CNSHA | 2026-02-08 08:12 | box',
    'GITM | CNSHA | 2026-02-10 00:30 | box',
    'LOBD | CNSHA | 2026-02-12 12:05 | DUNE HERON 0AB1CD1MA | box',
    'DLPT | CNSHA | 2026-02-13 03:00 | DUNE HERON 0AB1CD1MA',
    'TSBA | SGSIN | 2026-02-20 02:00 | DUNE HERON 0AB1CD1MA',
    'TSDC | SGSIN | 2026-02-20 07:00 | DUNE HERON 0AB1CD1MA | box',
    'TSLB | SGSIN | 2026-02-24 23:00 | AMBER TIDE 0EF2GH1MA | box',
    'BDAR | NLRTM | ~2026-03-21 05:00 | AMBER TIDE 0EF2GH1MA',
  ],
  one: [
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'GITM | CNSHA | 2026-02-10 10:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | BIRCH WAKE 0207W | box',
    'DLPT | CNSHA | 2026-02-13 04:00 | BIRCH WAKE 0207W',
    'BDAR | NLRTM | ~2026-03-15 08:00 | BIRCH WAKE 0207W',
    'WEIGHED AGAIN BY MISTAKE | CNSHA | 2026-02-10 11:00 | box',
  ],
  cosco: [
    'STSP | CNSHA | 2026-02-08 07:55 | box',
    'GITM | CNSHA | 2026-02-10 10:04 | box',
    'LOBD | CNSHA | 2026-02-12 12:52 | box',
    'DSCH | NLRTM | 2026-03-15 21:13 | box',
    'STCS | NLRTM | 2026-03-18 06:53 | box',
    'RCVE | NLRTM | 2026-03-21 11:32 | box',
  ],
  sitc: [
    'STSP | CNSHA | 2026-02-08 | box',
    'LOBD | CNSHA | 2026-02-12 | 2602S | box',
    'DLPT | CNSHA | ~2026-02-11 12:00 | 2026-02-12 23:00 | 2602S',
    'TSBA | SGSIN | ~2026-02-18 12:00 | 2026-02-19 11:36 | 2602S',
    'TSDP | SGSIN | ~2026-02-26 00:00 | CEDAR GALE 2609W',
    'TSLB | SGSIN | 2026-02-26 | CEDAR GALE 2609W | box',
    'BDAR | NLRTM | ~2026-03-20 21:00 | CEDAR GALE 2609W',
    'TRANSSHIPMENT BETWEEN VESSEL | SGSIN | 2026-02-20 | box',
  ],
  fesco: ['STSP | CNSHA | 2026-02-08 16:00 | box', 'LOBD | CNSHA | 2026-02-12 18:00 | AMBER TIDE | box'],
  zhonggu: [
    'DLPT | CNSHA | ~2026-02-11 | 2026-02-12 | DUNE HERON 26004N',
    'BDAR | SGSIN | ~2026-02-19 | DUNE HERON 26004N',
  ],
  sinokor: [
    'STSP | CNSHA | 2026-02-08 10:22 | box',
    'GITM | CNSHA | 2026-02-10 01:48 | box',
    'DLPT | CNSHA | 2026-02-12 02:00 | AMBER TIDE 2605N',
    'TSBA | SGSIN | ~2026-02-19 02:00 | AMBER TIDE 2605N',
    'TSDP | SGSIN | ~2026-02-21 09:00 | BIRCH WAKE 2656W',
    'BDAR | NLRTM | ~2026-03-17 08:00 | BIRCH WAKE 2656W',
  ],
  kmtc: ['DLPT | CNSHA | ~2026-02-12 09:00 | DUNE HERON 2604S', 'BDAR | SGSIN | ~2026-02-20 01:30 | DUNE HERON 2604S'],
  kmtcData: [
    'STSP | CNSHA | 2026-02-08 09:05 | box',
    'GITM | CNSHA | 2026-02-10 18:20 | box',
    'LOBD | CNSHA | 2026-02-12 03:10 | DUNE HERON 2604S | box',
    'DLPT | CNSHA | ~2026-02-12 09:00 | DUNE HERON 2604S | box',
    'BDAR | SGSIN | ~2026-02-20 01:30 | DUNE HERON 2604S',
    'DSCH | SGSIN | 2026-02-20 06:40 | DUNE HERON 2604S | box',
    'STCS | SGSIN | 2026-02-22 10:15 | box',
    'RCVE | SGSIN | 2026-02-25 | box',
    'TRS OB | SGSIN | 2026-02-15 01:00 | box',
  ],
  smLine: [
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'GITM | CNSHA | 2026-02-10 10:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | CEDAR GALE 2601W | box',
    'DLPT | CNSHA | 2026-02-13 04:00 | CEDAR GALE 2601W',
    'BDAR | NLRTM | ~2026-03-15 08:00 | CEDAR GALE 2601W',
    'STCS | NLRTM | ~2026-03-17 08:00 | box',
  ],
  evergreen: [
    'STSP | CNSHA | 2026-02-08 | box',
    'GITM | CNSHA | 2026-02-10 | box',
    'LOBD | CNSHA | 2026-02-12 | AMBER TIDE 0123-045W | box',
    'DSCH | NLRTM | 2026-03-15 | AMBER TIDE 0123-045W | box',
    'STCS | NLRTM | 2026-03-18 | box',
  ],
  yangMing: [
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'GITM | CNSHA | 2026-02-10 10:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | DUNE HERON 011E | box',
  ],
  pil: [
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'GITM | CNSHA | 2026-02-10 10:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | AMBER TIDE VAT0123 | box',
    'DSCH | SGSIN | ~2026-02-19 | AMBER TIDE VAT0123 | box',
  ],
  dongYoung: [
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | AMBER TIDE | box',
    'BDAR | SGSIN | ~2026-02-19 08:00',
  ],
};

test.each(Object.keys(carrierSamples))('every move of %s is read, and nothing else', (name) => {
  expect(linesOf(answerOf(name))).toEqual(lines[name]);
});

test('each reader has a sample of its site', () => {
  const read = new Set(Object.values(carrierSamples).map(({ carrierCode }) => carrierCode));
  // Heung-A's page is Sinokor's; that of Arkas is known by its table alone, and the others are of fictional carriers.
  const others = ['HAL', 'ARK', 'WILL', 'ZEPH', 'EMS'];
  for (const { carrierCode, id } of pageParsers)
    expect(read.has(carrierCode) || others.includes(carrierCode), id).toBe(true);
});

test('answers of several calls are read alike as they came and as they were read', () => {
  const { answers } = JSON.parse(carrierSamples['one']?.text ?? '') as { answers: Record<string, unknown> };
  const raw = Object.fromEntries(Object.entries(answers).map(([name, body]) => [name, JSON.stringify(body)]));
  expect(linesOf(answerOf('one', JSON.stringify({ answers: raw })))).toEqual(lines['one']);
  const moves = [
    { containerNo: sampleContainer, data: carrierSamples['evergreen']?.text.replaceAll(sampleContainer, '') },
  ];
  const answered = { ...answerOf('evergreen', JSON.stringify({ answers: { moves } })), contentType: 'json' as const };
  expect(linesOf(answered)).toEqual(lines['evergreen']);
  const page = JSON.stringify({ answers: { container: carrierSamples['sinokor']?.text } });
  expect(linesOf({ ...answerOf('sinokor', page), contentType: 'json' })).toEqual(lines['sinokor']);
});

describe('words that nobody knows', () => {
  test('are shown as they are and listed once', () => {
    const { state, record } = readAnswer(answerOf('one'), shippedReleases(), reference);
    expect(state).toBe('partly');
    expect(record.refusals).toMatchObject([
      { reason: 'unknown_word', field: 'status', value: 'Weighed again by mistake' },
    ]);
  });

  test('are the milestone that an operator has stated, or none', () => {
    const mapped = (milestone: string): ParseReference => ({
      ...reference,
      milestoneOfWords: (words) => (words.startsWith('transshipment') ? milestone : undefined),
    });
    expect(linesOf(answerOf('sitc'), mapped('TSDC'))).toContain('TSDC | SGSIN | 2026-02-20 | 2602S | box');
    expect(readAnswer(answerOf('sitc'), shippedReleases(), mapped('TSDC')).record.refusals).toEqual([]);
    expect(linesOf(answerOf('sitc'), mapped(''))).toEqual(lines['sitc']);
    expect(readAnswer(answerOf('sitc'), shippedReleases(), mapped('')).record.refusals).toEqual([]);
  });
});

describe('the moves of an answer that is', () => {
  /** Every list of an answer with its values in another order, cut or doubled; a page's rows are those of its tables. */
  const bent = (value: unknown, bend: (list: readonly unknown[]) => unknown[]): unknown => {
    if (Array.isArray(value))
      return value.every((one) => typeof one === 'object') ? bend(value).map((one: unknown) => bent(one, bend)) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bent(one, bend)]));
  };
  const jsonSamples = Object.keys(carrierSamples).filter((name) => carrierSamples[name]?.contentType === 'json');
  const bentLines = (name: string, bend: (list: readonly unknown[]) => unknown[]): string[] =>
    linesOf(answerOf(name, JSON.stringify(bent(JSON.parse(carrierSamples[name]?.text ?? ''), bend))));

  test.each(jsonSamples)('shuffled or doubled are the same: %s', (name) => {
    const random = createRandom(`order of ${name}`);
    for (let run = 0; run < 10; run += 1)
      expect(bentLines(name, (list) => random.shuffle([...list]))).toEqual(lines[name]);
    expect(bentLines(name, (list) => [...list, ...list])).toEqual(lines[name]);
  });

  test.each(jsonSamples)('written in full width, with blanks of word processors, are the same: %s', (name) => {
    const wide = (text: string): string =>
      ` \u00a0${text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u00a0\u3000')}\u200b`;
    const written = (value: unknown): unknown =>
      typeof value === 'string'
        ? /^(?:[{[]|\/Date)|</.test(value)
          ? value
          : wide(value)
        : Array.isArray(value)
          ? value.map(written)
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one)]))
            : value;
    const text = JSON.stringify(written(JSON.parse(carrierSamples[name]?.text ?? '')));
    expect(linesOf(answerOf(name, text))).toEqual(lines[name]);
  });

  test.each(jsonSamples)('cut are some of the same, or what is known of less: %s', (name) => {
    const random = createRandom(`parts of ${name}`);
    // What happened at one time, in one place and to one container, by whichever milestone: less may be known of where it was on the way.
    const factsOf = (all: readonly string[]): Set<string> =>
      new Set(
        all.flatMap((line) =>
          [...line.matchAll(/~?\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g)].map(([time]) => `${line.split(' | ')[1]} ${time}`),
        ),
      );
    const known = factsOf(lines[name] ?? []);
    for (let run = 0; run < 20; run += 1)
      for (const fact of factsOf(bentLines(name, (list) => list.filter(() => random.chance(0.8)))))
        expect(known).toContain(fact);
  });
});

describe('what lies between two ports', () => {
  const move = (words: string, mode: string, day: string, port: string, ship = '') => ({
    DateString: day,
    TimeString: '09:00 AM',
    State: 'DONE',
    StatusDescription: words,
    Vessel: ship,
    LocationCode: port,
    ModeOfTransport: mode,
  });
  const linesOfMoves = (...PastMoves: readonly object[]): string[] =>
    linesOf(answerOf('cma', JSON.stringify({ ContainerReference: sampleContainer, PastMoves })));

  test('a barge before the sea is no ship of the voyage', () => {
    expect(
      linesOfMoves(
        move('Barge Departure', 'BARGE', '2026-02-08', 'NLRTM'),
        move('Barge Arrival', 'BARGE', '2026-02-09', 'SGSIN'),
        move('Loaded on board', 'VESSEL', '2026-02-10', 'SGSIN', 'AMBER TIDE'),
        move('Vessel Departure', 'VESSEL', '2026-02-11', 'SGSIN', 'AMBER TIDE'),
      ),
    ).toEqual([
      'PCDP | NLRTM | 2026-02-08 09:00',
      'PCAR | SGSIN | 2026-02-09 09:00',
      'LOBD | SGSIN | 2026-02-10 09:00 | AMBER TIDE | box',
      'DLPT | SGSIN | 2026-02-11 09:00 | AMBER TIDE',
    ]);
  });

  test('full containers pass gates of a port of transhipment, ships berth there, and both are shown in their words', () => {
    expect(
      linesOfMoves(
        move('Loaded on board', 'VESSEL', '2026-02-01', 'CNSHA', 'AMBER TIDE'),
        move('Vessel Berthed', 'VESSEL', '2026-02-08', 'SGSIN', 'AMBER TIDE'),
        move('Discharged', 'VESSEL', '2026-02-09', 'SGSIN', 'AMBER TIDE'),
        move('Full gate out', 'TRUCK', '2026-02-10', 'SGSIN'),
        move('Loaded on board', 'VESSEL', '2026-02-12', 'SGSIN', 'BIRCH WAKE'),
        move('Vessel Berthed', 'VESSEL', '2026-03-12', 'NLRTM', 'BIRCH WAKE'),
      ),
    ).toEqual([
      'LOBD | CNSHA | 2026-02-01 09:00 | AMBER TIDE | box',
      'TSDC | SGSIN | 2026-02-09 09:00 | AMBER TIDE | box',
      'TSLB | SGSIN | 2026-02-12 09:00 | BIRCH WAKE | box',
      'VESSEL BERTHED | SGSIN | 2026-02-08 09:00 | AMBER TIDE | box',
      'FULL GATE OUT | SGSIN | 2026-02-10 09:00 | box',
      'POCA | NLRTM | 2026-03-12 09:00 | BIRCH WAKE',
    ]);
  });
});

test('a return that is expected only ends no trip', () => {
  const move = (words: string, State: string, day: string, port: string, ship = '') => ({
    DateString: day,
    StatusDescription: words,
    State,
    Vessel: ship,
    LocationCode: port,
  });
  const PastMoves = [move('Empty to shipper', 'DONE', '2026-02-08', 'CNSHA')];
  // The ship is late, and the day of the return has not been moved yet.
  const ProvisionalMoves = [
    move('Vessel Arrival', 'NONE', '2026-04-20', 'NLRTM', 'AMBER TIDE'),
    move('Empty in depot', 'NONE', '2026-04-12', 'NLRTM'),
  ];
  const text = JSON.stringify({ ContainerReference: sampleContainer, PastMoves, ProvisionalMoves });
  expect(linesOf(answerOf('cma', text))).toEqual([
    'STSP | CNSHA | 2026-02-08 | box',
    'RCVE | NLRTM | ~2026-04-12 | box',
    'BDAR | NLRTM | ~2026-04-20 | AMBER TIDE',
  ]);
});

test('a place that nobody knows keeps its name, and its time is kept as a day', () => {
  const text = carrierSamples['fesco']?.text.replaceAll('Shanghai', 'Nowhere').replaceAll('China', 'Russia');
  expect(linesOf(answerOf('fesco', text))).toEqual([
    'STSP | NOWHERE | 2026-02-08 | box',
    'LOBD | NOWHERE | 2026-02-12 | AMBER TIDE | box',
  ]);
});

test.each([
  ['ESBCN', 'ESZZA', 'Europe/Madrid', '2026-02-08 09:00'],
  ['USLAX', 'USZZA', 'America/Los_Angeles', '2026-02-08'],
])('the clock of an unknown place beside %s', (port, inland, zone, time) => {
  const move = (words: string, day: string, code: string) => ({
    DateString: day,
    TimeString: '09:00 AM',
    StatusDescription: words,
    LocationCode: code,
  });
  const PastMoves = [move('Ready to be loaded', '2026-02-08', inland), move('Loaded on board', '2026-02-10', port)];
  const zoneOf = (code: string): string | undefined => (code === port ? zone : undefined);
  const answer = answerOf('cma', JSON.stringify({ ContainerReference: sampleContainer, PastMoves }));
  const { record } = readAnswer(answer, shippedReleases(), { ...reference, zoneOf });
  const at = record.content?.events.find(({ portCode }) => portCode === inland)?.actual ?? 0;
  expect(timeText(at, zone, '')).toBe(time);
});

test('a container that came after the hour of a schedule is brought before the sea all the same', () => {
  const late = carrierSamples['sinokor']?.text
    .replaceAll('Departure<', 'Departure (Scheduled)<')
    .replaceAll('02-10 TUE', '02-13 FRI');
  expect(linesOf(answerOf('sinokor', late)).slice(0, 2)).toEqual([
    'STSP | CNSHA | 2026-02-08 10:22 | box',
    'DLPT | CNSHA | ~2026-02-12 02:00 | AMBER TIDE 2605N',
  ]);
  expect(linesOf(answerOf('sinokor', late))).toEqual(
    expect.arrayContaining([
      'GITM | CNSHA | 2026-02-13 01:48 | box',
      'BDAR | NLRTM | ~2026-03-17 08:00 | BIRCH WAKE 2656W',
    ]),
  );
});

test('what is to be later than the answer, on whatever clock, is expected', () => {
  const at = (time: string): string[] =>
    linesOf(answerOf('fesco', carrierSamples['fesco']?.text.replaceAll('2026-02-12T18:00', time)));
  expect(at('2026-04-01T20:00')).toContain('LOBD | CNSHA | ~2026-04-01 20:00 | AMBER TIDE | box');
  expect(at('2026-04-01T08:00')).toContain('LOBD | CNSHA | 2026-04-01 08:00 | AMBER TIDE | box');
});

test('a carrier that does not know the shipment is no failure', () => {
  for (const [carrierCode, value] of [
    ['MSC', { IsSuccess: false, Data: 'No matching tracking information.' }],
    ['MSK', { origin: null, containers: [] }],
    ['MSK', { status: 404, message: 'No results found' }],
    ['ONEY', { status: 200, code: 1, message: 'Success', data: [] }],
    ['COSU', { code: '200', data: { content: { containers: [], notFound: 'X' } } }],
    ['SITC', { code: 1, data: { list1: [], list2: [], list3: [] } }],
    ['ZGX', { backCode: '200', object: [] }],
    ['FES', { containers: [], missing: ['X'] }],
    ['YML', { successCnt: 0, blList: [], containerList: [] }],
    ['COSU', { code: '200', message: 'No data', data: null }],
    ['SITC', { code: 1, msg: 'success', data: null }],
    ['PIL', { success: false, message: 'No record' }],
    ['SNK', { answers: { search: [] } }],
  ] as const) {
    const answer = { ...answerOf('msc', JSON.stringify(value)), carrierCode };
    expect(readAnswer(answer, shippedReleases(), reference).state, carrierCode).toBe('unknown');
  }
  const page = '<table><tr><td>B/L No.</td></tr></table><p>No information on B/L No., please enter it again.</p>';
  expect(readAnswer(answerOf('evergreen', page), shippedReleases(), reference).state).toBe('unknown');
});

test('a site that fails says nothing of the shipment', () => {
  for (const [carrierCode, value] of [
    ['MSC', { IsSuccess: false, Data: null }],
    ['MSK', { status: 500, message: 'Internal error' }],
    ['ONEY', { status: 200, code: 0, message: 'Failed', data: null }],
    ['ZGX', { backCode: '500', backMessage: 'Error', object: null }],
    ['SMLINE', { TRANS_RESULT_KEY: 'F', Exception: 'Error', list: [] }],
    ['COSU', { code: '500', message: 'Error', data: null }],
  ] as const) {
    const answer = { ...answerOf('msc', JSON.stringify(value)), carrierCode };
    expect(readAnswer(answer, shippedReleases(), reference).state, carrierCode).toBe('refused');
  }
});

test('a shipment that has not moved yet is known by its number, its ports and its arrival', () => {
  const container = { ContainerNumber: sampleContainer, PodEtaDate: '20/05/2026' };
  const read = (Events: unknown) =>
    readAnswer(
      answerOf(
        'msc',
        JSON.stringify({
          IsSuccess: true,
          Data: {
            BillOfLadings: [
              { GeneralTrackingInfo: { PortOfDischarge: 'ROTTERDAM, NL' }, ContainersInfo: [{ ...container, Events }] },
            ],
          },
        }),
      ),
      shippedReleases(),
      reference,
    );
  expect(read([])).toMatchObject({ state: 'parsed', record: { content: { booking: { portOfDischarge: 'NLRTM' } } } });
  // Where the list of moves is gone, the layout has changed.
  expect(read(undefined).state).toBe('refused');
});
