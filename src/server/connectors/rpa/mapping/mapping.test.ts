import { describe, expect, test, vi } from 'vitest';
import { mappingFaults, mappingRoles, type PageMapping } from '#contract/intake/page-mapping.ts';
import { createRandom } from '#shared/random/prng.ts';
import { createPortNames } from '#domain/administration/ports/port-names.ts';
import { exampleReference } from '../../dcsa/event-builders.ts';
import type { ParseReference } from '../../types.ts';
import { carrierSamples } from '#testing/connectors/rpa/carrier-samples.ts';
import {
  mappingParser,
  openAnswer,
  readAnswer,
  readBy,
  readMapped,
  shippedReleases,
  suggestMappings,
} from '../index.ts';
import { sampleContainer } from '#testing/connectors/rpa/sample-answer.ts';
import type { PageParser, RobotAnswer } from '../types.ts';
import { readMappedTime } from './mapped-time.ts';

const names = [
  ['CNSHA', 'Shanghai', 'CN'],
  ['SGSIN', 'Singapore', 'SG'],
  ['NLRTM', 'Rotterdam', 'NL'],
].map(([code = '', name = '', countryCode = '']) => ({ code, name, nameCn: null, countryCode }));
const reference: ParseReference = { ...exampleReference, portNamed: createPortNames(() => names) };

const answerOf = (text: string, contentType: 'html' | 'json', subjectNo = sampleContainer) =>
  openAnswer({
    carrierCode: 'MERI',
    subject: 'container',
    subjectNo,
    collectedAt: Date.UTC(2026, 3, 1),
    contentType,
    parserHint: null,
    text,
  } satisfies RobotAnswer);
type Opened = ReturnType<typeof answerOf>;

const parserFor = (mapping: PageMapping): PageParser =>
  mappingParser({ id: 'own-meri-1', version: 1, carrierCode: 'MERI', name: 'Table', mapping });
const suggested = (answer: Opened): PageMapping => {
  const [best] = suggestMappings(answer, reference);
  if (best === undefined) throw new Error('nothing was found');
  expect(mappingFaults(best.mapping)).toEqual([]);
  return best.mapping;
};
type Record = ReturnType<typeof readBy>['record'];
const linesOf = ({ content }: Record): string[] =>
  (content?.events ?? []).map(({ statusCode, containerNo, portCode, estimated, actual, vesselName, voyage }) =>
    [statusCode, containerNo, portCode, estimated === null ? '' : '~', estimated ?? actual, vesselName, voyage].join(
      ' ',
    ),
  );
const read = (answer: Opened, mapping: PageMapping) => readBy(parserFor(mapping), answer, reference);

const moves = [
  ['Empty picked up', '2026-02-08 09:00', 'Shanghai', ''],
  ['Gate in full', '2026-02-10 10:00', 'Shanghai', ''],
  ['Loaded on vessel', '2026-02-12 23:30', 'Shanghai', 'AMBER TIDE/2605N'],
  ['Discharged', '2026-02-19 02:00*', 'Singapore', 'AMBER TIDE/2605N'],
];
const titles = ['Event', 'Date & Time', 'Location', 'Vessel / Voyage'];
const rowOf = (cells: readonly string[], cell = 'td'): string =>
  `<tr>${cells.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`;
const tableOf = (rows: readonly (readonly string[])[], order = [0, 1, 2, 3]): string => {
  const inOrder = (row: readonly string[]): string[] => order.map((at) => row[at] ?? '');
  return `<table>${rowOf(inOrder(titles), 'th')}${rows.map((row) => rowOf(inOrder(row))).join('')}</table>`;
};
const pageOf = (rows = moves, order = [0, 1, 2, 3]): string =>
  `<p>Container ${sampleContainer}</p>${tableOf(rows, order)}`;

describe('columns that are only guessed read as the product’s own parser', () => {
  test.each(['cosco', 'evergreen', 'maersk', 'zhonggu'])('%s', (name) => {
    const sample = carrierSamples[name];
    if (sample === undefined) throw new Error(name);
    const answer = { ...answerOf(sample.text, sample.contentType), carrierCode: sample.carrierCode };
    expect(linesOf(read(answer, suggested(answer)).record)).toEqual(
      linesOf(readAnswer(answer, shippedReleases(), reference).record),
    );
  });
});

describe('a table', () => {
  const mapping = suggested(answerOf(pageOf(), 'html'));
  const wanted = linesOf(read(answerOf(pageOf(), 'html'), mapping).record);

  test('is read with the container above it, what is expected by its star, ship and voyage', () => {
    expect(mapping).toMatchObject({ source: 'table', box: 'above', dayFirst: null, clock: 'place' });
    expect(wanted).toEqual([
      `STSP ${sampleContainer} CNSHA  ${Date.UTC(2026, 1, 8, 1)}  `,
      `GITM ${sampleContainer} CNSHA  ${Date.UTC(2026, 1, 10, 2)}  `,
      `LOBD ${sampleContainer} CNSHA  ${Date.UTC(2026, 1, 12, 15, 30)} AMBER TIDE 2605N`,
      `DSCH ${sampleContainer} SGSIN ~ ${Date.UTC(2026, 1, 18, 18)} AMBER TIDE 2605N`,
    ]);
  });

  test('says the same with its rows and columns in any order, doubled, and less when it is cut', () => {
    const random = createRandom('rows of a table');
    for (let run = 0; run < 40; run += 1) {
      const order = random.shuffle([0, 1, 2, 3]);
      const lines = (rows: string[][]) => linesOf(read(answerOf(pageOf(rows, order), 'html'), mapping).record);
      expect(lines(random.shuffle([...moves, ...moves.slice(0, random.int(0, 4))]))).toEqual(wanted);
      const facts = new Set(wanted.map((line) => line.slice(5)));
      const cut = random.shuffle([...moves]).slice(0, random.int(1, 4));
      for (const line of lines(cut)) expect(facts).toContain(line.slice(5));
    }
  });

  test('of another layout is not read, and a column that is gone is named', () => {
    const parser = parserFor(mapping);
    expect(
      parser.accepts(
        answerOf('<table><tr><th>Date</th><th>Price</th></tr><tr><td>1</td><td>2</td></tr></table>', 'html'),
      ),
    ).toBe(false);
    const renamed = answerOf(pageOf().replace('>Location<', '>Where<'), 'html');
    expect(parser.accepts(renamed)).toBe(true);
    expect(read(renamed, mapping).record.refusals).toContainEqual(
      expect.objectContaining({ reason: 'column_gone', value: 'Location' }),
    );
    expect(linesOf(read(renamed, mapping).record)).toEqual([]);
  });

  test('without rows, or with the words for it, is a shipment that nobody knows', () => {
    expect(read(answerOf(pageOf([]), 'html'), mapping).state).toBe('unknown');
    const reported = { ...mapping, unknownText: 'no record' };
    const released = new Map([['own-meri-1', 1]]);
    const readNow = (text: string) =>
      readAnswer(answerOf(text, 'html'), released, reference, [parserFor(reported)]).state;
    expect(readNow('<p>Sorry, No record found</p>')).toBe('unknown');
    expect(readNow('<p>Sorry, try again</p>')).toBe('refused');
    expect(readNow(`${pageOf()}<p>If no record is shown, call us</p>`)).toBe('parsed');
  });

  test('leaves a page of another layout to the parser that knows it, also with its words for an unknown shipment', () => {
    const sample = carrierSamples['evergreen'];
    if (sample === undefined) throw new Error('no sample');
    const { carrierCode, contentType, text } = sample;
    const unknownText = text.slice(0, 12);
    const own = mappingParser({
      id: 'own',
      version: 1,
      carrierCode,
      name: 'Table',
      mapping: { ...mapping, unknownText },
    });
    const answer = { ...answerOf(text, contentType), carrierCode };
    const { parser } = readAnswer(answer, new Map([...shippedReleases(), ['own', 1]]), reference, [own]);
    expect(parser?.id).toBe('evergreen-track');
  });

  test('says of each row what became of it', () => {
    const rows = [...moves, ['Gate out full', '2026-13-45', 'Singapore', ''], ['Empty returned', '', 'Singapore', '']];
    const { outcomes, reading } = readMapped(answerOf(pageOf(rows), 'html'), mapping);
    expect(outcomes.map(({ state }) => state)).toEqual(['read', 'read', 'read', 'read', 'unread', 'empty']);
    expect(reading.refusals).toMatchObject([{ reason: 'bad_time', index: 4, value: '2026-13-45' }]);
  });

  test('lists words that nobody knows, and shows them as they are', () => {
    const { record } = read(
      answerOf(pageOf([...moves, ['Weighed by mistake', '2026-02-11 08:00', 'Shanghai', '']]), 'html'),
      mapping,
    );
    expect(record.refusals).toMatchObject([{ reason: 'unknown_word', value: 'Weighed by mistake' }]);
    expect(record.content?.events.some(({ statusCode }) => statusCode === 'WEIGHED BY MISTAKE')).toBe(true);
  });
});

test('each group of rows is of the container that is named above it, also where its cell spans them', () => {
  const [first, second] = [sampleContainer, 'MSCU6639870'];
  const grouped = `<h4>${first}</h4>${tableOf(moves.slice(0, 2))}<h4>${second}</h4>${tableOf(moves.slice(2))}`;
  const containersOf = (answer: Opened, mapping: PageMapping) =>
    readMapped(answer, mapping).reading.notices.flatMap(({ containerNo }) => containerNo ?? []);
  const above = answerOf(grouped, 'html', '');
  expect(containersOf(above, suggested(above)).toSorted()).toEqual([first, first, second, second].toSorted());
  const spanning = answerOf(
    `<table>${rowOf(['Container', ...titles], 'th')}<tr><td rowspan="2">${first}</td>${rowOf(moves[0] ?? []).slice(4)}${rowOf(moves[1] ?? [])}</table>`,
    'html',
    '',
  );
  expect(containersOf(spanning, suggested(spanning))).toEqual([first, first]);
});

test('lines with a separator are read as a table', () => {
  const answer = answerOf([titles, ...moves].map((row) => row.join(';')).join('\n'), 'html');
  const mapping = suggested(answer);
  expect(mapping).toMatchObject({ source: 'text', box: 'asked' });
  expect(linesOf(read(answer, mapping).record)).toHaveLength(4);
});

test('JSON in texts is opened, and what lies apart from the rows is not theirs', () => {
  const list = moves.map(([event, when, where]) => ({ eventName: event, eventDate: when, at: { portName: where } }));
  const data = {
    status: 'ok',
    destination: { city: 'Rotterdam' },
    boxes: [JSON.stringify({ containerNo: sampleContainer, list })],
  };
  const answer = answerOf(JSON.stringify(data), 'json', '');
  const mapping = suggested(answer);
  expect(mapping.rows).toBe('boxes[].list[]');
  expect(mapping.columns.map(({ role, column }) => `${role} ${column}`)).toEqual([
    'move boxes[].list[].eventName',
    'time boxes[].list[].eventDate',
    'place boxes[].list[].at.portName',
    'container boxes[].containerNo',
  ]);
  expect(readMapped(answer, mapping).reading.notices).toHaveLength(4);
});

test('a long text of JSON beside the rows is opened once, not for each row and column', () => {
  const list = Array.from({ length: 1_500 }, () => ({ eventName: 'Gate in full', eventDate: '2026-02-10 10:00' }));
  const ports = Array.from({ length: 30 }, (_, at) => `name${at}`);
  const beside = { ...Object.fromEntries(ports.map((name) => [name, 'x'])), much: Array<number>(90_000).fill(1) };
  const answer = answerOf(JSON.stringify({ beside: JSON.stringify(beside), list }), 'json');
  const [text, parse] = [JSON.stringify(beside), JSON.parse];
  let times = 0;
  const watched = vi.spyOn(JSON, 'parse').mockImplementation((one: string) => {
    if (one === text) times += 1;
    return parse(one);
  });
  suggestMappings(answer, reference);
  readMapped(answer, {
    ...suggested(answer),
    rows: 'list[]',
    columns: [
      { column: 'list[].eventName', role: 'move' },
      { column: 'list[].eventDate', role: 'time' },
      { column: 'beside.name1', role: 'place' },
    ],
  });
  watched.mockRestore();
  expect(times).toBe(1);
});

describe('a time', () => {
  const by = { dayFirst: null, clock: 'place' } as const;
  test.each([
    ['2026-02-08', by, '2026-02-08', null],
    ['2026-02-08T09:05:00Z', by, '2026-02-08 09:05', null],
    ['2026-02-08T09:05:00Z', { ...by, clock: 'utc' }, '2026-02-08 09:05', 0],
    ['2026-02-08 09:05+08:00', by, '2026-02-08 09:05', 480],
    ['1770541500000', { ...by, clock: 'utc' }, '2026-02-08 09:05', 0],
    ['1770541500', { ...by, clock: 'utc' }, '2026-02-08 09:05', 0],
    ['/Date(1770541500000+0800)/', { ...by, clock: 'utc' }, '2026-02-08 09:05', 0],
    ['03/04/2026 10:00', { ...by, dayFirst: 'day' }, '2026-04-03 10:00', null],
    ['03/04/2026 10:00', { ...by, dayFirst: 'month' }, '2026-03-04 10:00', null],
    ['25/04/2026', { ...by, dayFirst: 'month' }, '2026-04-25', null],
    ['03.04.26', { ...by, dayFirst: 'day' }, '2026-04-03', null],
    ['20260208', by, '2026-02-08', null],
    ['ETA: 2026-02-08 09:05', by, '2026-02-08 09:05', null],
  ] as const)('%s is read as it was stated', (text, how, local, offsetMinutes) => {
    expect(readMappedTime(text, how)?.time).toEqual({ local, offsetMinutes });
  });

  test('that could be either way round is not read before somebody decides', () => {
    expect(readMappedTime('03/04/2026', by)).toMatchObject({ isTwofold: true, time: null });
    const answer = answerOf(
      pageOf(moves.map(([event = '', , where = '', ship = '']) => [event, '03/04/2026 10:00', where, ship])),
      'html',
    );
    const mapping = suggested(answer);
    expect(mapping.dayFirst).toBeNull();
    expect(read(answer, mapping).record.refusals[0]).toMatchObject({ reason: 'time_order', index: 0 });
    expect(linesOf(read(answer, { ...mapping, dayFirst: 'day' }).record)).toHaveLength(4);
  });

  test('with a year of two digits may begin with it: nobody knows before somebody says', () => {
    expect(readMappedTime('26-02-03 10:00', by)).toMatchObject({ isTwofold: true, time: null });
    expect(readMappedTime('26-02-03 10:00', { ...by, dayFirst: 'month' })?.time ?? null).toBeNull();
    expect(readMappedTime('25.04.26', { ...by, dayFirst: 'day' })?.time).toEqual({
      local: '2026-04-25',
      offsetMinutes: null,
    });
    const written = moves.map(([event = '', , where = '', ship = '']) => [event, '26-02-03 10:00', where, ship]);
    expect(suggested(answerOf(pageOf(written), 'html')).dayFirst).toBeNull();
  });

  test('later than the page has not happened, whatever the column is called', () => {
    const leg = { from: 'CNSHA', to: 'SGSIN', atd: '2026-03-01 10:00', ata: '2026-05-20 10:00', v: 'AMBER TIDE' };
    const columns = (['fromPort from', 'toPort to', 'atd atd', 'ata ata', 'vessel v'] as const).map((one) =>
      one.split(' '),
    );
    const answer = answerOf(JSON.stringify({ list: [leg] }), 'json');
    const { record } = read(answer, {
      ...suggested(answer),
      rows: 'list[]',
      columns: columns.map(([role, column]) => ({
        role: mappingRoles.find((one) => one === role) ?? 'bill',
        column: `list[].${column}`,
      })),
    });
    expect((record.content?.events ?? []).map(({ statusCode, actual }) => [statusCode, actual !== null])).toEqual([
      ['DLPT', true],
      ['BDAR', false],
    ]);
  });

  test.each(['', '-', '/Date(-62135596800000)/', 'TBA', 'ETA:'])('is not a time: %s', (text) => {
    expect(readMappedTime(text, by)).toBeNull();
  });
});

test('a mapping says what it lacks', () => {
  const mapping = suggested(answerOf(pageOf(), 'html'));
  const without = (role: string) => ({ ...mapping, columns: mapping.columns.filter((one) => one.role !== role) });
  expect(mappingFaults(without('move'))).toEqual(['noMove']);
  expect(mappingFaults(without('time'))).toEqual(['noTime']);
  const mark = { column: 'A', role: 'mark' } as const;
  expect(mappingFaults({ ...mapping, columns: [...mapping.columns, mark, mark] })).toEqual(['twice']);
  expect(mappingFaults({ ...mapping, rows: 'x' })).toEqual(['badRows']);
  expect(mappingFaults({ ...mapping, source: 'json', rows: 'a..b' })).toEqual(['badRows']);
});
