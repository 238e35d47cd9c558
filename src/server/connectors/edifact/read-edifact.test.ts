import { describe, expect, test } from 'vitest';
import type { EdiMessage } from './message.ts';
import { type FileSummary, readEdifact, readSegments } from './read-edifact.ts';
import {
  bytesOf,
  gateInReport,
  interchangeOf,
  loadingReport,
  messageOf,
  statusReport,
} from '#testing/connectors/edifact/samples.ts';
import { MAX_SEGMENT_BYTES } from './tokenizer.ts';

type Read = { messages: EdiMessage[]; summary: FileSummary };

async function readIn(gatherBytes: number | undefined, chunks: readonly (string | Uint8Array)[]): Promise<Read> {
  const messages: EdiMessage[] = [];
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? bytesOf(chunk) : chunk));
  const summary = await readEdifact(bytes, (message) => void messages.push(message), gatherBytes);
  return { messages, summary };
}
const read = (...chunks: (string | Uint8Array)[]): Promise<Read> => readIn(undefined, chunks);
const codes = ({ messages, summary }: Read): string[] => [
  ...messages.flatMap(({ problems }) => problems.map(({ code }) => code)),
  ...summary.problems.map(({ problem }) => problem.code),
];
const reported = ({ messages }: Read): unknown =>
  messages.map(({ type, state, notices }) => [type, state, notices.map(({ segment: _s, line: _l, ...rest }) => rest)]);

const plain = interchangeOf([
  messageOf('COARRI', loadingReport),
  messageOf('CODECO', gateInReport, '2'),
  messageOf('IFTSTA', statusReport, '3', '00B'),
]);
const expected = await read(plain);

test('a clean interchange is read without a word', () => {
  expect(codes(expected)).toEqual([]);
  expect(expected.messages.map(({ type, state, version }) => [type, state, version])).toEqual([
    ['COARRI', 'parsed', 'D:95B:UN:SMDG20'],
    ['CODECO', 'parsed', 'D:95B:UN:SMDG20'],
    ['IFTSTA', 'parsed', 'D:00B:UN:SMDG20'],
  ]);
  expect(expected.messages[0]?.interchange).toMatchObject({
    sender: { id: 'SHATERM', qualifier: 'ZZZ' },
    controlRef: 'IC1',
    preparedAt: '2601100900',
    isTest: false,
  });
});

describe('the same file written otherwise says the same', () => {
  const wrapped = (width: number): string => plain.replace(new RegExp(`.{1,${width}}`, 'gs'), '$&\r\n');
  const swapped = (una: string): string => {
    const [component, element, , , , terminator] = una;
    return `UNA${una}${plain
      .replaceAll(':', '\u0001')
      .replaceAll('+', element ?? '')
      .replaceAll('\u0001', component ?? '')
      .replaceAll("'", terminator ?? '')}`;
  };
  test.each<[string, string | Uint8Array]>([
    ['a line for each segment', plain.replaceAll("'", "'\n")],
    ['CR and LF', plain.replaceAll("'", "'\r\n")],
    ['indented lines', plain.replaceAll("'", "'\r\n    ")],
    ['lines indented by tabs', plain.replaceAll("'", "'\n\t")],
    ['wrapped after 80 characters', wrapped(80)],
    ['wrapped after 13 characters', wrapped(13)],
    ['with the usual UNA', `UNA:+.? '${plain}`],
    ['with UNA in a line of its own', `UNA:+.? '\r\n${plain}`],
    ['with other separators', swapped(';|.\\ ~')],
    ['without a release character', swapped(`:+.  '`)],
    ['with lines as segments', swapped(':+.? \n')],
    ['without UNA and with other separators', swapped(';|.\\ ~').slice(9)],
    ['without UNA and with lines as segments', plain.replaceAll("'", '\n')],
    [
      'with control characters as separators',
      plain.replaceAll(':', '\u001f').replaceAll('+', '\u001d').replaceAll("'", '\u001c'),
    ],
    ['with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf(plain)])],
    ['in UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['with empty lines around', `\r\n\r\n${plain}\r\n\r\n\u001a`],
    ['with doubled terminators', plain.replaceAll("'", "''")],
    ['in small letters where it does not matter', plain.replaceAll('EQD', 'eqd').replaceAll('LOC', 'loc')],
  ])('%s', async (_name, text) => {
    const result = await read(text);
    expect(reported(result)).toEqual(reported(expected));
    expect(codes(result)).toEqual([]);
  });

  test('in chunks of any size', async () => {
    const bytes = bytesOf(`UNA:+.? '\r\n${plain.replaceAll("'", "'\r\n")}`);
    for (const size of [1, 2, 3, 7, 64, 1_021]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(reported(await readIn(1, chunks))).toEqual(reported(expected));
      expect(reported(await read(...chunks))).toEqual(reported(expected));
    }
  });

  test('several interchanges in one file, each with its own separators', async () => {
    const second = swapped(';|.\\ ~').replace('|IC1~UNH', '|IC2~UNH').replace(/IC1~$/, 'IC2~');
    const result = await read(`${plain}\r\n${second}\r\n${plain}`);
    expect(codes(result)).toEqual([]);
    expect(result.messages.map(({ interchange }) => interchange.serial)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(reported(result)).toEqual([reported(expected), reported(expected), reported(expected)].flat());
  });

  test('messages in groups', async () => {
    const message = messageOf('CODECO', gateInReport);
    const group = ['UNG+CODECO+A+B+260110:0900+G1+UN+D:95B', ...message, 'UNE+1+G1'];
    const result = await read(interchangeOf([group]));
    expect(codes(result)).toEqual([]);
    expect(result.messages[0]).toMatchObject({ groupRef: 'G1', state: 'parsed' });
  });

  test('a message without an interchange', async () => {
    const result = await read(`${messageOf('CODECO', gateInReport).join("'\n")}'`);
    expect(codes(result)).toEqual(['missing_unb']);
    expect(result.messages[0]?.notices).toHaveLength(1);
  });

  test('other text around it is reported and left out', async () => {
    const result = await read(`From: edi\nSubject: COARRI\n\n${plain}\n-- \nbye`);
    expect(reported(result)).toEqual(reported(expected));
    expect(codes(result)).toEqual(['leading_garbage', 'leading_garbage']);
  });
});

describe('characters', () => {
  const named = (syntax: string, name: Uint8Array): Uint8Array => {
    const text = interchangeOf(
      [
        messageOf(
          'CODECO',
          gateInReport.map((one) => one.replace('YSP4:TER', '@:TER')),
        ),
      ],
      { syntax },
    );
    const at = text.indexOf('@');
    return Buffer.concat([bytesOf(text.slice(0, at)), name, bytesOf(text.slice(at + 1))]);
  };
  test.each<[string, Uint8Array, string, string[]]>([
    ['UNOC:3', Buffer.from('Terminal Süd', 'latin1'), 'Terminal Süd', []],
    ['UNOY:4', Buffer.from('上海港', 'utf8'), '上海港', []],
    ['UNOW:4', Buffer.from('Gdańsk', 'utf8'), 'Gdańsk', []],
    ['UNOD:3', Buffer.from([0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b]), 'Gdańsk', []],
    ['UNOE:3', Buffer.from([0xbf, 0xde, 0xe0, 0xe2]), 'Порт', []],
    ['UNOA:2', Buffer.from('Süd', 'latin1'), 'Süd', ['bad_charset']],
    ['UNOB:2', Buffer.from('上海', 'utf8'), '上海', ['bad_charset']],
    ['UNOC:3', Buffer.from('Süd', 'utf8'), 'Süd', ['bad_charset']],
    ['UNOY:4', Buffer.from('Süd', 'latin1'), 'Süd', ['bad_charset']],
    ['UNOA:2', Buffer.from([0xc9, 0xcf, 0xba, 0xa3, 0xb8, 0xdb]), '上海港', ['bad_charset']],
    ['UNOX:4', Buffer.from([0xcd, 0xe2, 0xb8, 0xdf, 0xc7, 0xc5]), '外高桥', ['bad_charset', 'unknown_charset']],
    ['UNOA:2', Buffer.from('Süd ÄÖ', 'latin1'), 'Süd ÄÖ', ['bad_charset']],
    ['KECA:1', Buffer.from('plain'), 'plain', []],
    ['KECA:1', Buffer.from([0xba, 0xce, 0xbb, 0xea]), '부산', []],
    ['ABCD:1', Buffer.from('plain'), 'plain', ['unknown_charset']],
  ])('%s', async (syntax, bytes, name, problems) => {
    const result = await read(named(syntax, bytes));
    expect(result.messages[0]?.notices[0]?.place?.facility).toBe(name);
    expect(codes(result)).toEqual(problems);
  });

  test('a released separator is text, even across a line end', async () => {
    const text = interchangeOf([
      messageOf(
        'CODECO',
        gateInReport.map((one) => one.replace('YSP4:TER', "O?'NEIL ?+ CO?: ??:TER")),
      ),
    ]);
    for (const file of [text, text.replaceAll('?', '?\r\n')]) {
      expect((await read(file)).messages[0]?.notices[0]?.place?.facility).toBe("O'NEIL + CO: ?");
    }
  });

  test('repetitions of an element are taken apart from syntax version 4 on', async () => {
    const body = gateInReport.map((one) => (one.startsWith('SEL') ? 'SEL+SH1*SH2' : one));
    const four = await read(interchangeOf([messageOf('CODECO', body)], { syntax: 'UNOC:4' }));
    const three = await read(interchangeOf([messageOf('CODECO', body)], { syntax: 'UNOC:3' }));
    expect([four, three].map(({ messages }) => messages[0]?.notices[0]?.seals)).toEqual([['SH1', 'SH2'], ['SH1*SH2']]);
  });
});

describe('envelopes that do not fit', () => {
  const one = interchangeOf([messageOf('CODECO', gateInReport)]);
  test.each<[string, string, string, string[]]>([
    ['UNT counts other segments', one.replace('UNT+14', 'UNT+13'), 'parsed', ['unt_count']],
    ['UNT counts nothing', one.replace('UNT+14', 'UNT+X'), 'parsed', ['unt_count']],
    ['UNT names another message', one.replace('UNT+14+1', 'UNT+14+2'), 'refused', ['unt_reference']],
    ['UNT is missing', one.replace("UNT+14+1'", ''), 'refused', ['missing_unt']],
    ['UNZ counts other messages', one.replace('UNZ+1', 'UNZ+2'), 'parsed', ['unz_count']],
    ['UNZ names another interchange', one.replace('UNZ+1+IC1', 'UNZ+1+IC9'), 'parsed', ['unz_reference']],
    ['UNZ is missing', one.replace("UNZ+1+IC1'", ''), 'parsed', ['missing_unz']],
    [
      'it is cut off in the middle',
      one.slice(0, one.indexOf('MEA') + 5),
      'refused',
      ['unfinished_segment', 'missing_unt', 'missing_unz'],
    ],
    ['a message that is known and not used', one.replace('CODECO:D', 'BAPLIE:D'), 'parsed', ['unused_type']],
    ['a message of a type nobody knows', one.replace('CODECO:D', 'XYZABC:D'), 'refused', ['unsupported_type']],
    ['a message without type', one.replace('UNH+1+CODECO:D:95B:UN:SMDG20', 'UNH+1'), 'refused', ['bad_unh']],
    ['a message called like a property', one.replace('CODECO:D', 'constructor:D'), 'refused', ['unsupported_type']],
    ['an interchange without sender', one.replace('SHATERM:ZZZ', ''), 'parsed', ['bad_unb']],
    ['a test', interchangeOf([messageOf('CODECO', gateInReport)], { test: '1' }), 'parsed', ['test_interchange']],
    ['segments between messages', one.replace('UNH+1', "FTX+AAA'FTX+AAB'UNH+1"), 'parsed', ['stray_segment']],
    ['a tag that is none', one.replace('NAD+CF', '12+CF'), 'parsed', ['bad_tag']],
    ['containers counted wrongly', one.replace('CNT+16:1', 'CNT+16:7'), 'parsed', ['cnt_count']],
  ])('%s', async (_name, text, state, problems) => {
    const result = await read(text);
    expect(result.messages.map((message) => message.state)).toEqual([state]);
    expect(codes(result)).toEqual(problems);
  });

  test('the message after a broken one is read', async () => {
    const broken = messageOf('CODECO', gateInReport).slice(0, 5);
    const result = await read(interchangeOf([broken, messageOf('CODECO', gateInReport, '2')]));
    expect(result.messages.map(({ state }) => state)).toEqual(['refused', 'parsed']);
  });

  test('what is no EDIFACT at all is reported', async () => {
    for (const text of ['', '   ', '{"a":1}', 'UNITED NATIONS', 'ISA*00*', "UN'UNA"]) {
      const result = await read(text);
      expect(result.messages).toEqual([]);
      expect(codes(result)).toContain('not_edifact');
    }
  });

  test('a segment that does not end costs that segment, not the memory', async () => {
    const long = 'X'.repeat(MAX_SEGMENT_BYTES * 3);
    const result = await read(
      interchangeOf([messageOf('CODECO', [...gateInReport, `FTX+${long}`]), messageOf('CODECO', gateInReport, '2')]),
    );
    expect(result.messages.map(({ state }) => state)).toEqual(['refused', 'parsed']);
    expect(codes(result)).toContain('segment_too_long');
  });

  test('problems say where they stand', async () => {
    const result = await read(one.replaceAll("'", "'\n").replace('UNT+14', 'UNT+9'));
    expect(result.messages[0]?.problems).toMatchObject([
      { code: 'unt_count', segment: 15, line: 15, tag: 'UNT', value: '9 / 14' },
    ]);
  });
});

test('a piece of a file is cut into the same segments, with their places in the file', async () => {
  const text = plain.replaceAll("'", "'\n");
  const [, second] = (await read(text)).messages;
  const piece = bytesOf(text).subarray(second?.start, second?.end);
  const about = {
    service: (second as EdiMessage).interchange.service,
    syntaxId: 'UNOA',
    firstSegment: second?.firstSegment ?? 0,
    firstLine: second?.firstLine ?? 0,
  };
  const { segments, isCut } = readSegments(piece, about, 1_000);
  expect(isCut).toBe(false);
  expect(segments.map(({ tag }) => tag)).toEqual(['UNH', ...gateInReport.map((one) => one.slice(0, 3)), 'UNT']);
  expect(segments[0]).toMatchObject({ number: 22, line: 22 });
  expect(readSegments(piece, about, 3)).toMatchObject({ isCut: true, segments: { length: 3 } });
});
