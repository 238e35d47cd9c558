import { afterEach, describe, expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { detectCourier } from '#shared/ids/courier-waybill.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { memoryTokens } from '../access/tokens.ts';
import { stopServers } from '#testing/connectors/local-servers.ts';
import { sourceProfiles } from '../profiles/index.ts';
import {
  type Answered,
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
} from '#testing/connectors/trackers/strict-platform.ts';
import type { ParseReference, PullFailure } from '../types.ts';
import { milestoneOfWords } from './courier-words.ts';

afterEach(stopServers);

const usps = profileNamed('usps');
const number = '9400100000000000000006';
const keys = { clientId: 'key-9', clientSecret: 'secret-9' };
const reference: ParseReference = { resolvePort: () => undefined, zoneOf: () => undefined };

const event = (
  eventCode: string,
  eventType: string,
  eventTimestamp: string,
  eventCity: string,
  eventState: string,
  eventZIP: string,
  more: object = {},
) => ({
  eventCode,
  eventType,
  eventTimestamp,
  eventCity,
  eventState,
  eventZIP,
  ...more,
});
const tracking = {
  trackingNumber: number,
  mailClass: 'PRIORITY_MAIL_EXPRESS',
  originCity: 'PENSACOLA',
  originState: 'FL',
  originZIP: '32501',
  destinationCity: 'PHOENIX',
  destinationState: 'AZ',
  destinationZIP: '85001',
  statusCategory: 'Delivered',
  statusSummary: 'Your item was delivered.',
  guaranteedDeliveryTimeStamp: '2026-02-05T18:00:00',
  expectedDeliveryTimeStamp: '2026-02-06T00:00:00Z',
  trackingEvents: [
    event('01', 'Delivered, Front Door/Porch', '2026-02-06T11:30:00Z', 'PHOENIX', 'AZ', '85001', {
      GMTTimestamp: '2026-02-06T18:30:00.000Z',
      GMTOffset: '-7:00',
    }),
    event('02', 'Notice Left (No Authorized Recipient Available)', '2026-02-05T16:00:00', 'PHOENIX', 'AZ', '85001'),
    event('T1', 'Departed USPS Regional Facility', '2026-02-04T05:00:00', 'MEMPHIS', 'TN', '38101'),
    event('ZZ', 'Stamped with a cat', '2026-02-03T20:00:00', 'CHICAGO', 'IL', '60601'),
    event('10', 'Processed', '2026-02-03T19:00:00', 'NOWHERE', 'QQ', '00000'),
    event('03', 'USPS picked up item', '2026-02-02T10:00:00Z', 'PENSACOLA', 'FL', '32501'),
    event('GX', 'Shipping Label Created, USPS Awaiting Item', '2026-02-01T09:00:00', 'MIAMI', 'FL', '33101'),
  ],
};

async function strict(override?: () => Answered | undefined) {
  let [tokens, good] = [0, ''];
  const server = await platform(({ method, path, query, headers, body }) => {
    if (path === '/token') {
      const sent = { grant_type: 'client_credentials', client_id: keys.clientId, client_secret: keys.clientSecret };
      if (method !== 'POST' || JSON.stringify(body) !== JSON.stringify(sent)) return [401, { error: 'invalid_client' }];
      tokens += 1;
      good = `token-${tokens}`;
      return [200, { access_token: good, token_type: 'Bearer', expires_in: 28_799 }];
    }
    if (headers.authorization !== `Bearer ${good}`) return [401, { error: { code: '401', message: 'Unauthorized' } }];
    const other = override?.();
    if (other !== undefined) return other;
    if (query.get('expand') !== 'DETAIL') return [400, { error: { code: '400', message: 'expand' } }];
    if (path === `/tracking/v3/tracking/${number}`) return [200, tracking];
    return [404, { apiVersion: '3.2', error: { code: '404', message: 'Package with tracking number not found.' } }];
  });
  return { ...server, tokens: () => tokens, expire: () => (good = 'another') };
}
const ask = (base: string, more: object = {}) => question(base, keys, { billNo: number, carrierCode: 'USPS', ...more });

test('times are on the clocks of the place by state and ZIP code, whatever letter stands behind them; GMT counts where it is there', async () => {
  const { base } = await strict();
  const record = (await askAndRead(usps, ask(base))).read(reference);
  const { events = [], booking } = record.content ?? {};
  expect(
    events.map(({ statusCode, portCode, actual, zone }) =>
      [statusCode, portCode, toLocalText(actual ?? 0, zone ?? 'UTC').slice(5, 16), zone].join(' '),
    ),
  ).toEqual([
    'XAN MIAMI FL US 02-01 09:00 America/New_York',
    'XPU PENSACOLA FL US 02-02 10:00 America/Chicago',
    'XIT CHICAGO IL US 02-03 20:00 America/Chicago',
    'XDP MEMPHIS TN US 02-04 05:00 America/Chicago',
    'XNH PHOENIX AZ US 02-05 16:00 America/Phoenix',
    'XDL PHOENIX AZ US 02-06 11:30 America/Phoenix',
  ]);
  expect(refused(record)).toEqual(['bad_enumeration: ZZ · Stamped with a cat', 'no_zone: 2026-02-03T19:00:00']);
  expect(booking).toMatchObject({
    serviceCode: 'PRIORITY MAIL EXPRESS',
    plannedArrival: Date.UTC(2026, 1, 6, 1),
    eta: dayAt('2026-02-06', 'America/Phoenix'),
    ata: Date.UTC(2026, 1, 6, 18, 30),
  });
});

describe('asking', () => {
  test('one token serves many questions, and is fetched again when it has ended; what is not known is no failure', async () => {
    const { base, tokens, expire } = await strict();
    const shared = memoryTokens();
    await usps.connector.pull(ask(base, { tokens: shared }));
    const unknown = await askAndRead(usps, ask(base, { tokens: shared, billNo: '9400100000000000000013' }));
    expect(unknown.read(reference)).toMatchObject({ content: null, refusals: [] });
    expire();
    await usps.connector.pull(ask(base, { tokens: shared }));
    expect(tokens()).toBe(2);
  });

  test.each<[string, object, Answered | undefined, string, number | null]>([
    ['a wrong secret', { ...keys, clientSecret: 'x' }, undefined, 'token_refused', null],
    ['the limit', keys, [429, { error: {} }, { 'retry-after': '30' }], 'rate_limited', 30_000],
    ['an app without Tracking', keys, [403, { error: {} }], 'not_permitted', null],
    ['a question that is refused', keys, [400, { error: { message: 'Invalid' } }], 'bad_answer', null],
    ['another answer', keys, [200, { statusCategory: 'x' }], 'bad_answer', null],
  ])('%s is a failure with a reason', async (_, credential, answer, reason, wait) => {
    const { base } = await strict(() => answer);
    const failed: PullFailure = await usps.connector
      .pull(question(base, credential, { billNo: number, carrierCode: 'USPS' }))
      .then(
        () => Promise.reject(new Error('answered')),
        (error: PullFailure) => error,
      );
    expect([failed.reason, failed.retryAfterMs]).toEqual([reason, wait]);
  });
});

test('numbers that a test asks for have the shape of their courier', () => {
  const tried = sourceProfiles.flatMap(({ testReference, carriers }) =>
    testReference === undefined ? [] : [[detectCourier(testReference)?.courier, carriers[0]]],
  );
  expect(tried).toEqual([
    ['DHL', 'DHL'],
    ['FEDEX', 'FEDEX'],
    ['USPS', 'USPS'],
  ]);
});

test.each([
  ['Delivery attempted - could not be delivered', 'XNH'],
  ['In Transit, Arriving Late', 'XIT'],
  ['The shipment will be delivered tomorrow', 'XIT'],
  ['Inbound Out of Customs', 'XCC'],
  ['Held at Post Office, At Customer Request', 'XAV'],
  ['Returned to shipper', 'XRT'],
  ['Incorrect address - delivery attempted', 'XBA'],
  ['Pre-Shipment Info Sent to USPS', 'XAN'],
])('%s is %s', (words, code) => {
  expect(milestoneOfWords(words)).toBe(code);
});
