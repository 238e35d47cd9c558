import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimated } from '#testing/dcsa-content.ts';
import {
  bodyOf,
  directVoyage,
  equipmentEvent,
  exampleBill,
  exampleBooking,
  exampleContainer,
  exampleReference,
  otherContainer,
  ships,
  transportEvent,
  type WireEvent,
} from './event-builders.ts';
import { EVENTS_PER_BODY } from './collect-events.ts';
import { parseEvents } from './parse.ts';

const receivedAt = Date.UTC(2026, 2, 1);
const about = { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt } as const;
const ofContainer = {
  subject: 'container',
  billNo: null,
  containerNo: exampleContainer,
  carrierCode: 'MERI',
  receivedAt,
} as const;

const parse = (...bodies: Uint8Array[]) => parseEvents(bodies, about, exampleReference);
const reasons = (...bodies: Uint8Array[]): string[] => parse(...bodies).refusals.map(({ reason }) => reason);
const healthy = parse(bodyOf(directVoyage()));

describe('a body that cannot be read', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0]);
  const latin1 = new Uint8Array([0x5b, 0x22, 0xe9, 0x22, 0x5d]);
  test.each<[string, Uint8Array, string]>([
    ['broken off', new TextEncoder().encode('[{"eventID":"0d1c6a70-'), 'unreadable'],
    ['empty', new Uint8Array(), 'unreadable'],
    ['UTF-16', utf16, 'unreadable'],
    ['Latin-1', latin1, 'unreadable'],
    ['HTML', new TextEncoder().encode('<html>Sign in</html>'), 'unreadable'],
    ['an object', bodyOf({ message: 'ok' }), 'not_an_array'],
    ['a number', bodyOf(17), 'not_an_array'],
    ['null', bodyOf(null), 'not_an_array'],
  ])('%s is one refusal and no record', (_, body, reason) => {
    expect(parse(body)).toMatchObject({ content: null, observedAt: receivedAt, refusals: [{ reason }] });
  });

  test('does not spoil the others', () => {
    const { content, refusals } = parse(bodyOf(directVoyage()), new TextEncoder().encode('{'));
    expect(content).toEqual(healthy.content);
    expect(refusals).toHaveLength(1);
  });

  test('very deep nesting is refused without harm', () => {
    const deep = `[{"eventID":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`;
    expect(reasons(new TextEncoder().encode(deep))).toEqual([expect.stringMatching(/bad_type|unreadable/)]);
  });

  test('a byte order mark is no fault', () => {
    const body = new Uint8Array([0xef, 0xbb, 0xbf, ...bodyOf(directVoyage())]);
    expect(parse(body).content).toEqual(healthy.content);
  });
});

test('no answer and an empty answer make no record', () => {
  expect(parse()).toEqual({ content: null, observedAt: receivedAt, refusals: [] });
  expect(parse(bodyOf([]))).toEqual({ content: null, observedAt: receivedAt, refusals: [] });
});

test('bad events are refused one by one, the good ones kept', () => {
  const { content, refusals } = parse(bodyOf([null, ...directVoyage(), { eventID: 'b2' }]));
  expect(content).toEqual(healthy.content);
  expect(refusals.map(({ reason, index, eventId }) => [reason, index, eventId])).toEqual([
    ['malformed_event', 0, null],
    ['missing_field', 18, 'b2'],
  ]);
});

test('a hopeless answer is refused without filling the store', () => {
  const many = Array.from({ length: 5_000 }, () => 7);
  expect(parse(bodyOf(many)).refusals.length).toBeLessThanOrEqual(501);
});

test('events beyond what an answer may hold are refused as a whole', () => {
  const container = equipmentEvent({ id: 'e', code: 'RSEA', port: 'CNSHA', at: '2026-01-05T09:00:00+08:00' });
  const many = Array.from({ length: EVENTS_PER_BODY + 1 }, (_, index) => ({ ...container, eventID: `e${index}` }));
  expect(reasons(bodyOf(many))).toEqual(['too_many_events']);
});

test('thousands of calls are cut off before they cost seconds', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const many = Array.from({ length: 6_000 }, (_, index) => {
    const port = `CN${letters[index % 26]}${letters[Math.floor(index / 26) % 26]}${letters[Math.floor(index / 676) % 26]}`;
    const ship = { ...ships.first, voyage: `V${index}` };
    return transportEvent({
      id: `t${index}`,
      code: index % 2 ? 'ARRI' : 'DEPA',
      port,
      at: '2026-01-05T09:00:00+08:00',
      ship,
    });
  });
  const body = bodyOf([...directVoyage(), ...many]);
  const before = process.threadCpuUsage().user;
  expect(parse(body).refusals).toMatchObject([{ reason: 'too_many_events', field: 'transportCall' }]);
  expect((process.threadCpuUsage().user - before) / 1_000).toBeLessThan(1_500);
});

describe('an event that comes again', () => {
  const first = estimated('x', 'ARRI', ['NLRTM', '2026-02-10T00:00:00Z'], '2026-02-01T00:00:00Z');
  const second = { ...first, eventDateTime: '2026-02-12T00:00:00Z', eventCreatedDateTime: '2026-02-02T00:00:00Z' };

  test('with the same id counts as it was last created, in whatever order', () => {
    const eta = Date.UTC(2026, 1, 12);
    expect(parse(bodyOf([first]), bodyOf([second])).content?.booking.eta).toBe(eta);
    expect(parse(bodyOf([second]), bodyOf([first])).content?.booking.eta).toBe(eta);
  });

  test('that claims to be from the far future gives way to every report with an honest time, and is counted', () => {
    const claimed = { ...first, eventCreatedDateTime: '2099-01-01T00:00:00Z', eventDateTime: '2026-03-01T00:00:00Z' };
    for (const bodies of [
      [bodyOf([claimed]), bodyOf([second])],
      [bodyOf([second]), bodyOf([claimed])],
    ]) {
      const { content, refusals } = parse(...bodies);
      expect(content?.booking.eta).toBe(Date.UTC(2026, 1, 12));
      expect(refusals).toMatchObject([{ reason: 'future_report', eventId: 'x', field: 'eventCreatedDateTime' }]);
    }
    const other = { ...second, eventID: 'y' };
    expect(parse(bodyOf([claimed, other])).content?.booking.eta).toBe(Date.UTC(2026, 1, 12));
  });

  test('alone counts though it claims to be from the future, and of two such the later one', () => {
    const claimed = (at: string, created: string): WireEvent => ({
      ...first,
      eventDateTime: at,
      eventCreatedDateTime: created,
    });
    const one = claimed('2026-02-20T00:00:00Z', '2099-01-01T00:00:00Z');
    const other = claimed('2026-02-21T00:00:00Z', '2099-01-02T00:00:00Z');
    expect(parse(bodyOf([one])).content?.booking.eta).toBe(Date.UTC(2026, 1, 20));
    expect(parse(bodyOf([one])).observedAt).toBe(about.receivedAt);
    expect(parse(bodyOf([other]), bodyOf([one])).content?.booking.eta).toBe(Date.UTC(2026, 1, 21));
  });

  test('created some hours ahead by a clock that is fast is taken as it stands', () => {
    const fast = new Date(about.receivedAt + 20 * 3_600_000).toISOString();
    const event = { ...first, eventCreatedDateTime: fast, eventDateTime: '2026-03-05T00:00:00Z' };
    expect(parse(bodyOf([second, event]))).toMatchObject({
      content: { booking: { eta: Date.UTC(2026, 2, 5) } },
      refusals: [],
    });
  });

  test('pushed alone or under `events` is read like a list', () => {
    expect(parse(bodyOf([first]), bodyOf(second)).content?.booking.eta).toBe(Date.UTC(2026, 1, 12));
    expect(parse(bodyOf({ events: [second] })).content?.booking.eta).toBe(Date.UTC(2026, 1, 12));
  });
});

describe('references', () => {
  const stranger = (id: string, bill: string): WireEvent =>
    equipmentEvent({
      id,
      code: 'DISC',
      port: 'NLRTM',
      at: '2026-02-20T00:00:00Z',
      container: otherContainer,
      more: { documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: bill }] },
    });

  test('to another bill refuse the event', () => {
    const { content, refusals } = parse(bodyOf([...directVoyage(), stranger('s', 'MERI000000001')]));
    expect(content).toEqual(healthy.content);
    expect(refusals).toEqual([
      { reason: 'unknown_reference', index: null, eventId: 's', field: 'documentReferences', value: 'MERI000000001' },
    ]);
  });

  test('to the same bill without the letters of the carrier are to this bill', () => {
    const short = JSON.parse(
      JSON.stringify(directVoyage()).replaceAll(exampleBill, exampleBill.slice(4)),
    ) as WireEvent[];
    expect(parse(bodyOf(short)).refusals).toEqual([]);
    expect(parse(bodyOf(short)).content?.booking.billNo).toBe(exampleBill);
  });

  test('to the booking requested lead to its bill', () => {
    const { content } = parseEvents(
      [bodyOf(directVoyage())],
      { ...about, billNo: exampleBooking.toLowerCase() },
      exampleReference,
    );
    expect(content?.booking).toMatchObject({ billNo: exampleBill, bookingNo: exampleBooking });
  });

  test('of a container leave out other containers and its earlier voyages', () => {
    const earlier = equipmentEvent({
      id: 'old',
      code: 'DISC',
      port: 'SGSIN',
      at: '2025-06-01T00:00:00Z',
      more: { documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: 'MERI000000009' }] },
    });
    const { content, refusals } = parseEvents(
      [bodyOf([...directVoyage(), earlier, stranger('s', exampleBill)])],
      ofContainer,
      exampleReference,
    );
    expect(content).toEqual({ ...healthy.content, booking: { ...healthy.content?.booking } });
    expect(refusals.map(({ reason, field }) => [reason, field])).toEqual([['unknown_reference', 'equipmentReference']]);
  });
});

test('the record is as old as the newest report, but never newer than its arrival', () => {
  expect(healthy.observedAt).toBe(Date.UTC(2026, 1, 14, 9));
  const ahead = parseEvents([bodyOf(directVoyage())], { ...about, receivedAt: Date.UTC(2026, 0, 1) }, exampleReference);
  expect(ahead.observedAt).toBe(Date.UTC(2026, 0, 1));
});

test('any order of events, split over any number of messages, repeated or not, gives the same record', () => {
  const extra = [
    estimated('r1', 'DEPA', ['CNSHA', '2026-01-17T12:00:00+08:00'], '2026-01-08T00:00:00Z', ships.other),
    estimated('r2', 'ARRI', ['SGSIN', '2026-01-24T12:00:00+08:00'], '2026-01-08T00:00:00Z', ships.other),
    transportEvent({ id: 'r3', code: 'ARRI', port: 'SGSIN', at: '2026-01-24T12:00:00+08:00', ship: ships.second }),
    transportEvent({
      id: 'r4',
      code: 'DEPA',
      classifier: 'PLN',
      port: 'SGSIN',
      at: '2026-01-24T12:00:00+08:00',
      ship: ships.second,
    }),
    equipmentEvent({
      id: 'r5',
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-11T02:00:00+08:00',
      ship: ships.other,
      container: otherContainer,
    }),
    equipmentEvent({
      id: 'r5',
      code: 'LOAD',
      port: 'CNSHA',
      at: '2026-01-11T03:00:00+08:00',
      createdAt: '2026-01-10T18:00:00Z',
      ship: ships.other,
      container: otherContainer,
    }),
  ];
  const pool = [...directVoyage(), ...extra];
  fc.assert(
    fc.property(fc.subarray(pool), fc.infiniteStream(fc.nat(1_000)), fc.nat(pool.length), (events, keys, cut) => {
      const shuffled = events
        .map((event) => ({ event, key: keys.next().value as number }))
        .sort((a, b) => a.key - b.key);
      const list = shuffled.map(({ event }) => event);
      const plain = parse(bodyOf(events));
      const mixed = parse(bodyOf(list.slice(0, cut)), bodyOf(list.slice(cut)), bodyOf(list.slice(cut, cut + 3)));
      expect(mixed).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});
