import { afterEach, describe, expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { memoryTokens } from '../access/tokens.ts';
import { stopServers } from '../local-servers.ts';
import { type Answered, askAndRead, platform, profileNamed, question, refused } from '../trackers/strict-platform.ts';
import type { ParseReference, PullFailure } from '../types.ts';

afterEach(stopServers);

const fedex = profileNamed('fedex');
const number = '100000000003';
const keys = { clientId: 'l7-client', clientSecret: 's&cret+1' };
const reference: ParseReference = { resolvePort: () => undefined, zoneOf: () => undefined };

type Part = Record<string, unknown>;
const place = (city: string, stateOrProvinceCode: string, countryCode = 'US') => ({
  city,
  stateOrProvinceCode,
  countryCode,
});
const scan = (eventType: string, date: string, scanLocation: object, more: Part = {}): Part => ({
  eventType,
  date,
  scanLocation,
  eventDescription: `Words of ${eventType}`,
  exceptionCode: '',
  exceptionDescription: '',
  derivedStatusCode: 'IT',
  ...more,
});
const located = (address: object) => ({ locationContactAndAddress: { address } });

const parcel = (trackingNumber: string, more: Part = {}): Part => ({
  trackingNumberInfo: { trackingNumber, trackingNumberUniqueId: `2026~${trackingNumber}~FX` },
  serviceDetail: { type: 'PRIORITY_OVERNIGHT', description: 'FedEx Priority Overnight' },
  originLocation: located(place('Boise', 'ID')),
  destinationLocation: located(place('Reno', 'NV')),
  packageDetails: {
    count: '1',
    weightAndDimensions: {
      weight: [
        { unit: 'LB', value: '1.0' },
        { unit: 'KG', value: '0.45' },
      ],
    },
  },
  dateAndTimes: [{ type: 'SHIP', dateTime: '2026-02-02T00:00:00-06:00' }],
  standardTransitTimeWindow: { window: { ends: '2026-02-04T10:30:00-08:00' } },
  estimatedDeliveryTimeWindow: { window: { begins: '2026-02-04T12:00:00-08:00', ends: '2026-02-04T16:00:00-08:00' } },
  scanEvents: [
    scan('DL', '2026-02-04T15:20:00-08:00', place('Reno', 'NV'), { derivedStatusCode: 'DL' }),
    scan('OD', '2026-02-04T13:00:00-08:00', place('Reno', 'NV')),
    scan('DE', '2026-02-04T11:00:00-08:00', place('Reno', 'NV'), {
      exceptionCode: '08',
      exceptionDescription: 'Customer not available or business closed',
    }),
    scan('SE', '2026-02-04T09:00:00-08:00', place('Reno', 'NV'), { exceptionDescription: 'Weather delay' }),
    scan('ZQ', '2026-02-04T08:00:00-08:00', place('Reno', 'NV')),
    scan('AR', '2026-02-03T22:00:00-06:00', place('Memphis', 'TN')),
    scan('DP', '2026-02-03T20:00:00+05:30', { city: 'Pune', countryCode: 'IN' }),
    scan('AO', '2026-02-02T18:00:00-07:00', place('Boise', 'ID')),
    scan('PU', '2026-02-02T00:00:00-06:00', place('Boise', 'ID'), { derivedStatusCode: 'PU' }),
    scan('OC', '2026-02-01T09:00:00-06:00', { residential: false }, { derivedStatusCode: 'IN' }),
  ],
  ...more,
});
const failing = (trackingNumber: string, code: string): Part => ({
  trackingNumberInfo: { trackingNumber, trackingNumberUniqueId: '' },
  error: { code, message: 'in words' },
});

/** FedEx as its documentation has it. `results` are those of a number; `expire` ends all tokens. */
async function strict(results: Record<string, Part[]>, override?: () => Answered | undefined) {
  let [tokens, good] = [0, ''];
  const calls: string[][] = [];
  const server = await platform(({ method, path, headers, form, body }) => {
    if (path === '/token') {
      const isRight =
        method === 'POST' &&
        form?.get('grant_type') === 'client_credentials' &&
        form.get('client_id') === keys.clientId &&
        form.get('client_secret') === keys.clientSecret;
      if (!isRight) return [401, { errors: [{ code: 'NOT.AUTHORIZED.ERROR' }] }];
      tokens += 1;
      good = `token-${tokens}`;
      return [200, { access_token: good, token_type: 'bearer', expires_in: 3_599, scope: 'CXS' }];
    }
    if (headers.authorization !== `Bearer ${good}`) return [401, { errors: [{ code: 'NOT.AUTHORIZED.ERROR' }] }];
    const other = override?.();
    if (other !== undefined) return other;
    const requested = body as { includeDetailedScans?: boolean; trackingInfo?: { trackingNumberInfo: Part }[] };
    const numbers = (requested.trackingInfo ?? []).map((one) => String(one.trackingNumberInfo['trackingNumber']));
    if (
      method !== 'POST' ||
      path !== '/track/v1/trackingnumbers' ||
      requested.includeDetailedScans !== true ||
      numbers.length > 30
    )
      return [400, { errors: [{ code: 'TRACKING.INPUT.INVALID' }] }];
    calls.push(numbers);
    const completeTrackResults = numbers.map((trackingNumber) => ({
      trackingNumber,
      trackResults: results[trackingNumber] ?? [failing(trackingNumber, 'TRACKING.TRACKINGNUMBER.NOTFOUND')],
    }));
    return [200, { transactionId: 't', output: { completeTrackResults } }];
  });
  return { ...server, calls, tokens: () => tokens, expire: () => (good = 'another') };
}

const ask = (base: string, more: object = {}) =>
  question(base, keys, { billNo: number, carrierCode: 'FEDEX', ...more });
const failureOf = (answer: Promise<unknown>): Promise<PullFailure> =>
  answer.then(
    () => Promise.reject(new Error('answered')),
    (error: PullFailure) => error,
  );

describe('reading', () => {
  test('scans with their offsets on the clocks of their places, the promise with its service, and what is expected', async () => {
    const { base } = await strict({ [number]: [parcel(number)] });
    const record = (await askAndRead(fedex, ask(base))).read(reference);
    const { events = [], booking, containers } = record.content ?? {};
    expect(
      events.map(({ statusCode, portCode, actual, zone }) =>
        [statusCode, portCode, toLocalText(actual ?? 0, zone ?? 'UTC').slice(5, 16), zone].join(' '),
      ),
    ).toEqual([
      'XAN  02-01 15:00 ',
      'XPU BOISE ID US 02-02 12:00 America/Boise',
      'XDP PUNE IN 02-03 14:30 ',
      'XAR MEMPHIS TN US 02-03 22:00 America/Chicago',
      'XIT RENO NV US 02-04 08:00 America/Los_Angeles',
      'XEX RENO NV US 02-04 09:00 America/Los_Angeles',
      'XNH RENO NV US 02-04 11:00 America/Los_Angeles',
      'XOD RENO NV US 02-04 13:00 America/Los_Angeles',
      'XDL RENO NV US 02-04 15:20 America/Los_Angeles',
    ]);
    expect(events[1]?.actual).toBe(dayAt('2026-02-02', 'America/Boise'));
    expect(refused(record)).toEqual(['bad_enumeration: ZQ · Words of ZQ']);
    expect(booking).toMatchObject({
      serviceCode: 'FedEx Priority Overnight',
      plannedArrival: Date.UTC(2026, 1, 4, 18, 30),
      eta: Date.UTC(2026, 1, 5, 0),
      ata: Date.UTC(2026, 1, 4, 23, 20),
    });
    expect(containers).toMatchObject([{ quantity: 1, grossWeightKg: 0.45 }]);
  });

  test('of two parcels that had one number the later one counts', async () => {
    const former = parcel(number, {
      dateAndTimes: [{ type: 'SHIP', dateTime: '2024-02-02T00:00:00-06:00' }],
      serviceDetail: { description: 'FedEx Ground' },
    });
    for (const both of [
      [former, parcel(number)],
      [parcel(number), former],
    ]) {
      const { base } = await strict({ [number]: both });
      const { content } = (await askAndRead(fedex, ask(base))).read(reference);
      expect(content?.booking.serviceCode).toBe('FedEx Priority Overnight');
    }
  });
});

describe('asking', () => {
  test('numbers that are due together are one call; one that fails or is not known does not touch the others', async () => {
    const others = Array.from({ length: 32 }, (_, index) => String(200_000_000_000 + index));
    const { base, calls, tokens } = await strict({
      ...Object.fromEntries(others.map((one) => [one, [parcel(one)]])),
      [number]: [failing(number, 'SYSTEM.UNEXPECTED.ERROR')],
    });
    const shared = memoryTokens();
    const pull = (billNo: string) => fedex.connector.pull(ask(base, { billNo, tokens: shared }));
    const answers = await Promise.allSettled([number, ...others, '300000000009'].map(pull));
    expect(calls.map((numbers) => numbers.length)).toEqual([30, 4]);
    expect(tokens()).toBe(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(answers[0]).toMatchObject({ reason: { reason: 'server_error' } });
    const last = await askAndRead(fedex, ask(base, { billNo: '300000000009' }));
    expect(last.read(reference)).toMatchObject({ content: null, refusals: [] });
  });

  test('a token that has ended is fetched again, once', async () => {
    const { base, tokens, expire } = await strict({ [number]: [parcel(number)] });
    const shared = memoryTokens();
    await fedex.connector.pull(ask(base, { tokens: shared }));
    expire();
    await fedex.connector.pull(ask(base, { tokens: shared }));
    expect(tokens()).toBe(2);
  });

  test.each<[string, object, Answered | undefined, string, number | null]>([
    ['a wrong secret', { ...keys, clientSecret: 'x' }, undefined, 'token_refused', null],
    ['the limit', keys, [429, { errors: [] }, { 'retry-after': '10' }], 'rate_limited', 10_000],
    ['a project without the Track API', keys, [403, { errors: [] }], 'not_permitted', null],
    ['an answer without results', keys, [200, { errors: [{ code: 'X' }] }], 'bad_answer', null],
  ])('%s is a failure with a reason', async (_, credential, answer, reason, wait) => {
    const { base } = await strict({}, () => answer);
    const failed = await failureOf(
      fedex.connector.pull(question(base, credential, { billNo: number, carrierCode: 'FEDEX' })),
    );
    expect([failed.reason, failed.retryAfterMs]).toEqual([reason, wait]);
  });
});
