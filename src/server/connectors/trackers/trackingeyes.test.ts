import { afterEach, describe, expect, test } from 'vitest';
import { memoryTokens } from '../access/tokens.ts';
import { bodyOf, exampleBill, exampleReference } from '../dcsa/event-builders.ts';
import { bill, type Part } from './trackingeyes-builders.ts';
import { stopServers } from '../local-servers.ts';
import type { PullFailure } from '../types.ts';
import {
  type Answered,
  type Requested,
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
  short,
} from './strict-platform.ts';

afterEach(stopServers);

const values = { companyCode: '100777', secret: 'secret-of-the-company', orgCode: 'ORG1' };
const trackingEyes = profileNamed('trackingeyes');

const idOf = (referenceNo: string): number =>
  referenceNo === exampleBill ? 880_001 : 900_000 + Number(referenceNo.slice(-2));

/** TrackingEyes: HTTP says 200 whatever happens; the token and the company are parameters. */
async function strict(override?: (requested: Requested) => Answered | undefined) {
  const seen = { tokens: 0, current: '' };
  const subscribed: unknown[] = [];
  const calls: number[] = [];
  const server = await platform((requested) => {
    const { method, path, query, body } = requested;
    if (path === '/token') {
      const { companyCode, secret } = body as Part;
      if (companyCode !== values.companyCode || secret !== values.secret)
        return [200, { code: 401, type: 'E', result: null }];
      seen.tokens += 1;
      seen.current = `token-${seen.tokens}`;
      return [200, { code: 200, type: 'S', result: seen.current }];
    }
    if (
      query.get('token') !== seen.current ||
      query.get('companyCode') !== values.companyCode ||
      query.get('orgCode') !== values.orgCode
    )
      return [200, { code: 401, type: 'E', message: 'token' }];
    const other = override?.(requested);
    if (other !== undefined) return other;
    if (method === 'POST' && path === '/api/oceanbill/batchOceanBill') {
      subscribed.push(...(body as unknown[]));
      const references = body as { referenceNo: string; carrierCd: string }[];
      if (references.length > 30) return [200, { code: 500, message: 'too many' }];
      calls.push(references.length);
      // One of them is refused while the others are taken.
      const result = references.map(({ referenceNo, carrierCd }) =>
        referenceNo.endsWith('713')
          ? { referenceNo, carrierCd, errorMessage: '提单号格式有误' }
          : { id: idOf(referenceNo), referenceNo, carrierCd },
      );
      return [200, { code: 200, type: 'W', result: result.toReversed() }];
    }
    return Number(query.get('billId')) >= 880_001
      ? [200, { code: 200, result: bill }]
      : [200, { code: 404, message: 'none' }];
  });
  return { ...server, seen, subscribed, calls };
}

const kept = () => {
  const ids: string[] = [];
  return { ids, remember: (id: string): Promise<void> => Promise.resolve(void ids.push(id)) };
};

describe('asking', () => {
  test('the call for a token counts like the others, and is not made where no call is left', async () => {
    const { base, asked: requested, seen } = await strict();
    let left = 3;
    const beforeCall = (): Promise<void> => {
      if (left === 0) return Promise.reject(new Error('no call is left'));
      left -= 1;
      return Promise.resolve();
    };
    const tokens = memoryTokens();
    // One for the token, one to subscribe, one to read.
    await trackingEyes.connector.pull(question(base, values, { ...kept(), tokens, beforeCall }));
    expect([left, requested.length, seen.tokens]).toEqual([0, 3, 1]);
    const refusedOne = trackingEyes.connector.pull(question(base, values, { tokens: memoryTokens(), beforeCall }));
    await expect(refusedOne).rejects.toThrow('no call is left');
    expect([requested.length, seen.tokens]).toEqual([3, 1]);
  });

  test('one token serves all questions; a reference is subscribed once and requested by its id', async () => {
    const { base, seen, subscribed } = await strict();
    const { ids, remember } = kept();
    const tokens = memoryTokens();
    for (let round = 0; round < 3; round += 1)
      await trackingEyes.connector.pull(question(base, values, { tokens, remember, objectId: ids[0] ?? null }));
    expect([seen.tokens, ids, subscribed]).toEqual([
      1,
      ['880001'],
      [{ referenceNo: exampleBill, blType: 'BL', carrierCd: 'MERI' }],
    ]);
    // A token that the body refuses is fetched once more.
    seen.current = 'another';
    await trackingEyes.connector.pull(question(base, values, { tokens, remember, objectId: '880001' }));
    expect(seen.tokens).toBe(2);
  });

  test('what is requested at once is subscribed in calls of at most 30; a reference that is refused fails alone', async () => {
    const { base, calls } = await strict();
    const tokens = memoryTokens();
    const requested = Array.from({ length: 70 }, async (_, index) => {
      const { ids, remember } = kept();
      const billNo = `MERI1234567${String(index).padStart(2, '0')}`;
      const failed = await trackingEyes.connector.pull(question(base, values, { tokens, remember, billNo })).then(
        () => undefined,
        (error: PullFailure) => error.detail,
      );
      return failed ?? ids[0];
    });
    const expected = Array.from({ length: 70 }, (_, index) =>
      index === 13 ? '提单号格式有误' : String(900_000 + index),
    );
    expect(await Promise.all(requested)).toEqual(expected);
    expect(calls).toEqual([30, 30, 10]);
  });

  test('where nothing may be created, only the key is tried', async () => {
    const { base, subscribed } = await strict();
    const { answer } = await askAndRead(trackingEyes, question(base, values));
    expect([subscribed, new TextDecoder().decode(answer.body)]).toEqual([[], '{}']);
  });

  test('an id that is not known to these keys is subscribed again', async () => {
    const { base, subscribed } = await strict();
    const { ids, remember } = kept();
    await trackingEyes.connector.pull(question(base, values, { remember, objectId: '1' }));
    expect([ids, subscribed.length]).toEqual([['880001'], 1]);
  });

  test.each<[string, object, Answered | undefined, RegExp]>([
    ['a wrong secret', { ...values, secret: 'wrong' }, undefined, /^token_refused/],
    ['a wrong organisation', { ...values, orgCode: 'X' }, undefined, /^unauthorized/],
    ['the limit', values, [200, { code: 429 }], /^rate_limited/],
    [
      'a refused reference in a batch that was taken',
      values,
      [200, { code: 200, type: 'W', result: [{ errorMessage: '船东不支持' }] }],
      /^bad_answer: 船东不支持/,
    ],
    ['another code', values, [200, { code: 9 }], /^bad_answer: code 9/],
    ['a page', values, [200, '<html></html>'], /^bad_answer/],
  ])('%s is a failure with a reason that names no key', async (_, keys, answer, reason) => {
    const { base } = await strict(() => answer);
    const failed = await trackingEyes.connector.pull(question(base, keys, kept())).then(
      () => undefined,
      (error: PullFailure) => error.message,
    );
    expect(failed).toMatch(reason);
    expect(failed).not.toContain(values.secret);
  });
});

test('statuses are milestones by a table of their own, at the local time of their place', () => {
  const about = {
    subject: 'bill',
    billNo: exampleBill,
    containerNo: null,
    carrierCode: 'MERI',
    receivedAt: Date.UTC(2026, 1, 1),
  } as const;
  const record = trackingEyes.connector.parse([bodyOf({ code: 200, result: bill })], about, exampleReference);
  expect(short(record)).toEqual([
    'CSQU3054383 STSP CNSHA ACT 2026-01-05T01:00 -',
    'CSQU3054383 EXIN CNSHA ACT 2026-01-07T01:00 -',
    'CSQU3054383 LOBD CNSHA ACT 2026-01-09T18:00 AMBER TIDE',
    '* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE',
    '* BDAR NLRTM EST 2026-02-10T06:15 AMBER TIDE',
    'CSQU3054383 STCS NLRTM EST 2026-02-12T06:15 -',
  ]);
  expect(refused(record)).toEqual(['bad_enumeration: TrackingEyes POCA', 'bad_enumeration: perhaps']);
  expect(record.content?.legs).toMatchObject([
    {
      vesselName: 'AMBER TIDE',
      voyage: '101W',
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      atd: Date.UTC(2026, 0, 10, 11, 30),
      eta: Date.UTC(2026, 1, 10, 6, 15),
      ata: null,
    },
  ]);
  expect(record.content?.booking).toMatchObject({
    billNo: exampleBill,
    bookingNo: 'BK55001',
    placeOfDelivery: 'DEDUI',
  });
  expect(record.content?.cutoffs).toEqual([
    { code: 'EFC', time: Date.UTC(2026, 0, 7) },
    { code: 'FCO', time: Date.UTC(2026, 0, 9, 4) },
  ]);
  // That there are no data yet takes nothing away.
  const none = trackingEyes.connector.parse(
    [bodyOf({ code: 200, result: { id: '1', dataStatus: 'B' } })],
    about,
    exampleReference,
  );
  expect(none).toMatchObject({ content: null, refusals: [] });
});
