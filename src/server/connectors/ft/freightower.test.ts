import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryTokens } from '../access/tokens.ts';
import {
  bodyOf,
  exampleBill as bill,
  exampleContainer,
  exampleReference,
  otherContainer,
} from '../dcsa/event-builders.ts';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { findProfile } from '../profiles/index.ts';
import { type PullFailure, type PullRequest } from '../types.ts';
import { exampleAnswer, exampleResult, nodeOf, placeOf, type WirePart } from './freightower-builders.ts';
import { parseFreightower } from './freightower-record.ts';

afterEach(stopServers);

const answerOf = (statusCode: number, data: unknown = null) => ({ statusCode, message: '', data });
const about = {
  subject: 'bill',
  billNo: bill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;
const parse = (bodies: unknown[], requested: Parameters<typeof parseFreightower>[1] = about) =>
  parseFreightower(bodies.map(bodyOf), requested, exampleReference);
const withResult = (more: WirePart) => parse([exampleAnswer({ ...exampleResult(), ...more })]);
const withNodes = (...status: WirePart[]) => withResult({ containers: [{ containerNo: exampleContainer, status }] });
const timesOf = ({ content }: ReturnType<typeof parse>) =>
  content?.events.map(({ statusCode, portCode, actual, estimated }) =>
    [statusCode, portCode, new Date(actual ?? estimated ?? 0).toISOString(), actual === null ? 'est' : 'act'].join(' '),
  );

describe('reading', () => {
  test('places, legs, containers and the carrier', () => {
    const { content, refusals, observedAt } = parse([exampleAnswer()]);
    expect(refusals).toEqual([]);
    expect(observedAt).toBe(Date.parse('2026-01-18T01:00:00Z'));
    expect(content?.booking).toMatchObject({
      billNo: bill,
      carrierCode: 'MERI',
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      vesselName: 'BIRCH WAKE',
    });
    expect(content?.legs).toMatchObject([
      { portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN', voyage: '101W', ata: Date.parse('2026-01-17T06:00:00Z') },
      { portOfLoading: 'SGSIN', portOfDischarge: 'NLRTM', vesselName: 'BIRCH WAKE', atd: null },
    ]);
    expect(content?.containers).toMatchObject([
      { containerNo: exampleContainer, sizeType: '45G1', sealNo: 'SL778' },
      { containerNo: otherContainer, sizeType: '22G1' },
    ]);
    expect(content?.listsAllContainers).toBe(true);
  });

  test('nodes are milestones at the instant of their place, estimates stay estimates', () => {
    const read = withNodes(
      nodeOf('STSP', 'CNSHA', '2026-01-05 09:00:00'),
      nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00'),
      nodeOf('TSCA', 'SGSIN', '2026-01-17 16:00:00'),
      // Summer time: the hours ahead of UTC say nothing of it, the zone of the port does.
      nodeOf('POCA', 'NLRTM', '2026-07-11 08:00:00'),
      nodeOf('PCAB', 'NLRTM', '2026-07-12 08:00:00', { isEsti: 'Y' }),
      nodeOf('IRLB', 'NLRTM', '2026-07-13 08:00:00'),
      nodeOf('WDUMP', 'NLRTM', '2026-07-13 08:00:00'),
    );
    expect(read.refusals).toEqual([]);
    expect(timesOf(read)).toEqual([
      'STSP CNSHA 2026-01-05T01:00:00.000Z act',
      'LOBD CNSHA 2026-01-09T18:00:00.000Z act',
      'POCA NLRTM 2026-07-11T06:00:00.000Z act',
      'AVPU NLRTM 2026-07-12T06:00:00.000Z est',
    ]);
  });

  test.each([
    ['+03:00', '2026-01-05T06:00:00.000Z'],
    ['UTC-3', '2026-01-05T12:00:00.000Z'],
    ['8', '2026-01-05T01:00:00.000Z'],
    [0, '2026-01-05T09:00:00.000Z'],
  ])('a port that nobody knows has the zone that is reported: %s', (portTimeZone, instant) => {
    const read = withNodes(nodeOf('STSP', 'CNSHA', '2026-01-05 09:00:00', { portCode: 'XXABC', portTimeZone }));
    expect(timesOf(read)).toEqual([`STSP XXABC ${instant} act`]);
  });

  test.each(['+05:30', '+25:00', 'somewhere', null])('and is refused with %s', (portTimeZone) => {
    const read = withNodes(nodeOf('STSP', 'CNSHA', '2026-01-05 09:00:00', { portCode: 'XXABC', portTimeZone }));
    expect([timesOf(read), read.refusals.map(({ reason }) => reason)]).toEqual([[], ['no_zone']]);
  });

  test('a node that nobody knows is refused', () => {
    const { refusals } = withNodes(nodeOf('NEWC', 'NLRTM', '2026-02-12 08:00:00'));
    expect(refusals.map(({ reason, value }) => [reason, value])).toEqual([['bad_enumeration', 'NEWC']]);
  });

  test('opening, closing, papers and customs of the terminal; AIS counts where the carrier tells no time', () => {
    const [first = {}, second = {}] = exampleResult()['routes'] as WirePart[];
    const details = {
      ...(second['modeDetails'] as WirePart),
      podAtaAis: '2026-02-10 08:00:00',
      podAtbAis: '2026-02-10 12:00:00',
    };
    const { content } = withResult({
      terminalPlan: {
        open: '2026-01-07 08:00:00',
        close: '2026-01-09 12:00:00',
        portClose: '2026-01-08 12:00:00',
        customsClose: '2026-01-09 18:00:00',
      },
      routes: [first, { ...second, modeDetails: details }],
    });
    expect(content?.cutoffs?.map(({ code, time }) => [code, new Date(time).toISOString()])).toEqual([
      ['CCO', '2026-01-09T10:00:00.000Z'],
      ['DCO', '2026-01-08T04:00:00.000Z'],
      ['EFC', '2026-01-07T00:00:00.000Z'],
      ['FCO', '2026-01-09T04:00:00.000Z'],
    ]);
    expect(content?.legs[1]?.ata).toBe(Date.parse('2026-02-10T07:00:00Z'));
  });

  test('opening and cut-offs are read from nodes too; where both tell one, the plan of the terminal counts', () => {
    const status = [
      nodeOf('CYOP', 'CNSHA', '2026-01-06 08:00:00', { isEsti: 'Y' }),
      nodeOf('CYCL', 'CNSHA', '2026-01-09 10:00:00', { isEsti: 'Y' }),
      nodeOf('SICT', 'CNSHA', '2026-01-08 10:00:00', { isEsti: 'Y' }),
      nodeOf('CUCT', 'CNSHA', '2026-01-09 16:00:00', { isEsti: 'Y' }),
    ];
    const [first = {}, second = {}] = exampleResult()['routes'] as WirePart[];
    const details = { ...(first['modeDetails'] as WirePart), polEtd: null, polStd: null, polAtd: null };
    const { content, refusals } = withResult({
      terminalPlan: { close: '2026-01-09 12:00:00', etd: '2026-01-10 11:00:00' },
      routes: [{ ...first, modeDetails: details }, second],
      containers: [
        { containerNo: exampleContainer, status },
        { containerNo: otherContainer, status },
      ],
    });
    expect(refusals).toEqual([]);
    expect(content?.cutoffs?.map(({ code, time }) => [code, new Date(time).toISOString()])).toEqual([
      ['CCO', '2026-01-09T08:00:00.000Z'],
      ['DCO', '2026-01-08T02:00:00.000Z'],
      ['EFC', '2026-01-06T00:00:00.000Z'],
      ['FCO', '2026-01-09T04:00:00.000Z'],
    ]);
    expect(content?.events).toEqual([]);
    expect(content?.legs[0]).toMatchObject({ etd: Date.parse('2026-01-10T03:00:00Z'), atd: null });
  });

  test('without routes, places make the legs', () => {
    const { content } = withResult({
      routes: [],
      places: [
        placeOf(1, 'CNSHA', { etd: '2026-01-10 12:00:00', vessel: 'Amber Tide', voyage: '101W' }),
        placeOf(2, 'CNSHA'),
        placeOf(4, 'SGSIN', { eta: '2026-01-17 12:00:00', etd: '2026-01-20 12:00:00' }),
        placeOf(5, 'NLRTM', { sta: '2026-02-10 12:00:00' }),
      ],
    });
    expect(content?.legs).toMatchObject([
      {
        portOfLoading: 'CNSHA',
        portOfDischarge: 'SGSIN',
        vesselName: 'AMBER TIDE',
        eta: Date.parse('2026-01-17T04:00:00Z'),
      },
      { portOfLoading: 'SGSIN', portOfDischarge: 'NLRTM', vesselName: null, eta: Date.parse('2026-02-10T11:00:00Z') },
    ]);
  });

  test('another shipment, nothing yet, and no record', () => {
    const other = parse([exampleAnswer()], { ...about, billNo: 'OTHER000001' });
    expect([other.content, other.refusals.at(-1)?.reason]).toEqual([null, 'unknown_reference']);
    expect(parse([exampleAnswer({ ...exampleResult(), billNo: '9' })]).content).toBeNull();
    expect(parse([answerOf(20_001)])).toMatchObject({ content: null, refusals: [] });
    expect(parse([exampleAnswer(null)]).refusals).toHaveLength(1);
    expect(parse([[]]).refusals).toHaveLength(1);
  });

  test('a bill that is queried by its booking; a carrier that Freightower recognised', () => {
    const booking = exampleAnswer({ ...exampleResult(), billNo: 'BK1234567', billCategory: 'BK', isBillNo: false });
    expect(parse([booking], { ...about, billNo: 'BK1234567' }).content?.booking).toMatchObject({
      billNo: null,
      bookingNo: 'BK1234567',
    });
    const carrier = { code: 'MSK', scac: 'MAEU' };
    const recognised = parse([exampleAnswer({ ...exampleResult(), carrier })], { ...about, carrierCode: 'AUTO' });
    expect(recognised.content?.booking.carrierCode).toBe('MAEU');
  });
});

describe('what is pushed after an answer', () => {
  const change = (container: WirePart, more: WirePart = {}) => ({
    param: { billNo: bill, carrierCode: 'MERI' },
    result: { billNo: bill, containers: [{ containerNo: exampleContainer, ...container }], ...more },
  });

  test('changes are taken into what is known: added, changed and deleted nodes, other legs and containers stay', () => {
    const read = parse([
      exampleAnswer(),
      change({
        status: [
          nodeOf('GITM', 'CNSHA', '2026-01-09 10:00:00', { dbtype: 1 }),
          nodeOf('LOBD', 'CNSHA', '2026-01-10 05:00:00', { dbtype: 2 }),
          nodeOf('BDAR', 'NLRTM', '2026-02-10 07:15:00', { dbtype: 3 }),
        ],
        warnings: [{ eventCode: 'WDUMP', eventTime: '2026-01-10 05:00:00' }],
      }),
      change({}, { routes: [{ route: 2, dbtype: 2, modeDetails: { podEta: '2026-02-11 09:00:00' } }] }),
    ]);
    expect(read.refusals).toEqual([]);
    const ofContainer = read.content?.events.filter(({ containerNo }) => containerNo === exampleContainer) ?? [];
    expect(ofContainer.map(({ statusCode, actual }) => [statusCode, new Date(actual ?? 0).toISOString()])).toEqual([
      ['GITM', '2026-01-09T02:00:00.000Z'],
      ['LOBD', '2026-01-09T21:00:00.000Z'],
    ]);
    expect(read.content?.containers).toHaveLength(2);
    expect(read.content?.legs[1]).toMatchObject({ vesselName: 'BIRCH WAKE', eta: Date.parse('2026-02-11T08:00:00Z') });
  });

  const warned = (warnings: unknown, more: WirePart = {}) => ({
    result: { billNo: bill, containers: [{ containerNo: exampleContainer, warnings }], ...more },
  });
  const rolled = { eventCode: 'WDUMP', eventTime: '2026-01-10 05:00:00', portCode: 'CNSHA', portTimeZone: '+08:00' };
  const noMoves = exampleAnswer({ ...exampleResult(), containers: [{ containerNo: exampleContainer, status: [] }] });
  const codesOf = (read: ReturnType<typeof parse>) => read.content?.warnings?.map(({ code }) => code) ?? [];

  test('warnings are kept beside everything else, until they are taken back or what they miss has happened', () => {
    const read = parse([noMoves, warned([rolled])]);
    expect(read.refusals).toEqual([]);
    expect(read.content?.warnings).toEqual([
      { code: 'WDUMP', containerNo: exampleContainer, portCode: 'CNSHA', time: Date.parse('2026-01-09T21:00:00Z') },
    ]);
    expect(read.content?.events).toEqual(parse([noMoves]).content?.events);
    expect(codesOf(parse([noMoves, warned([rolled]), warned([{ ...rolled, dbtype: 3 }])]))).toEqual([]);
    expect(codesOf(parse([noMoves, warned([rolled]), warned([])]))).toEqual([]);
    // The container is loaded after it was rolled.
    const loaded = nodeOf('LOBD', 'CNSHA', '2026-01-12 02:00:00');
    expect(codesOf(parse([noMoves, warned([rolled]), change({ status: [loaded] })]))).toEqual([]);
    const loadedBefore = nodeOf('LOBD', 'CNSHA', '2026-01-09 02:00:00');
    expect(codesOf(parse([noMoves, warned([rolled]), change({ status: [loadedBefore] })]))).toEqual(['WDUMP']);
    // Among nodes and for the whole bill.
    const notIn = nodeOf('WGITM', 'CNSHA', '2026-01-09 12:00:00');
    const late = { warnings: [{ eventCode: 'WETA', receivedAt: 5, portCode: 'NLRTM' }] };
    expect(codesOf(parse([noMoves, change({ status: [notIn] }), { result: { billNo: bill, ...late } }]))).toEqual([
      'WGITM',
      'WETA',
    ]);
    // Nothing else is known yet.
    expect(parse([answerOf(20_001), warned([rolled])]).content).toBeNull();
    const unknown = parse([noMoves, warned([{ eventCode: 'WNEW', eventTime: '2026-01-10 05:00:00' }])]);
    expect([codesOf(unknown), unknown.refusals.map(({ reason }) => reason)]).toEqual([[], ['bad_enumeration']]);
  });

  test('a full result that comes late does not replace a newer one', () => {
    const full = (updateTime: string, podEta: string) => ({
      param: {},
      result: {
        ...exampleResult(),
        updateTime,
        routes: [{ route: 1, polCode: 'CNSHA', podCode: 'NLRTM', transportMode: 'VESSEL', modeDetails: { podEta } }],
      },
    });
    const newer = full('2026-01-20 09:00:00', '2026-02-12 08:00:00');
    const older = full('2026-01-19 09:00:00', '2026-02-11 08:00:00');
    for (const bodies of [
      [newer, older],
      [older, newer],
    ])
      expect(parse(bodies).content?.booking.eta).toBe(Date.parse('2026-02-12T07:00:00Z'));
  });

  test('a full result replaces what was known, and a change alone is a beginning', () => {
    const full = {
      param: {},
      result: { ...exampleResult(), containers: [{ containerNo: otherContainer, status: [] }] },
    };
    expect(parse([exampleAnswer(), full]).content?.containers.map(({ containerNo }) => containerNo)).toEqual([
      otherContainer,
    ]);
    const alone = parse([answerOf(20_001), change({ status: [nodeOf('GITM', 'CNSHA', '2026-01-09 10:00:00')] })]);
    expect(timesOf(alone)).toEqual(['GITM CNSHA 2026-01-09T02:00:00.000Z act']);
  });
});

/** Freightower as it demands: a token by JSON, one question, outcomes in the body with status 200. */
async function freightowerServer(codes: number[] = []) {
  const seen = { tokens: 0, asked: [] as unknown[] };
  const text = async (request: IncomingMessage): Promise<string> => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  const base = await listen(
    createServer((request, response) => {
      void text(request).then((body) => {
        const given: unknown = JSON.parse(body);
        if (request.url === '/auth/api/token') {
          const isRight = JSON.stringify(given) === '{"clientId":"client-7","secret":"secret-of-ft"}';
          if (isRight) seen.tokens += 1;
          response.end(
            JSON.stringify(
              isRight ? { statusCode: 20_000, access_token: `t${seen.tokens}`, expires_in: 7200 } : answerOf(40_101),
            ),
          );
          return;
        }
        seen.asked.push(given);
        const isKnown = request.headers.authorization === `Bearer t${seen.tokens}`;
        const code = codes.shift() ?? (isKnown ? 20_000 : 40_102);
        response.end(JSON.stringify(code === 20_000 ? exampleAnswer() : answerOf(code)));
      });
    }),
  );
  return { base, seen };
}

describe('asking', () => {
  const profile = findProfile('freightower');
  const ask = (base: string, more: Partial<PullRequest> = {}): Promise<unknown> => {
    if (profile === undefined) throw new Error('no profile');
    return profile.connector.pull({
      ...about,
      baseUrl: base,
      tokenUrl: `${base}/auth/api/token`,
      credential: JSON.stringify({ clientId: 'client-7', secret: 'secret-of-ft' }),
      etag: null,
      now: about.receivedAt,
      timeoutMs: 20_000,
      maxBytes: 1_000_000,
      ...more,
    });
  };

  test.each([
    ['', 'AUTO'],
    ['AUTO', 'AUTO'],
    ['MERI', 'MERI'],
    ['HLC', 'HPL'],
  ])('one query subscribes and answers; carrier %s is queried as %s', async (carrierCode, requested) => {
    const { base, seen } = await freightowerServer();
    expect(await ask(base, { carrierCode })).toMatchObject({ kind: 'answer' });
    expect(seen.asked).toEqual([{ billNo: bill, carrierCode: requested }]);
  });

  test('a token that has ended is reported in the body and fetched once more', async () => {
    const { base, seen } = await freightowerServer([20_000, 40_102]);
    const tokens = memoryTokens();
    await ask(base, { tokens });
    await ask(base, { tokens });
    expect(seen.tokens).toBe(2);
  });

  test.each([
    [40_000, 'bad_answer', null],
    [40_300, 'not_permitted', null],
    [42_900, 'rate_limited', 10_000],
    [50_000, 'bad_answer', null],
  ])('outcome %d is a failure: %s', async (code, reason, retryAfterMs) => {
    const { base } = await freightowerServer([code]);
    const failure = await ask(base).then(
      () => undefined,
      (error: PullFailure) => [error.reason, error.retryAfterMs],
    );
    expect(failure).toEqual([reason, retryAfterMs]);
  });

  test('without a reference, the refusal of the question says that the key is right', async () => {
    const { base, seen } = await freightowerServer([40_020]);
    const nothing = { billNo: null, containerNo: null };
    expect(await ask(base, nothing)).toMatchObject({ kind: 'answer' });
    expect(seen.asked).toEqual([{ carrierCode: 'MERI' }]);
    expect(parse([answerOf(40_020)], { ...about, ...nothing })).toMatchObject({ content: null, refusals: [] });
    const refusing = await freightowerServer([40_101, 40_101]);
    await expect(ask(refusing.base, nothing)).rejects.toMatchObject({ reason: 'unauthorized' });
  });

  test('a wrong secret gives no token', async () => {
    const { base } = await freightowerServer();
    const wrong = ask(base, { credential: JSON.stringify({ clientId: 'client-7', secret: 'wrong' }) });
    await expect(wrong).rejects.toMatchObject({ reason: 'token_refused' });
  });
});
