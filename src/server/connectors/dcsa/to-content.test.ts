import { describe, expect, test } from 'vitest';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import {
  bodyOf,
  directVoyage,
  documentEvent,
  equipmentEvent,
  exampleBill,
  exampleBooking,
  exampleBox,
  exampleReference,
  type ExampleShip,
  otherBox,
  ships,
  transportEvent,
  type WireEvent,
} from './event-builders.ts';
import { parseEvents } from './parse.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;

function contentOf(events: readonly WireEvent[]): ShipmentContent {
  const { content, refusals } = parseEvents([bodyOf(events)], about, exampleReference);
  expect(refusals).toEqual([]);
  return content as ShipmentContent;
}

const shown = ({ events }: ShipmentContent): string[] =>
  events.map(
    (event) =>
      `${event.containerNo ?? 'bill'} ${event.statusCode} ${event.portCode}${event.occurrence > 1 ? ` #${event.occurrence}` : ''}`,
  );

const planOf = (
  id: string,
  ship: ExampleShip,
  from: string,
  to: string,
  start: string,
  end: string,
  createdAt: string,
): WireEvent[] => [
  transportEvent({ id: `${id}-out`, code: 'DEPA', classifier: 'PLN', port: from, at: start, createdAt, ship }),
  transportEvent({ id: `${id}-in`, code: 'ARRI', classifier: 'PLN', port: to, at: end, createdAt, ship }),
];

describe('a direct voyage', () => {
  test('gives booking, leg, container and every milestone', () => {
    const content = contentOf(directVoyage());
    expect(content.booking).toEqual({
      billNo: exampleBill,
      bookingNo: exampleBooking,
      carrierCode: 'MERI',
      vesselName: 'AMBER TIDE',
      vesselImo: '9321483',
      voyage: '101W',
      serviceCode: 'AE7',
      placeOfReceipt: null,
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      placeOfDelivery: null,
      finalDestination: null,
      plannedDeparture: Date.UTC(2026, 0, 10, 4),
      etd: Date.UTC(2026, 0, 10, 10),
      atd: Date.UTC(2026, 0, 10, 11, 30),
      plannedArrival: Date.UTC(2026, 1, 9, 5),
      eta: Date.UTC(2026, 1, 10, 5),
      ata: Date.UTC(2026, 1, 10, 6, 15),
    });
    expect(content.legs).toHaveLength(1);
    expect(content.containers).toEqual([
      {
        containerNo: exampleBox,
        sealNo: 'SL778',
        sizeType: '45G1',
        quantity: null,
        grossWeightKg: null,
        volumeM3: null,
      },
    ]);
    expect(shown(content)).toEqual([
      `${exampleBox} STSP CNSHA`,
      `${exampleBox} STUF CNSHA`,
      `${exampleBox} GITM CNSHA`,
      'bill PASS CNSHA',
      `${exampleBox} LOBD CNSHA`,
      'bill DLPT CNSHA',
      'bill BDAR NLRTM',
      `${exampleBox} DSCH NLRTM`,
      'bill AVPU NLRTM',
      `${exampleBox} STCS NLRTM`,
      `${exampleBox} STRP DEDUI`,
      `${exampleBox} RCVE NLRTM`,
    ]);
    expect(content.events.find(({ statusCode }) => statusCode === 'DLPT')).toEqual({
      containerNo: null,
      statusCode: 'DLPT',
      portCode: 'CNSHA',
      occurrence: 1,
      planned: Date.UTC(2026, 0, 10, 4),
      estimated: Date.UTC(2026, 0, 10, 10),
      actual: Date.UTC(2026, 0, 10, 11, 30),
      vesselName: 'AMBER TIDE',
      voyage: '101W',
      zone: 'Asia/Shanghai',
      place: 'CNSHA Terminal',
    });
  });

  test('keeps the newest report of an estimate whichever comes last in the list', () => {
    const later = transportEvent({
      id: 't9',
      code: 'ARRI',
      classifier: 'EST',
      port: 'NLRTM',
      at: '2026-02-11T06:00:00+01:00',
      createdAt: '2026-02-03T00:00:00Z',
      ship: ships.first,
    });
    expect(contentOf([later, ...directVoyage()]).booking.eta).toBe(Date.UTC(2026, 1, 11, 5));
  });

  test('takes aliases for the port and leaves unknown codes as they are', () => {
    const renamed = JSON.parse(
      JSON.stringify(directVoyage()).replaceAll('CNSHA', 'CNSGH').replaceAll('NLRTM', 'NLQRX'),
    ) as WireEvent[];
    const { booking, events } = contentOf(renamed);
    expect([booking.portOfLoading, booking.portOfDischarge]).toEqual(['CNSHA', 'NLQRX']);
    expect(events.find(({ statusCode }) => statusCode === 'DSCH')).toMatchObject({ portCode: 'NLQRX', zone: null });
  });

  test('shows the same thing reported twice as two occurrences, by time', () => {
    const again = equipmentEvent({
      id: 'e5b',
      code: 'DISC',
      port: 'NLRTM',
      at: '2026-02-10T14:00:00+01:00',
      createdAt: '2026-02-12T00:00:00Z',
      ship: ships.first,
    });
    const twice = contentOf([...directVoyage(), again]).events.filter(({ statusCode }) => statusCode === 'DSCH');
    expect(twice.map(({ occurrence, actual }) => [occurrence, actual])).toEqual([
      [1, Date.UTC(2026, 1, 10, 13)],
      [2, Date.UTC(2026, 1, 10, 14)],
    ]);
  });

  test('lets a corrected departure replace the wrong one, since a ship leaves a call once', () => {
    const wrong = transportEvent({
      id: 't4a',
      code: 'DEPA',
      port: 'CNSHA',
      at: '2026-01-18T19:30:00+08:00',
      createdAt: '2026-01-10T11:50:00Z',
      ship: ships.first,
    });
    const content = contentOf([...directVoyage(), wrong]);
    expect(content.booking.atd).toBe(Date.UTC(2026, 0, 10, 11, 30));
    expect(content.events.filter(({ statusCode }) => statusCode === 'DLPT')).toHaveLength(1);
  });

  test('keeps the instant of a wrong offset, for the rules to find', () => {
    const events = directVoyage().map((event) =>
      event.eventID === 't4' ? { ...event, eventDateTime: '2026-01-10T19:30:00+00:00' } : event,
    );
    expect(contentOf(events).booking.atd).toBe(Date.UTC(2026, 0, 10, 19, 30));
  });

  test('does not take a gate move told by two codes for two milestones', () => {
    const out = equipmentEvent({
      id: 'e1b',
      code: 'GTOT',
      port: 'CNSHA',
      at: '2026-01-05T09:20:00+08:00',
      empty: true,
    });
    const back = equipmentEvent({
      id: 'e8b',
      code: 'GTIN',
      port: 'NLRTM',
      at: '2026-02-14T10:05:00+01:00',
      empty: true,
    });
    expect(shown(contentOf([...directVoyage(), out, back]))).toEqual(shown(contentOf(directVoyage())));
  });

  test('tells holds and releases of the import from those of the export', () => {
    const hold = documentEvent({ id: 'd8', code: 'HOLD', document: 'CUS', at: '2026-02-11T08:00:00Z' });
    const release = documentEvent({ id: 'd9', code: 'RELS', document: 'CUS', at: '2026-02-12T08:00:00Z' });
    const content = contentOf([...directVoyage(), hold, release]);
    expect(shown(content)).toEqual(expect.arrayContaining(['bill CUIP NLRTM', 'bill PASS NLRTM', 'bill PASS CNSHA']));
  });
});

describe('a transhipment', () => {
  const plan = [
    ...planOf(
      'a',
      ships.first,
      'CNSHA',
      'SGSIN',
      '2026-01-10T12:00:00+08:00',
      '2026-01-17T12:00:00+08:00',
      '2026-01-01T00:00:00Z',
    ),
    ...planOf(
      'b',
      ships.second,
      'SGSIN',
      'NLRTM',
      '2026-01-20T12:00:00+08:00',
      '2026-02-12T12:00:00+01:00',
      '2026-01-01T00:00:00Z',
    ),
  ];
  const begun = [
    equipmentEvent({ id: 'l1', code: 'LOAD', port: 'CNSHA', at: '2026-01-10T08:00:00+08:00', ship: ships.first }),
    transportEvent({ id: 'x1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T13:00:00+08:00', ship: ships.first }),
    transportEvent({ id: 'x2', code: 'ARRI', port: 'SGSIN', at: '2026-01-17T14:00:00+08:00', ship: ships.first }),
    equipmentEvent({ id: 'l2', code: 'DISC', port: 'SGSIN', at: '2026-01-17T20:00:00+08:00', ship: ships.first }),
  ];

  test('has a leg for each ship and milestones of its own between them', () => {
    const loaded = equipmentEvent({
      id: 'l3',
      code: 'LOAD',
      port: 'SGSIN',
      at: '2026-01-20T05:00:00+08:00',
      ship: ships.second,
    });
    const content = contentOf([...plan, ...begun, loaded]);
    expect(
      content.legs.map((leg) => [leg.sequence, leg.vesselName, leg.voyage, leg.portOfLoading, leg.portOfDischarge]),
    ).toEqual([
      [1, 'AMBER TIDE', '101W', 'CNSHA', 'SGSIN'],
      [2, 'BIRCH WAKE', '207W', 'SGSIN', 'NLRTM'],
    ]);
    expect(shown(content)).toEqual([
      `${exampleBox} LOBD CNSHA`,
      'bill DLPT CNSHA',
      'bill TSBA SGSIN',
      `${exampleBox} TSDC SGSIN`,
      `${exampleBox} TSLB SGSIN`,
      'bill TSDP SGSIN',
      'bill BDAR NLRTM',
    ]);
  });

  test('names the first ship until it has arrived, then the next one', () => {
    expect(contentOf(plan).booking.vesselName).toBe('AMBER TIDE');
    expect(contentOf([...plan, ...begun.slice(0, 2)]).booking.vesselName).toBe('AMBER TIDE');
    expect(contentOf([...plan, ...begun]).booking).toMatchObject({
      vesselName: 'BIRCH WAKE',
      voyage: '207W',
      portOfLoading: 'CNSHA',
    });
  });

  test('at another port than planned drops what was planned at the old one', () => {
    const told = '2026-01-05T00:00:00Z';
    const moved = [
      transportEvent({
        id: 'm1',
        code: 'ARRI',
        classifier: 'EST',
        port: 'MYPKG',
        at: '2026-01-16T12:00:00+08:00',
        createdAt: told,
        ship: ships.first,
      }),
      transportEvent({
        id: 'm2',
        code: 'DEPA',
        classifier: 'EST',
        port: 'MYPKG',
        at: '2026-01-19T12:00:00+08:00',
        createdAt: told,
        ship: ships.other,
      }),
      transportEvent({
        id: 'm3',
        code: 'ARRI',
        classifier: 'EST',
        port: 'NLRTM',
        at: '2026-02-13T12:00:00+01:00',
        createdAt: told,
        ship: ships.other,
      }),
    ];
    const content = contentOf([...plan, ...moved]);
    expect(content.legs.map((leg) => `${leg.portOfLoading}-${leg.portOfDischarge}`)).toEqual([
      'CNSHA-MYPKG',
      'MYPKG-NLRTM',
    ]);
    expect(shown(content)).toEqual(['bill DLPT CNSHA', 'bill TSBA MYPKG', 'bill TSDP MYPKG', 'bill BDAR NLRTM']);
    expect(content.booking.plannedArrival).toBe(Date.UTC(2026, 1, 12, 11));
  });

  test('of which only the second half is told keeps that half', () => {
    const { legs } = contentOf(plan.slice(2));
    expect(legs.map((leg) => `${leg.portOfLoading}-${leg.portOfDischarge}`)).toEqual(['SGSIN-NLRTM']);
  });

  test('an arrival alone is a leg from nowhere, not a lost event', () => {
    const { legs } = contentOf([
      transportEvent({ id: 'x', code: 'ARRI', port: 'NLRTM', at: '2026-02-12T12:00:00+01:00', ship: ships.second }),
    ]);
    expect(legs).toMatchObject([
      { sequence: 1, portOfLoading: null, portOfDischarge: 'NLRTM', ata: Date.UTC(2026, 1, 12, 11) },
    ]);
  });
});

describe('a change of ship', () => {
  const plan = planOf(
    'a',
    ships.first,
    'CNSHA',
    'NLRTM',
    '2026-01-10T12:00:00+08:00',
    '2026-02-09T12:00:00+01:00',
    '2026-01-01T00:00:00Z',
  );
  const rolled = [
    transportEvent({
      id: 'r1',
      code: 'DEPA',
      classifier: 'EST',
      port: 'CNSHA',
      at: '2026-01-17T12:00:00+08:00',
      createdAt: '2026-01-09T00:00:00Z',
      ship: ships.other,
    }),
    transportEvent({
      id: 'r2',
      code: 'ARRI',
      classifier: 'EST',
      port: 'NLRTM',
      at: '2026-02-16T12:00:00+01:00',
      createdAt: '2026-01-09T00:00:00Z',
      ship: ships.other,
    }),
  ];

  test('by rolling shows the new sailing, and the plan that was agreed', () => {
    const content = contentOf([...plan, ...rolled]);
    expect(content.booking).toMatchObject({
      vesselName: 'CEDAR GALE',
      voyage: '102W',
      plannedDeparture: Date.UTC(2026, 0, 10, 4),
      etd: Date.UTC(2026, 0, 17, 4),
      eta: Date.UTC(2026, 1, 16, 11),
    });
    expect(content.legs).toHaveLength(1);
    expect(content.events.map(({ statusCode, vesselName }) => [statusCode, vesselName])).toEqual([
      ['DLPT', 'CEDAR GALE'],
      ['BDAR', 'CEDAR GALE'],
    ]);
  });

  test('on the same voyage keeps the call and its arrival', () => {
    const replaced = { ...ships.other, voyage: ships.first.voyage };
    const told = transportEvent({
      id: 'v1',
      code: 'DEPA',
      classifier: 'EST',
      port: 'CNSHA',
      at: '2026-01-10T15:00:00+08:00',
      createdAt: '2026-01-08T00:00:00Z',
      ship: replaced,
    });
    expect(contentOf([...plan, told]).legs).toMatchObject([
      { vesselName: 'CEDAR GALE', portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: Date.UTC(2026, 1, 9, 11) },
    ]);
  });

  test('of some boxes only leaves each box its own departure', () => {
    const load = (id: string, box: string, ship: ExampleShip, at: string): WireEvent =>
      equipmentEvent({ id, code: 'LOAD', port: 'CNSHA', at, ship, box });
    const content = contentOf([
      ...plan,
      ...rolled,
      load('l1', exampleBox, ships.first, '2026-01-10T08:00:00+08:00'),
      transportEvent({ id: 'x1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T13:00:00+08:00', ship: ships.first }),
      load('l2', otherBox, ships.other, '2026-01-17T08:00:00+08:00'),
      transportEvent({ id: 'x2', code: 'DEPA', port: 'CNSHA', at: '2026-01-17T13:00:00+08:00', ship: ships.other }),
    ]);
    const departures = content.events.filter(({ statusCode, actual }) => statusCode === 'DLPT' && actual !== null);
    expect(departures.map(({ containerNo, occurrence, vesselName }) => [containerNo, occurrence, vesselName])).toEqual([
      [exampleBox, 1, 'AMBER TIDE'],
      [otherBox, 1, 'CEDAR GALE'],
    ]);
  });
});

test('a ship that calls on its way without touching the cargo makes one leg', () => {
  const { legs } = contentOf([
    ...planOf(
      'a',
      ships.first,
      'CNSHA',
      'SGSIN',
      '2026-01-10T12:00:00+08:00',
      '2026-01-17T12:00:00+08:00',
      '2026-01-01T00:00:00Z',
    ),
    ...planOf(
      'b',
      ships.first,
      'SGSIN',
      'NLRTM',
      '2026-01-18T12:00:00+08:00',
      '2026-02-09T12:00:00+01:00',
      '2026-01-01T00:00:00Z',
    ),
  ]);
  expect(legs).toMatchObject([{ portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: Date.UTC(2026, 1, 9, 11) }]);
});

test('documents alone make a record without legs', () => {
  const content = contentOf([
    documentEvent({ id: 'd1', code: 'CONF', document: 'BKG', documentId: exampleBooking, at: '2026-01-01T08:00:00Z' }),
  ]);
  expect(content).toMatchObject({ booking: { billNo: exampleBill, bookingNo: exampleBooking }, legs: [], events: [] });
});
