import { describe, expect, test } from 'vitest';
import { shownSections } from '#domain/exceptions/sections.ts';
import { renderText } from '#domain/exceptions/render.ts';
import { readRule } from '#domain/exceptions/event/rule.ts';
import { readDataObject, stepTexts } from '#domain/execution/job/step-values.ts';
import { recogniseReferences } from '#domain/tracking/subscription/recognise-references.ts';
import { readCargoImp } from '#server/connectors/cargoimp/read-message.ts';
import { splitCargoImp } from '#server/connectors/cargoimp/index.ts';
import { createAisDecoder } from '#server/connectors/ais/decoder.ts';
import { readSegments } from '#server/connectors/edifact/read-edifact.ts';
import { defaultService } from '#server/connectors/edifact/service-string.ts';
import { meaningOfWords } from '#server/connectors/edifact/status-words.ts';
import { oneRecordConnector, splitObjectNotices } from '#server/connectors/onerecord/index.ts';
import { openAnswer, readMapped, suggestMappings } from '#server/connectors/rpa/index.ts';
import { readPage } from '#server/connectors/rpa/page.ts';
import { functionUrl } from '#server/modules/execution/function-call/target-url.ts';
import { conditionHolds, readCondition } from '#server/modules/administration/notification/match-condition.ts';
import { readable } from '#server/modules/tracking/trace/received-text.ts';
import { withoutUrlSecrets } from '#server/platform/log/logger.ts';
import { sheetName } from '#server/platform/sheet/xlsx-file.ts';
import { readRecipients } from '#shared/event/recipients.ts';
import { findDocumentProblem, findNameProblem } from '#shared/files/document-rules.ts';
import { fillJson, fillPath } from '#shared/function/placeholders.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import { normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { parseContainerNumber } from '#shared/ids/container-number.ts';
import { readRailNumber } from '#shared/ids/rail-number.ts';
import { decodeHeader, mailTexts, readMail } from '#shared/mail/read-mail.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { areMailAddresses } from '#shared/text/mail-address.ts';
import { normalizeCode, searchKey, splitPasted, tidyText } from '#shared/text/normalize.ts';
import { readNumberRange } from '#shared/text/number-range.ts';
import { meetsPolicy } from '#shared/text/password-policy.ts';
import { checkPlaceholders, fillPlaceholders } from '#shared/text/placeholders.ts';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { parseDateText, parseTimeText } from '#shared/time/parse-time-text.ts';
import { readWords } from '#shared/words/read-words.ts';
import { reference } from '#domain/testing/builders.ts';
import { cellsOfClipboard } from '#web/kit/table/clipboard-cells.ts';
import { clientName } from '#web/kit/value/client-name.ts';
import { splitMentions } from '#web/features/exceptions/exception-handle/mentions.ts';
import { timed } from './fuzz.ts';

const now = Date.UTC(2026, 2, 20);
const bytes = (text: string): Uint8Array => Buffer.from(text);
const carriers = ['ALFA', 'BRAVO', 'CARGO', 'DELTA'].map((code) => ({
  code,
  scac: code.slice(0, 4),
  isScacVerified: true,
  containerPrefixes: [],
  arePrefixesVerified: true,
  names: [`${code} Line`, '航运'],
}));
const fields = [
  { name: 'exceptionType', kind: 'choice', labels: ['类型'], choices: [{ value: 'ROLLED', names: ['甩柜'] }] },
  { name: 'createTime', kind: 'days', labels: ['created'] },
  { name: 'totalUsd', kind: 'amount', labels: ['price'], unit: 'money' },
  { name: 'keyword', kind: 'text', labels: ['keyword'] },
] as const;
const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n';
const quotedPrintable = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';
const segmentsOf = (text: string) =>
  readSegments(bytes(text), { service: defaultService, syntaxId: 'UNOC', firstSegment: 1, firstLine: 1 }, 5000);
function decodeAis(text: string): void {
  const decoder = createAisDecoder();
  decoder.feed(bytes(text), now, () => undefined);
  decoder.end(now, () => undefined);
}
/** What refuses a text by an error does so by a sentence: an exhausted stack is none. */
function unlessRefused(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

/** Whatever reads a text from outside: of a file, a device, a mail, a page, a form or the clipboard. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'AIS lines': decodeAis,
  'Cargo-IMP': (text) => [
    splitCargoImp(`FSU/14\n${text}`),
    readCargoImp(`FSU/14\n${text}`, { receivedAt: now, zoneOf: () => undefined }),
  ],
  'cells of the clipboard': cellsOfClipboard,
  conditions: (text) => ['', '$.', '$.a == '].map((start) => readCondition(start + text).problem),
  'condition met by': (text) => conditionHolds('$.a == 1', { output: text, error: text }),
  CSV: (text) => [text, `"${text}`].map((one) => unlessRefused(() => parseCsv(one))),
  'data of services': (text) => stepTexts(readDataObject(text) ?? {}),
  documents: (text) => [
    findNameProblem(text),
    ...['a.pdf', 'a.csv', 'a.xml', 'a.txt'].map((name) => findDocumentProblem(name, bytes(text))),
  ],
  EDIFACT: segmentsOf,
  'EDIFACT statuses': meaningOfWords,
  'log lines': withoutUrlSecrets,
  'mail addresses': areMailAddresses,
  'mail headers': (text) => [
    decodeHeader(text),
    readMail(`Subject: ${text}\r\n\r\nx`),
    mailTexts(`Content-Type: multipart/mixed; boundary="${text}`),
  ],
  mails: (text) => [readMail(text), mailTexts(mixed + text), mailTexts(quotedPrintable + text)],
  mentions: (text) => splitMentions(text, ['a', 'ab', '中']),
  'ONE Record': (text) => [
    oneRecordConnector.parse(
      [bytes(text)],
      { subject: 'bill', billNo: '784-12345675', containerNo: null, carrierCode: 'CZ', receivedAt: now },
      { resolvePort: () => undefined, zoneOf: () => undefined },
    ),
    splitObjectNotices(bytes(text)),
  ],
  outlines: (text) => [parseOutline(text), parseOutline(`{${text}`)],
  pages: (text) =>
    ['', '<textarea>', '<script>', '<!--', '<a b="'].map((start) => readPage(start + text).elements.length),
  'pages by columns': (text) =>
    [
      text,
      `<table><tr><th>Date<th>Event<tr><td>${text}`,
      `a;b;c\n${text}`,
      `[{"date":${JSON.stringify(text)},"event":"x"}]`,
    ].map((one) => {
      const answer = openAnswer({
        carrierCode: 'X',
        subject: 'bill',
        subjectNo: 'X',
        collectedAt: now,
        contentType: one.startsWith('[{') ? 'json' : 'html',
        parserHint: null,
        text: one,
      });
      const [best] = suggestMappings(answer, reference);
      return best === undefined ? 0 : readMapped(answer, best.mapping).outcomes.length;
    }),
  passwords: (text) => meetsPolicy(`aA1${text}`, 'strict', 'bob'),
  paths: (text) => functionUrl('https://a.example/x/', `/${text}`, {}),
  placeholders: (text) => [
    checkPlaceholders(text),
    fillPlaceholders(text, {}),
    unlessRefused(() => fillJson(text, { a: 1 })),
  ],
  'placeholders of paths': (text) => fillPath(text.toWellFormed(), {}),
  'received answers': (text) => ['', '<', '['].map((start) => readable(bytes(start + text)).text.length),
  recipients: readRecipients,
  'references in a text': (text) => recogniseReferences(text, carriers),
  'rules of events': readRule,
  sentences: (text) =>
    readWords(text, fields, { today: '2026-03-01', sorts: [{ name: 'totalUsd', labels: ['price'] }] }),
  'sheet names': (text) => sheetName(text, 2),
  templates: (text) => [interpolate(text, { a: 1 }), shownSections(text, () => true), shownSections(text, () => false)],
  'texts of exceptions': (text) => renderText({ text: { zh: text, en: text } }, { a: 1 }, 'zh', reference),
  'texts of people': (text) => [splitPasted(text), tidyText(`${text}中`), searchKey(text), normalizeCode(text)],
  times: (text) => [parseTimeText(text), parseDateText(text), parseIsoInstant(text), readNumberRange(text)],
  'numbers of shipments': (text) => [normalizeAirWaybill(text), parseContainerNumber(text), readRailNumber(text)],
  'user agents': clientName,
};

/** Pieces that leave something open, begin it again or separate it, each repeated to a long text. */
const pieces = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  ' \n',
  'a\n ',
  'a: b\n',
  '\u200b',
  '\u0000',
  '中',
  '😀',
  'a',
  '1',
  '0',
  '-',
  '.',
  ',',
  ';',
  ':',
  '|',
  '@',
  '/',
  '\\',
  '=',
  '?',
  '#',
  '%',
  '+',
  "'",
  '"',
  '(',
  '[',
  '{',
  '<',
  '<a ',
  '<a>',
  '<a b=',
  '<a b="',
  '</',
  '<!--',
  '<![CDATA[',
  '&',
  '&#1',
  '{{',
  '{{a',
  '{{a}}',
  '{{#a}}',
  '{{^a}}',
  '{{/a}}',
  '{{a, plural(one:',
  '}}',
  '{"a":',
  '{"a":{},',
  '[1,',
  '"a',
  '\\"',
  "+'",
  "?'",
  'FTX+',
  "UNB+UNOA:2+A+B+260301:1200+1'",
  "UNA:+.? '",
  'UN',
  '=?utf-8?q?',
  '=?utf-8?q?a?= ',
  '=4',
  '=\r\n',
  '--b\r\n',
  '\n--b',
  '!AIVDM,2,1,1,A,x,0*00\n',
  'FSU/14\n176-12345675PVGFRA/T1K1\n',
  'a@b.c,',
  'a://',
  'https://a:b',
  'token="',
  'token=',
  'Bearer ',
  'MSCU1234567 ',
  'ABC12345 ',
  '176-12345675',
  'custom ',
  'load ',
  'port of ',
  'abcabcd',
  '2 days ',
  'more than ',
  'sort by ',
  '1 2,',
];

const LENGTH = 60_000;
/** Far more than any reader takes for such a text (up to 60 ms), and far less than one that takes quadratic time. */
const MAX_MS = 900;

test.each(Object.keys(readers))('%s: no long text of one piece takes long or throws', (name) => {
  const read = readers[name] ?? (() => undefined);
  const slow = pieces.filter((piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length));
    return timed(() => read(text)).ms > MAX_MS && timed(() => read(text)).ms > MAX_MS;
  });
  expect(slow).toEqual([]);
});

describe('deep nesting', () => {
  const deep = (open: string, close: string): string => open.repeat(20_000) + close.repeat(20_000);
  test.each(Object.keys(readers))('%s: it exhausts no stack', (name) => {
    const read = readers[name] ?? (() => undefined);
    for (const text of [
      deep('[', ']'),
      deep('{"a":', '}'),
      `{"a":${deep('[', ']')}}`,
      deep('<p>', '</p>'),
      deep('{{#a}}', '{{/a}}'),
    ])
      expect(timed(() => read(text)).ms).toBeLessThan(MAX_MS);
  });
});
