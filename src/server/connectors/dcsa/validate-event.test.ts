import { describe, expect, test } from 'vitest';
import {
  documentEvent,
  equipmentEvent,
  exampleBill,
  exampleBooking,
  exampleContainer,
  ships,
  transportEvent,
  type WireEvent,
} from './event-builders.ts';
import { validateEvent } from './validate-event.ts';

const departure = (more: WireEvent = {}): WireEvent =>
  transportEvent({ id: 't1', code: 'DEPA', port: 'CNSHA', at: '2026-01-10T12:00:00+08:00', ship: ships.first, more });
const loading = (more: WireEvent = {}): WireEvent =>
  equipmentEvent({ id: 'e1', code: 'LOAD', port: 'CNSHA', at: '2026-01-10T02:00:00+08:00', ship: ships.first, more });

const reasonsOf = (value: unknown): string[] =>
  validateEvent(value, 3).refusals.map(({ reason, field }) => `${reason}:${field}`);

describe('a good event', () => {
  test('of a ship is read with its call, its references and its instants', () => {
    const { event, refusals } = validateEvent(departure(), 0);
    expect(refusals).toEqual([]);
    expect(event).toMatchObject({
      eventId: 't1',
      code: 'DEPA',
      classifier: 'ACT',
      at: Date.UTC(2026, 0, 10, 4),
      portCode: 'CNSHA',
      place: 'CNSHA Terminal',
      bills: [exampleBill],
      bookings: [exampleBooking],
      call: {
        vesselName: 'AMBER TIDE',
        vesselImo: '9321483',
        exportVoyage: '101W',
        importVoyage: '101W',
        serviceCode: 'AE7',
      },
    });
  });

  test('of a document may have a code that 2.3 added', () => {
    for (const code of ['PENC', 'CANC']) {
      const event = documentEvent({ id: 'd', code, document: 'BKG', documentId: 'BK1', at: '2026-01-01T08:00:00Z' });
      expect(validateEvent(event, 0)).toMatchObject({ event: { code, bookings: ['BK1'] }, refusals: [] });
    }
  });

  test('of a container is read with type, seals and load; a wrong check digit is not refused here', () => {
    const { event, refusals } = validateEvent(loading({ equipmentReference: 'csqu 305438-4' }), 0);
    expect(refusals).toEqual([]);
    expect(event).toMatchObject({ containerNo: 'CSQU3054384', isoCode: '45G1', empty: 'LADEN', seals: ['SL778'] });
  });

  test('of a document gives the bill or booking it is about', () => {
    const at = '2026-01-01T08:00:00Z';
    expect(
      validateEvent(documentEvent({ id: 'd', code: 'ISSU', document: 'TRD', documentId: 'abc1', at }), 0).event?.bills,
    ).toEqual(['ABC1']);
    expect(
      validateEvent(documentEvent({ id: 'd', code: 'CONF', document: 'BKG', documentId: 'bk9', at }), 0).event
        ?.bookings,
    ).toEqual(['BK9']);
  });

  test('that leaves out what the standard lets be left out is read as far as it goes', () => {
    const plan = {
      equipmentReference: undefined,
      references: [{ referenceType: 'EQ', referenceValue: exampleContainer }],
    };
    const read = (event: WireEvent) => {
      const { event: taken, refusals } = validateEvent(event, 0);
      expect(refusals).toEqual([]);
      return taken;
    };
    expect(read(loading({ equipmentReference: undefined }))?.containerNo).toBeNull();
    expect(read(loading(plan))?.containerNo).toBe(exampleContainer);
    const truck = { modeOfTransport: 'TRUCK', location: { locationName: 'Duisburg yard' } };
    expect(read(departure({ transportCall: truck }))).toMatchObject({ portCode: null, place: 'Duisburg yard' });
  });

  test('without id gets one by what it says, the same whenever it is reported again', () => {
    const idOf = (more: WireEvent): string =>
      String(validateEvent(departure({ eventID: undefined, ...more }), 0).event?.eventId);
    expect(idOf({})).toMatch(/^[0-9a-f]{32}$/);
    expect(idOf({})).toBe(idOf({ note: 'unknown attributes do not matter' }));
    expect(idOf({})).not.toBe(idOf({ eventClassifierCode: 'EST' }));
  });

  test('with codes in other letters means the same', () => {
    const { event, refusals } = validateEvent(
      loading({ eventType: 'Equipment', emptyIndicatorCode: 'Laden', transportCall: { modeOfTransport: 'Truck' } }),
      0,
    );
    expect(refusals).toEqual([]);
    expect(event).toMatchObject({ type: 'EQUIPMENT', empty: 'LADEN', call: { mode: 'TRUCK' } });
  });

  test('has text that can be stored: no control characters, no halves of characters', () => {
    const { event } = validateEvent(
      departure({ transportCall: { UNLocationCode: 'CNSHA', otherFacility: 'Gate\u0000 7\ud800\n' } }),
      0,
    );
    expect(event?.place).toBe('Gate 7\ufffd');
  });
});

describe('an event is refused', () => {
  test.each<[string, unknown, string]>([
    ['that is no object', 'DEPA', 'malformed_event:null'],
    ['that is a list', [departure()], 'malformed_event:null'],
    ['with a blank id', departure({ eventID: '  ' }), 'missing_field:eventID'],
    ['with an endless id', departure({ eventID: 'x'.repeat(150) }), 'bad_reference:eventID'],
    ['with a number as id', departure({ eventID: 7 }), 'bad_type:eventID'],
    ['of an unknown type', departure({ eventType: 'ARRIVAL' }), 'bad_enumeration:eventType'],
    ['of a type named like a built-in', departure({ eventType: 'constructor' }), 'bad_enumeration:eventType'],
    [
      'with the code of another type',
      departure({ transportEventTypeCode: 'LOAD' }),
      'bad_enumeration:transportEventTypeCode',
    ],
    ['with an unknown classifier', departure({ eventClassifierCode: 'REQ' }), 'bad_enumeration:eventClassifierCode'],
    ['without a time', departure({ eventDateTime: null }), 'missing_field:eventDateTime'],
    ['with a time as number', departure({ eventDateTime: 1_767_000_000_000 }), 'bad_type:eventDateTime'],
    ['with a time without offset', departure({ eventDateTime: '2026-01-10T12:00:00' }), 'no_offset:eventDateTime'],
    ['on 30 February', departure({ eventDateTime: '2026-02-30T12:00:00Z' }), 'bad_time:eventDateTime'],
    ['in 1999', departure({ eventDateTime: '1999-12-31T12:00:00Z' }), 'bad_time:eventDateTime'],
    ['in 2150', departure({ eventCreatedDateTime: '2150-01-01T00:00:00Z' }), 'bad_time:eventCreatedDateTime'],
    ['of a ship without call', departure({ transportCall: undefined }), 'missing_field:transportCall'],
    [
      'of a ship without port',
      departure({ transportCall: { modeOfTransport: 'VESSEL' } }),
      'missing_field:UNLocationCode',
    ],
    [
      'with a misshapen port',
      departure({ transportCall: { UNLocationCode: 'Shanghai' } }),
      'bad_reference:UNLocationCode',
    ],
    [
      'with an unknown mode',
      departure({ transportCall: { UNLocationCode: 'CNSHA', modeOfTransport: 'SUBMARINE' } }),
      'bad_enumeration:modeOfTransport',
    ],
    [
      'of a container with a misshapen number',
      loading({ equipmentReference: 'CSQU12' }),
      'bad_reference:equipmentReference',
    ],
    ['with an unknown load', loading({ emptyIndicatorCode: 'HALF' }), 'bad_enumeration:emptyIndicatorCode'],
    [
      'of a document without type',
      documentEvent({ id: 'd', code: 'HOLD', document: 'NOPE', at: '2026-01-01T08:00:00Z' }),
      'bad_enumeration:documentTypeCode',
    ],
  ])('%s', (_, value, expected) => {
    expect(validateEvent(value, 3).event).toBeNull();
    expect(reasonsOf(value)).toEqual([expected]);
  });

  test('with its place in the answer, its id and the value, shortened', () => {
    const [refused] = validateEvent(departure({ eventClassifierCode: 'Z'.repeat(900) }), 3).refusals;
    expect(refused).toEqual({
      reason: 'bad_enumeration',
      index: 3,
      eventId: 't1',
      field: 'eventClassifierCode',
      value: 'Z'.repeat(200),
    });
  });
});

describe('an attribute the event can do without is left out and noted', () => {
  test.each<[string, WireEvent, string]>([
    [
      'IMO number',
      departure({ transportCall: { UNLocationCode: 'CNSHA', vessel: { vesselIMONumber: 'X1' } } }),
      'bad_reference:vesselIMONumber',
    ],
    ['vessel', departure({ transportCall: { UNLocationCode: 'CNSHA', vessel: 'Amber Tide' } }), 'bad_type:vessel'],
    [
      'voyage',
      departure({ transportCall: { UNLocationCode: 'CNSHA', carrierVoyageNumber: 101 } }),
      'bad_type:carrierVoyageNumber',
    ],
    ['size and type', loading({ ISOEquipmentCode: '40 foot' }), 'bad_reference:ISOEquipmentCode'],
    ['seals', loading({ seals: 'SL778' }), 'bad_type:seals'],
    ['one seal', loading({ seals: ['SL778'] }), 'bad_type:seals'],
    ['references', departure({ documentReferences: { TRD: 1 } }), 'bad_type:documentReferences'],
  ])('%s', (_, value, expected) => {
    expect(validateEvent(value, 3).event).not.toBeNull();
    expect(reasonsOf(value)).toEqual([expected]);
  });
});

describe('what carriers write besides the standard, where it leaves no doubt', () => {
  const at = (value: string) => validateEvent(departure({ eventDateTime: value }), 0);
  const callOf = (more: WireEvent) => validateEvent(departure({ transportCall: more }), 0);

  test.each([
    ['2026-01-10T24:00:00Z', '2026-01-11T00:00:00Z'],
    ['2026-12-31T24:00:00+08:00', '2027-01-01T00:00:00+08:00'],
    ['2026-02-28T24:00Z', '2026-03-01T00:00:00Z'],
  ])('midnight at the end of a day: %s', (text, same) => {
    expect(at(text).event?.at).toBe(Date.parse(same));
    expect(at(text).refusals).toEqual([]);
  });

  test.each(['2026-01-10T24:00:01Z', '2026-01-10T24:30:00Z', '2026-02-30T24:00:00Z', '2026-01-10T24:00:00'])(
    'no other time of hour 24: %s',
    (text) => expect(at(text).event).toBeNull(),
  );

  test('an IMO number that is a number', () => {
    const { event, refusals } = callOf({ UNLocationCode: 'CNSHA', vessel: { vesselIMONumber: 9_321_483 } });
    expect(event?.call?.vesselImo).toBe('9321483');
    expect(refusals).toEqual([]);
  });

  test('an empty text where nothing is meant, even for a part or a list', () => {
    const nothing = { eventLocation: '', references: '', seals: '  ', isTransshipmentMove: '' };
    expect(reasonsOf(departure(nothing))).toEqual([]);
    expect(reasonsOf(loading({ ...nothing, emptyIndicatorCode: '' }))).toEqual([]);
  });

  test('a call without a port whose facility is coded by BIC, which begins with the port', () => {
    const facility = { facilityCode: 'NLRTMECTD', facilityCodeListProvider: 'BIC' };
    expect(callOf({ ...facility, modeOfTransport: 'VESSEL' }).event?.portCode).toBe('NLRTM');
    const [location] = [{ UNLocationCode: 'CNSHA', ...facility }];
    expect(callOf(location).event?.portCode).toBe('CNSHA');
    expect(validateEvent(departure({ transportCall: {}, eventLocation: facility }), 0).event?.portCode).toBe('NLRTM');
    const version3 = {
      eventID: 'v3',
      eventDateTime: '2026-01-10T12:00:00Z',
      eventUpdatedDateTime: '2026-01-10T12:05:00Z',
      eventClassification: { eventTypeCode: 'TRANSPORT', eventClassifierCode: 'ACT', transportEventTypeCode: 'ARRI' },
      eventLocation: { facility },
      transportDetails: { transportCall: { modeOfTransport: 'VESSEL' } },
    };
    expect(validateEvent(version3, 0).event?.portCode).toBe('NLRTM');
    expect(callOf({ facilityCode: 'NLRTMECTD', facilityCodeListProvider: 'SMDG' }).event).toBeNull();
    expect(callOf({ facilityCode: 'ECTDE', facilityCodeListProvider: 'BIC' }).event).toBeNull();
  });
});
