import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { memoryTokens } from '../access/tokens.ts';
import { bodyOf, exampleReference } from '../dcsa/event-builders.ts';
import { listen, stopServers } from '../local-servers.ts';
import { findProfile } from '../profiles/index.ts';
import type { PullFailure, PullRequest } from '../types.ts';
import { parseFreightower } from './freightower-record.ts';

afterEach(stopServers);

const bill = 'MERI123456789';
const box = 'CSQU3054383';

/** A node of a container as Freightower writes it, in the local time of its place. */
const node = (eventCode: string, portCode: string, eventTime: string, more: object = {}) => ({
  eventCode,
  eventTime,
  isEsti: 'N',
  eventPlace: portCode,
  portCode,
  portTimeZone: portCode === 'CNSHA' ? 'Asia/Shanghai' : 'UTC+1',
  vslName: 'AMBER TIDE',
  voy: '101W',
  ...more,
});

const result = {
  billNo: bill,
  isBillNo: true,
  updateTime: '2026-02-11 10:00:00',
  carrier: { code: 'MERI', scac: 'MERI' },
  places: [
    { type: 1, code: 'CNSHA', nameEn: 'Shanghai' },
    { type: 5, code: 'NLRTM', nameEn: 'Rotterdam' },
  ],
  routes: [
    {
      polCode: 'CNSHA',
      podCode: 'NLRTM',
      transportMode: 'VESSEL',
      modeDetails: {
        vessel: 'AMBER TIDE',
        voyage: '101W',
        polEtd: '2026-01-10 18:00:00',
        polAtd: '2026-01-10 19:30:00',
        podEta: '2026-02-10 06:00:00',
        podAta: null,
        podAtaAis: '2026-02-10 07:15:00',
      },
    },
  ],
  terminalPlan: { portClose: '2026-01-09 12:00:00' },
  containers: [
    {
      containerNo: box,
      containerType: '45G1',
      sealNo: 'SL778',
      status: [
        node('STSP', 'CNSHA', '2026-01-05 09:00:00'),
        node('LOBD', 'CNSHA', '2026-01-10 02:00:00'),
        node('DLPT', 'CNSHA', '2026-01-10 19:30:00'),
        node('BDAR', 'NLRTM', '2026-02-10 07:15:00'),
        node('PCAB', 'NLRTM', '2026-02-11 08:00:00', { isEsti: 'Y' }),
        node('IRLB', 'NLRTM', '2026-02-12 08:00:00'),
        node('NEWC', 'NLRTM', '2026-02-12 08:00:00'),
      ],
    },
  ],
};
const envelope = (statusCode: number, data: unknown = null) => ({ statusCode, message: '', data });
const about = {
  subject: 'bill',
  billNo: bill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;

describe('reading', () => {
  const { content, refusals } = parseFreightower([bodyOf(envelope(20_000, { result }))], about, exampleReference);

  test('nodes are milestones at the instant of their place, estimates stay estimates', () => {
    const events = content?.events.map(({ statusCode, actual, estimated }) => [
      statusCode,
      actual === null ? null : new Date(actual).toISOString(),
      estimated === null ? null : new Date(estimated).toISOString(),
    ]);
    expect(events).toEqual([
      ['STSP', '2026-01-05T01:00:00.000Z', null],
      ['LOBD', '2026-01-09T18:00:00.000Z', null],
      ['DLPT', '2026-01-10T11:30:00.000Z', null],
      ['BDAR', '2026-02-10T06:15:00.000Z', null],
      ['AVPU', null, '2026-02-11T07:00:00.000Z'],
    ]);
  });

  test('legs, places, boxes and cut-offs; AIS counts where the carrier tells no time', () => {
    expect(content?.booking).toMatchObject({
      billNo: bill,
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      vesselName: 'AMBER TIDE',
    });
    expect(content?.legs).toMatchObject([{ voyage: '101W', ata: Date.parse('2026-02-10T06:15:00Z') }]);
    expect(content?.containers).toMatchObject([{ containerNo: box, sizeType: '45G1', sealNo: 'SL778' }]);
    expect(content?.cutoffs).toEqual([{ code: 'FCO', time: Date.parse('2026-01-09T04:00:00Z') }]);
  });

  test('a node that nobody knows is refused, one without a milestone here is left out', () => {
    expect(refusals.map(({ reason, value }) => [reason, value])).toEqual([['bad_enumeration', 'NEWC']]);
  });

  test('another shipment, nothing yet, and no record', () => {
    const other = parseFreightower(
      [bodyOf(envelope(20_000, { result }))],
      { ...about, billNo: 'OTHER000001' },
      exampleReference,
    );
    expect([other.content, other.refusals.at(-1)?.reason]).toEqual([null, 'unknown_reference']);
    expect(parseFreightower([bodyOf(envelope(20_001))], about, exampleReference)).toMatchObject({
      content: null,
      refusals: [],
    });
    expect(parseFreightower([bodyOf(envelope(20_000, {}))], about, exampleReference).refusals).toHaveLength(1);
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
              isRight ? { statusCode: 20_000, access_token: `t${seen.tokens}`, expires_in: 7200 } : envelope(40_101),
            ),
          );
          return;
        }
        seen.asked.push(given);
        const isKnown = request.headers.authorization === `Bearer t${seen.tokens}`;
        const code = codes.shift() ?? (isKnown ? 20_000 : 40_102);
        response.end(JSON.stringify(envelope(code, code === 20_000 ? { result } : null)));
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
      timeoutMs: 3_000,
      maxBytes: 1_000_000,
      ...more,
    });
  };

  test('one query subscribes and answers; an unknown carrier is recognised by Freightower', async () => {
    const { base, seen } = await freightowerServer();
    expect(await ask(base, { carrierCode: '' })).toMatchObject({ kind: 'answer' });
    expect(seen.asked).toEqual([{ billNo: bill, carrierCode: 'AUTO', isExport: 'E' }]);
  });

  test('a token that has ended is told in the body and fetched once more', async () => {
    const { base, seen } = await freightowerServer([20_000, 40_102]);
    const tokens = memoryTokens();
    await ask(base, { tokens });
    await ask(base, { tokens });
    expect(seen.tokens).toBe(2);
  });

  test.each([
    [40_000, 'bad_answer'],
    [40_300, 'not_permitted'],
    [42_900, 'rate_limited'],
    [50_000, 'bad_answer'],
  ])('outcome %d is a failure: %s', async (code, reason) => {
    const { base } = await freightowerServer([code]);
    const failure = await ask(base).then(
      () => undefined,
      (error: PullFailure) => error.reason,
    );
    expect(failure).toBe(reason);
  });

  test('a wrong secret gives no token', async () => {
    const { base } = await freightowerServer();
    const wrong = ask(base, { credential: JSON.stringify({ clientId: 'client-7', secret: 'wrong' }) });
    await expect(wrong).rejects.toMatchObject({ reason: 'token_refused' });
  });
});
