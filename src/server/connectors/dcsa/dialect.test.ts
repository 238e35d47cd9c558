import { describe, expect, test } from 'vitest';
import { dayAt, shownText } from '#shared/time/day.ts';
import { collectEvents } from './collect-events.ts';
import { toStandard, type Tolerance } from './dialect.ts';
import { bodyOf, directVoyage, exampleBill, exampleReference } from './event-builders.ts';
import { parseDialect, parseEvents } from './parse.ts';

const receivedAt = Date.UTC(2026, 2, 1);
const about = { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt } as const;
const container = 'CSQU3054383';

/** A gate-out of an empty container as a carrier writes it that exchanges type and code, and the case of names. */
const exchanged = {
  eventId: 'ev-1',
  eventType: 'GTOT',
  equipmentEventTypeCode: 'EMPTY',
  eventClassifierCode: 'ACT',
  eventCreatedDateTime: '2026-01-06T01:00:00Z',
  eventDateTime: '2026-01-05T09:00:00Z',
  equipmentReference: container,
  isoEquipmentCode: '45G1',
  eventLocation: null,
  transportCall: {
    transportCallId: 'tc-1',
    unLocationCode: 'CNSHA',
    modeOfTransport: 'TRUCK',
    location: { locationName: 'SHANGHAI', unLocationCode: 'CNSHA' },
    vessel: null,
  },
  documentReferences: [
    { documentReferenceType: 'BKG', documentReferenceValue: 'aa6b804c0cce02cb37ac9db2265e9444cc862a90a6de262c' },
    { documentReferenceType: 'TRD', documentReferenceValue: exampleBill },
  ],
};

/** An arrival without a call: the vessel and the place stand beside the event. */
const withoutCall = {
  eventID: 'ev-2',
  eventType: 'TRANSPORT',
  transportEventTypeCode: 'ARRI',
  eventClassifierCode: 'Actual',
  eventCreatedDateTime: '2026-02-10T07:00:00Z',
  eventDateTime: '2026-02-10T07:15:00+01:00',
  eventLocation: 'NLRTM',
  vessel: { name: 'Amber Tide', vesselImoNumber: 9321483 },
  modeOfTransportCode: 1,
  exportVoyageNumber: '101W',
  documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: exampleBill }],
};

/** Lists by kind with calls beside them, words for codes, places as text, and one id for two events. */
const separate = {
  shipment: { carrierBookingReference: 'BK55001' },
  shipmentEvent: [
    {
      eventID: 'W-1',
      eventType: 'Shipment',
      eventClassifierCode: 'ACT',
      eventCreatedDateTime: '2026-01-01T18:00:00+09:00',
      eventDateTime: '2026-01-01T18:00:00+09:00',
      shipmentEventTypeCode: 'RECE',
      documentId: 'BK55001',
      documentTypeCode: 'CBR',
    },
  ],
  transportEvent: [
    {
      eventID: 'C-1',
      eventType: 'Transport',
      eventClassifierCode: 'ACT',
      eventCreatedDateTime: '2026-01-10T20:00:00+08:00',
      eventDateTime: '2026-01-10T19:30:00+08:00',
      transportEventTypeCode: 'DEPA',
      transportCall: { transportCallID: 'call-1', modeOfTransport: 'Vessel', location: 'CNSHA' },
    },
  ],
  equipmentEvent: [
    {
      eventID: 'C-1',
      eventType: 'Equipment',
      eventClassifierCode: 'ACT',
      eventCreatedDateTime: '2026-01-10T03:00:00+08:00',
      eventDateTime: '2026-01-10T02:00:00+08:00',
      equipmentEventTypeCode: 'LOAD',
      ISOEquipmentCode: '45G1',
      emptyIndicatorCode: 'Laden',
      eventLocation: 'CNSHA',
      equipmentReference: container,
      transportCall: { transportCallID: 'call-1', location: 'CNSHA' },
    },
  ],
  transportCall: [
    {
      transportCallID: 'call-1',
      exportVoyageNumber: '101W',
      UNLocationCode: 'CNSHA',
      facilityCode: 'CNSHAYSN',
      modeOfTransport: 'VESSEL',
      location: 'CNSHA',
      vessel: { vesselIMONumber: '9321483', vesselName: 'AMBER TIDE' },
    },
  ],
};

const read = (body: unknown) => collectEvents([bodyOf(body)], { receivedAt });

describe('deviations of carriers are read as meant and counted', () => {
  test('names in another case, type and code exchanged, nulls, digests for bookings', () => {
    const { events, refusals, tolerated } = read([exchanged]);
    expect(refusals).toEqual([]);
    expect(events).toMatchObject([
      {
        eventId: 'ev-1',
        type: 'EQUIPMENT',
        code: 'GTOT',
        empty: 'EMPTY',
        containerNo: container,
        isoCode: '45G1',
        portCode: 'CNSHA',
        bills: [exampleBill],
        bookings: [],
        call: { id: 'tc-1', vesselName: null },
      },
    ]);
    expect(tolerated).toEqual({ otherSpelling: 5, typeAndCodeExchanged: 1, hashedBooking: 1 });
  });

  test('a transport event without a call takes ship and place from beside it', () => {
    const { events, refusals, tolerated } = read([withoutCall]);
    expect(refusals).toEqual([]);
    expect(events).toMatchObject([
      {
        code: 'ARRI',
        classifier: 'ACT',
        at: Date.parse('2026-02-10T06:15:00Z'),
        portCode: 'NLRTM',
        call: { vesselName: 'AMBER TIDE', vesselImo: '9321483', exportVoyage: '101W', mode: 'VESSEL' },
      },
    ]);
    expect(tolerated).toMatchObject({ noTransportCall: 1, placeAsText: 1, wordForCode: 2 });
  });

  test('separate lists: every event once, with the call of the list, although two have one id', () => {
    const { events, refusals, tolerated } = read(separate);
    expect(refusals).toEqual([]);
    expect(events.map(({ type, code }) => `${type} ${code}`).sort()).toEqual([
      'EQUIPMENT LOAD',
      'SHIPMENT RECE',
      'TRANSPORT DEPA',
    ]);
    const load = events.find(({ code }) => code === 'LOAD');
    expect(load).toMatchObject({
      containerNo: container,
      empty: 'LADEN',
      portCode: 'CNSHA',
      call: { vesselName: 'AMBER TIDE' },
    });
    expect(tolerated.separateLists).toBe(1);
  });

  test('no id: the same event reported again is one event; another time makes another', () => {
    const { eventID: _, ...bare } = withoutCall;
    const again = { ...bare, eventCreatedDateTime: '2026-02-11T07:00:00Z' };
    const moved = { ...bare, eventDateTime: '2026-02-10T09:15:00+01:00' };
    expect(read([bare, again]).events).toHaveLength(1);
    expect(read([bare, moved]).events).toHaveLength(2);
    expect(read([bare]).tolerated.noEventId).toBe(1);
  });

  test('what contradicts itself is not guessed: two types of codes, a wrong code, an unknown word', () => {
    const both = { ...withoutCall, eventType: undefined, equipmentEventTypeCode: 'LOAD' };
    const wrong = { ...withoutCall, eventType: 'GTOT', equipmentEventTypeCode: 'LOAD' };
    const word = { ...withoutCall, eventClassifierCode: 'MAYBE' };
    const { events, refusals } = read([both, wrong, word]);
    expect(events).toEqual([]);
    expect(refusals.map(({ field }) => field)).toEqual(['eventType', 'eventType', 'eventClassifierCode']);
  });
});

describe('local times that end in Z', () => {
  const parse = (inputs: unknown[]) =>
    parseDialect([bodyOf(inputs)], about, exampleReference, { localTimesAsUtc: true });

  test('are instants in the zone of the port; times with an offset stay', () => {
    const { content, tolerated } = parse([exchanged, withoutCall]);
    const times = content?.events.map(({ statusCode, actual }) => [statusCode, new Date(actual ?? 0).toISOString()]);
    expect(times).toEqual([
      [expect.any(String), '2026-01-05T01:00:00.000Z'],
      [expect.any(String), '2026-02-10T06:15:00.000Z'],
    ]);
    expect(tolerated).toMatchObject({ localTimeAsUtc: 1 });
  });

  test('without a known zone the event is refused with the reason, not placed at a wrong time', () => {
    const nowhere = {
      ...exchanged,
      transportCall: { ...exchanged.transportCall, unLocationCode: 'XXABC', location: null },
    };
    const { content, refusals } = parse([nowhere]);
    expect(content).toBeNull();
    expect(refusals.map(({ reason }) => reason)).toEqual(['no_zone']);
  });
});

test('a date without a time is that day at its place, not its midnight', () => {
  const onDay = { ...withoutCall, eventDateTime: '2026-02-10' };
  const nowhere = { ...onDay, eventID: 'ev-9', eventLocation: 'XXABC' };
  const noDay = { ...onDay, eventID: 'ev-10', eventDateTime: '2026-02-30' };
  const { content, refusals, tolerated } = parseEvents([bodyOf([onDay, nowhere, noDay])], about, exampleReference);
  const days = content?.events.map(({ portCode, zone, actual }) => [portCode, shownText(actual ?? 0, zone ?? 'UTC')]);
  expect(days).toEqual(
    expect.arrayContaining([
      ['NLRTM', '2026-02-10'],
      ['XXABC', '2026-02-10'],
    ]),
  );
  expect(parseEvents([bodyOf([onDay])], about, exampleReference).content?.booking.ata).toBe(
    dayAt('2026-02-10', 'Europe/Amsterdam'),
  );
  expect(refusals).toMatchObject([{ reason: 'bad_time', value: '2026-02-30' }]);
  expect(tolerated).toMatchObject({ dayWithoutTime: 2 });
});

describe('repeated and padded', () => {
  const load = {
    eventID: 'ev-20',
    eventType: 'EQUIPMENT',
    equipmentEventTypeCode: 'LOAD',
    eventClassifierCode: 'ACT',
    eventCreatedDateTime: '2026-01-10T01:00:00Z',
    eventDateTime: '2026-01-09T18:00:00Z',
    equipmentReference: container,
    transportCall: { UNLocationCode: 'CNSHA', modeOfTransport: 'VESSEL', exportVoyageNumber: '101   W' },
  };

  test('a move reported twice under two ids is one, by the newest report; at another time it is another', () => {
    const again = { ...load, eventID: 'ev-21', eventCreatedDateTime: '2026-01-10T04:00:00Z' };
    const later = { ...load, eventID: 'ev-22', eventDateTime: '2026-01-09T19:00:00Z' };
    const { events, tolerated } = read([load, again, later]);
    expect(events.map(({ eventId }) => eventId).sort()).toEqual(['ev-21', 'ev-22']);
    expect(tolerated).toMatchObject({ repeatedEvent: 1 });
  });

  test('voyages lose the blanks that fill them; a single blank is a part of the number', () => {
    const spaced = { ...load, eventID: 'ev-23', transportCall: { ...load.transportCall, exportVoyageNumber: '101 W' } };
    const moved = { ...spaced, eventDateTime: '2026-01-09T20:00:00Z' };
    const { events, tolerated } = read([load, moved]);
    expect(events.map(({ call }) => call?.exportVoyage)).toEqual(['101W', '101 W']);
    expect(tolerated).toEqual({ paddedVoyage: 1 });
  });
});

test('digests of bookings are no bookings, also where a document is named by one', () => {
  const digest = 'aa6b804c0cce02cb37ac9db2265e9444cc862a90a6de262c';
  const confirmed = { ...separate.shipmentEvent[0], eventID: 'ev-30', documentTypeCode: 'BKG', documentID: digest };
  const { events, tolerated } = read([confirmed]);
  expect(events).toMatchObject([{ bookings: [], document: { type: 'BKG' } }]);
  expect(tolerated).toMatchObject({ hashedBooking: 1 });
});

test('bills of digits only are completed for a carrier that leaves its letters out', () => {
  const short = {
    ...withoutCall,
    documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: '968550936' }],
  };
  const requested = { ...about, subject: 'container', billNo: null, containerNo: container } as const;
  const parsed = parseDialect([bodyOf([short])], requested, exampleReference, { billsWithoutScac: true });
  expect(parsed.content?.booking.billNo).toBe('MERI968550936');
});

test('events as the standard writes them are left as they are, without a count', () => {
  for (const event of directVoyage()) {
    const noted: Tolerance[] = [];
    expect(toStandard(event, (one) => noted.push(one))).toEqual(event);
    expect(noted).toEqual([]);
  }
  expect(parseEvents([bodyOf(directVoyage())], about, exampleReference).tolerated).toBeUndefined();
});
