import { afterEach, describe, expect, test } from 'vitest';
import { bodyOf, exampleReference } from '../dcsa/event-builders.ts';
import { container, event, type Part, times } from '#testing/connectors/trackers/cargosmart-builders.ts';
import { stopServers } from '#testing/connectors/local-servers.ts';
import type { PullFailure } from '../types.ts';
import {
  askAndRead,
  type Answered,
  platform,
  profileNamed,
  question,
  refused,
  short,
} from '#testing/connectors/trackers/strict-platform.ts';

afterEach(stopServers);

const values = { appKey: 'app-key-1', customerId: 'CUST77' };
const bill = 'COSU6299887766';
const cosco = profileNamed('cosco');

/** CargoSmart as its documentation has it. */
const strict = (answer: (body: Part) => Answered) =>
  platform(({ method, headers, body }) => {
    if (method !== 'POST' || headers['appkey'] !== values.appKey) return [401, { errors: [] }];
    const requested = body as Part;
    if (requested['customerID'] !== values.customerId) return [403, { errors: [] }];
    return answer(requested);
  });

const known = (content: unknown) =>
  strict((requested) => [
    200,
    'billOfLadingNumber' in requested ? { shipmentContent: content, errors: [] } : { errors: [] },
  ]);
const about = {
  subject: 'bill',
  billNo: bill,
  containerNo: null,
  carrierCode: 'COSU',
  receivedAt: Date.UTC(2026, 1, 1),
} as const;

describe('asking', () => {
  test('proves itself, writes the bill without the code of the carrier, and asks for the booking of that number when it is no bill', async () => {
    const { base, asked: requested } = await known({ containerDetail: container });
    const { answer, read } = await askAndRead(cosco, question(base, values, { billNo: bill, carrierCode: 'COSU' }));
    expect(requested.map(({ body }) => body)).toEqual([
      { billOfLadingNumber: '6299887766', scacCode: 'COSU', customerID: 'CUST77' },
    ]);
    expect(read(exampleReference).content?.booking).toMatchObject({ billNo: bill, bookingNo: '6299887700' });
    const again = await cosco.connector.pull(
      question(base, values, { billNo: bill, carrierCode: 'COSU', etag: answer.etag }),
    );
    expect(again).toEqual({ kind: 'unchanged' });
    const none = await strict(() => [200, { errors: [{ errorDescription: 'No data found' }] }]);
    const empty = await askAndRead(profileNamed('oocl'), question(none.base, values, { billNo: 'OOLU2700112233' }));
    expect(none.asked.map(({ body }) => body)).toMatchObject([
      { billOfLadingNumber: '2700112233', scacCode: 'OOLU' },
      { bookingNumber: '2700112233' },
    ]);
    expect(empty.read(exampleReference)).toMatchObject({ content: null, refusals: [] });
  });

  test.each<[string, object, Answered, string]>([
    ['a wrong key', { ...values, appKey: 'wrong' }, [200, {}], 'unauthorized'],
    ['the customer of another company', { ...values, customerId: 'X' }, [200, {}], 'not_permitted'],
    ['no customer', { appKey: values.appKey }, [200, {}], 'config_error'],
    [
      'a key that is refused in the body',
      values,
      [200, { errors: [{ errorDescription: 'Invalid appKey' }] }],
      'unauthorized',
    ],
    [
      'a customer who is no party',
      values,
      [200, { errors: [{ errorDescription: 'Customer has no permission' }] }],
      'not_permitted',
    ],
    ['another error', values, [200, { errors: [{ errorDescription: 'Internal problem 17' }] }], 'bad_answer'],
    ['the limit', values, [429, {}], 'rate_limited'],
    ['a page', values, [200, '<html></html>'], 'bad_answer'],
  ])('%s is a failure with a reason', async (_, keys, answer, reason) => {
    const { base } = await strict(() => answer);
    const failed = cosco.connector.pull(question(base, keys)).then(
      () => undefined,
      (error: PullFailure) => error.reason,
    );
    expect(await failed).toBe(reason);
  });
});

describe('reading', () => {
  const expected = [
    'CSQU3054383 STSP CNSHA ACT 2026-01-05T01:00 -',
    'CSQU3054383 GITM CNSHA ACT 2026-01-08T01:30 -',
    'CSQU3054383 LOBD CNSHA ACT 2026-01-09T18:00 AMBER TIDE',
    '* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE',
    '* TSBA SGSIN ACT 2026-01-17T06:00 AMBER TIDE',
    'CSQU3054383 TSDC SGSIN ACT 2026-01-17T10:00 AMBER TIDE',
    'CSQU3054383 TSLB SGSIN ACT 2026-01-20T01:00 BIRCH WAKE',
    '* TSDP SGSIN ACT 2026-01-20T04:00 BIRCH WAKE',
    '* BDAR NLRTM EST 2026-02-10T06:15 BIRCH WAKE',
  ];
  const readOf = (body: unknown) => cosco.connector.parse([bodyOf(body as never)], about, exampleReference);

  test.each<[string, unknown]>([
    ['an object', { shipmentContent: { containerDetail: container } }],
    ['JSON as text, and a list of containers', { shipmentContent: JSON.stringify({ containerDetail: [container] }) }],
    ['the shipment itself', { containerDetail: container, queryError: [] }],
  ])('%s: each event at its instant, with the ship that is at its place among the legs', (_, body) => {
    const record = readOf(body);
    expect(short(record)).toEqual(expected);
    expect(refused(record)).toEqual(['bad_enumeration: CS777']);
    expect(record.content?.legs).toMatchObject([
      {
        vesselName: 'AMBER TIDE',
        vesselImo: '9321483',
        voyage: '101W',
        portOfLoading: 'CNSHA',
        portOfDischarge: 'SGSIN',
        etd: Date.UTC(2026, 0, 10, 10),
        atd: Date.UTC(2026, 0, 10, 11, 30),
      },
      {
        vesselName: 'BIRCH WAKE',
        voyage: '207W',
        portOfDischarge: 'NLRTM',
        eta: Date.UTC(2026, 1, 10, 6, 15),
        ata: null,
      },
    ]);
    expect(record.content?.containers).toMatchObject([{ containerNo: 'CSQU3054383', sizeType: '45G1', sealNo: 'S1' }]);
    expect(record.content?.cutoffs).toEqual([{ code: 'FCO', time: Date.UTC(2026, 0, 9, 4) }]);
  });

  test('a local time without GMT is that of the place, and without a known place it is refused', () => {
    const local = { locDT: { text: '2026-01-10T19:30:00' } };
    const record = readOf({
      containerDetail: { ...container, event: [event('CS070', 'CNSHA', local), event('CS070', 'XXXXX', local)] },
    });
    expect(short(record)).toEqual(['* DLPT CNSHA ACT 2026-01-10T11:30 AMBER TIDE']);
    expect(refused(record)).toEqual(['no_zone: 2026-01-10T19:30:00']);
  });

  test('CS020 is an inspection where it says so', () => {
    const inspected = event('CS020', 'CNSHA', times('2026-01-08T01:30:00Z', ''), {
      eventDescription: 'Container Inspected',
    });
    expect(short(readOf({ containerDetail: { ...container, event: [inspected] } }))).toEqual([
      'CSQU3054383 INSP CNSHA ACT 2026-01-08T01:30 -',
    ]);
  });

  test('of two estimates of one arrival the one that was received last counts', () => {
    const reported = (at: string, receivedAt: string) =>
      event('CS958', 'NLRTM', times(at, ''), {
        CSEvent: { CSEventCode: 'CS958' },
        eventReceivedDT: { GMT: { text: receivedAt } },
      });
    const estimates = [
      reported('2026-02-09T06:00:00Z', '2026-01-22T00:00:00Z'),
      reported('2026-02-12T06:00:00Z', '2026-01-20T00:00:00Z'),
    ];
    const record = readOf({ containerDetail: { ...container, event: estimates } });
    expect(short(record)).toEqual(['* BDAR NLRTM EST 2026-02-09T06:00 BIRCH WAKE']);
  });

  test('requested a container, the bill has the letters of the carrier as everybody else writes it', () => {
    const bodies = [new TextEncoder().encode(JSON.stringify({ shipmentContent: { containerDetail: container } }))];
    const unit = { ...about, subject: 'container', billNo: null, containerNo: 'CSQU3054383' } as const;
    const billOf = (name: string, carrierCode: string) =>
      profileNamed(name).connector.parse(bodies, { ...unit, carrierCode }, exampleReference).content?.booking.billNo;
    expect([billOf('cosco', 'COSU'), billOf('oocl', 'OOL')]).toEqual([bill, 'OOLU6299887766']);
  });

  test('the shipment of another bill is not taken', () => {
    const other = {
      ...container,
      externalReference: [{ CSReferenceType: { value: 'BL' }, referenceNumber: '6200000001' }],
    };
    const record = readOf({ containerDetail: other });
    expect(record.content).toBeNull();
    expect(refused(record)).toContain('unknown_reference: COSU6200000001');
  });

  test.each([
    ['nothing'],
    [[]],
    [{ shipmentContent: '{' }],
    [{ shipmentContent: { containerDetail: [1, null, { event: 7, route: [] }] } }],
  ])('nonsense %j is read as nothing, without an error', (body) => {
    expect(readOf(body).content?.events ?? []).toEqual([]);
  });
});
