import { describe, expect, test } from 'vitest';
import { contentOf, estimated, planOf, shown } from '#testing/dcsa-content.ts';
import {
  directVoyage,
  documentEvent,
  equipmentEvent,
  exampleBill,
  exampleBooking,
  exampleContainer,
  ships,
  transportEvent,
  type WireEvent,
} from './event-builders.ts';

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
        containerNo: exampleContainer,
        sealNo: 'SL778',
        sizeType: '45G1',
        quantity: null,
        grossWeightKg: null,
        volumeM3: null,
      },
    ]);
    expect(shown(content)).toEqual([
      `${exampleContainer} STSP CNSHA`,
      `${exampleContainer} STUF CNSHA`,
      `${exampleContainer} GITM CNSHA`,
      'bill PASS CNSHA',
      `${exampleContainer} LOBD CNSHA`,
      'bill DLPT CNSHA',
      'bill BDAR NLRTM',
      `${exampleContainer} DSCH NLRTM`,
      'bill AVPU NLRTM',
      `${exampleContainer} STCS NLRTM`,
      `${exampleContainer} STRP DEDUI`,
      `${exampleContainer} RCVE NLRTM`,
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
    const later = estimated('t9', 'ARRI', ['NLRTM', '2026-02-11T06:00:00+01:00'], '2026-02-03T00:00:00Z');
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

  test('does not take a gate move reported by two codes for two milestones', () => {
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

test('a ship that calls on its way without touching the cargo makes one leg', () => {
  const { legs } = contentOf([
    ...planOf('a', ships.first, ['CNSHA', '2026-01-10T12:00:00+08:00'], ['SGSIN', '2026-01-17T12:00:00+08:00']),
    ...planOf('b', ships.first, ['SGSIN', '2026-01-18T12:00:00+08:00'], ['NLRTM', '2026-02-09T12:00:00+01:00']),
  ]);
  expect(legs).toMatchObject([{ portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', eta: Date.UTC(2026, 1, 9, 11) }]);
});

test('documents alone make a record without legs', () => {
  const content = contentOf([
    documentEvent({ id: 'd1', code: 'CONF', document: 'BKG', documentId: exampleBooking, at: '2026-01-01T08:00:00Z' }),
  ]);
  expect(content).toMatchObject({ booking: { billNo: exampleBill, bookingNo: exampleBooking }, legs: [], events: [] });
});
