import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import { calls } from '#contract/index.ts';
import { eventKey } from '#domain/intake/fusion/paths.ts';
import { modes, type OtherMode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { readBusinessData } from '#server/modules/tracking/business-data/read-input.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { presentShipment } from '#server/modules/tracking/shipment/index.ts';
import { draftOf, inputOf } from './draft.ts';
import { isPast, shownShipment } from '#domain/tracking/estimates.ts';

// From what is stored to the screen and back: the server presents, the editor takes it up and sends it, the server reads it.

const place = (code: string, zone: string | null) => ({
  code,
  name: `Name of ${code}`,
  nameCn: null,
  description: null,
  countryCode: null,
  lon: null,
  lat: null,
  zone,
});
const ports = new Map(
  [place('CNSHA', 'Asia/Shanghai'), place('NLRTM', 'Europe/Amsterdam'), place('XXNOZ', null)].map((one) => [
    one.code,
    one,
  ]),
);
/** As much of the master data as presenting and reading ask for. */
const reference = {
  ports,
  otherPlaces: new Map([place('PVG', 'Asia/Shanghai'), place('FRA', 'Europe/Berlin')].map((one) => [one.code, one])),
  carriers: new Map(),
  airlines: new Map(),
  statuses: new Map(),
  rules: { resolvePort: (code: string) => ports.get(code)?.code },
} as unknown as ReferenceSnapshot;

/** What is expected may have passed when the booking is shown. */
const anyMoment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const word = orNull(fc.constantFrom('STAR', 'lower case', ' blanks ', 'Ä/№·', '1W', '784-12345675'));
const code = orNull(fc.constantFrom('CNSHA', 'NLRTM', 'XXNOZ', 'PVG', 'FRA', 'no such place'));
/** Also fractions of a second and both hours of a clock that is set back. */
const instant = orNull(
  fc.oneof(
    fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) }),
    fc.constantFrom(Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(2026, 2, 29, 1, 30)),
  ),
);
const amount = orNull(fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom(0.1, 12.345, 1e-7, 1e21)));
const times = { etd: instant, atd: instant, eta: instant, ata: instant };
const route = { vesselName: word, voyage: word, portOfLoading: code, portOfDischarge: code };
const unitNo = fc.constantFrom('MERU1234567', 'TSTU0000001', 'TSTU0000002');

const booking = fc.record({
  billNo: word,
  bookingNo: word,
  carrierCode: word,
  ...route,
  vesselImo: word,
  serviceCode: word,
  placeOfReceipt: code,
  placeOfDelivery: code,
  finalDestination: code,
  plannedDeparture: instant,
  plannedArrival: instant,
  ...times,
});
const event = fc.record({
  containerNo: orNull(unitNo),
  statusCode: fc.constantFrom('LOBD', 'DLPT', 'XYZ9'),
  portCode: code,
  occurrence: fc.integer({ min: 1, max: 3 }),
  planned: instant,
  estimated: instant,
  actual: instant,
  vesselName: word,
  voyage: word,
  zone: orNull(fc.constantFrom('Asia/Shanghai', 'America/New_York')),
  place: word,
});
const content: fc.Arbitrary<ShipmentContent> = fc
  .record({
    mode: fc.constantFrom(...modes),
    booking,
    // A leg without anything is no leg: none is stored.
    legs: fc.array(fc.record({ ...route, portOfLoading: fc.constantFrom('CNSHA', 'PVG'), vesselImo: word, ...times }), {
      maxLength: 5,
    }),
    containers: fc.uniqueArray(
      fc.record({
        containerNo: unitNo,
        sealNo: word,
        sizeType: word,
        quantity: amount,
        grossWeightKg: amount,
        volumeM3: amount,
      }),
      { selector: ({ containerNo }) => containerNo, maxLength: 3 },
    ),
    events: fc.uniqueArray(event, { selector: eventKey, maxLength: 6 }),
    cutoffs: fc.uniqueArray(
      fc.record({ code: fc.constantFrom('EFC', 'FCO', 'VCO'), time: fc.integer({ min: 1, max: 2e12 }) }),
      { selector: (one) => one.code, minLength: 1, maxLength: 3 },
    ),
    onward: orNull(fc.record({ vesselName: fc.constant('BARGE 7'), voyage: word, loaded: instant, ...times })),
    businessNo: word,
    all: fc.boolean(),
  })
  .map(({ mode, legs, cutoffs, onward, businessNo, all, ...parts }) => ({
    ...(mode !== 'sea' && { mode: mode as OtherMode }),
    ...parts,
    legs: legs.map((leg, index) => ({ sequence: index + 1, ...leg })),
    ...(all && { cutoffs, listsAllContainers: true as const }),
    ...(onward !== null && { onward }),
    ...(businessNo !== null && { businessNo }),
  }));

/** A shipment as the wire has it at a moment. */
const presented = (stored: ShipmentContent, isFused: boolean, now: number) =>
  presentShipment(
    {
      id: 7,
      subscription_id: 5,
      fused: isFused,
      source_type: 'CARRIER',
      source_code: 'dcsa:MERI',
      channel: 'SHIPPING_TRACKING',
      container_no: null,
      direction: 'E',
      ended: false,
      ended_at: null,
      content: stored,
      record_version: 3,
    },
    'bill',
    reference,
    now,
  );

/** What is stored when the editor sends a booking as it was shown; estimates may pass while somebody looks at it. */
const savedUntouched = (stored: ShipmentContent, isFused: boolean, shownAt: number, savedAt: number) => {
  const shown = presented(stored, isFused, shownAt);
  const data = JSON.parse(JSON.stringify(shown)) as BusinessData;
  const sent: unknown = JSON.parse(JSON.stringify(inputOf(draftOf(data), data, undefined)));
  return readBusinessData(
    calls.saveBusinessData.body.parse(sent),
    stored,
    reference,
    isFused ? shownShipment(stored, savedAt) : undefined,
  );
};

test('a booking that the editor shows and sends untouched is read as it was stored, whatever it holds', () => {
  fc.assert(
    fc.property(content, fc.boolean(), anyMoment, anyMoment, (stored, isFused, now, other) => {
      const read = savedUntouched(stored, isFused, Math.min(now, other), Math.max(now, other));
      expect(read.problems).toEqual([]);
      expect(read.content).toEqual(stored);
    }),
    { numRuns: 300 },
  );
});

test.each(['etd', 'eta'] as const)('%s: what replaced a passed estimate may pass too before it is saved', (name) => {
  const day = 86_400_000;
  const first = Date.UTC(2026, 2, 29, 1, 30);
  const nothing = { etd: null, atd: null, eta: null, ata: null };
  const way = { vesselName: null, vesselImo: null, voyage: null, portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' };
  const ends = { serviceCode: null, placeOfReceipt: null, placeOfDelivery: null, finalDestination: null };
  const planned = { plannedDeparture: null, plannedArrival: null };
  const numbers = { billNo: null, bookingNo: null, carrierCode: null };
  const stored: ShipmentContent = {
    booking: { ...numbers, ...way, ...ends, ...planned, ...nothing, [name]: first },
    legs: [{ sequence: 1, ...way, ...nothing, [name]: first + day }],
    containers: [],
    events: [],
  };
  for (const savedAt of [first + day / 2, first + day + 1])
    expect(savedUntouched(stored, true, first + 1, savedAt)).toEqual({ content: stored, problems: [] });
});

test('nothing that is awaited has an estimate in the past on the wire, whatever the sources say', () => {
  fc.assert(
    fc.property(content, anyMoment, (stored, now) => {
      const open = { atd: null, ata: null };
      const awaited: ShipmentContent = {
        ...stored,
        booking: { ...stored.booking, ...open },
        legs: stored.legs.map((leg) => ({ ...leg, ...open })),
        events: stored.events.map((reported) => ({ ...reported, actual: null })),
        ...(stored.onward && { onward: { ...stored.onward, ...open } }),
      };
      const { obmBk, obmMultiVessel, mdStatusRecordList } = presented(awaited, true, now);
      const shown = [
        obmBk.custEtd,
        obmBk.custEta,
        obmBk.etdDestination,
        obmBk.etaDestination,
        ...obmMultiVessel.flatMap(({ etd, eta }) => [etd, eta]),
        ...mdStatusRecordList.flatMap(({ eventTime, estiEventTime }) => [eventTime, estiEventTime]),
      ];
      for (const time of shown) if (time != null) expect(isPast(time, now)).toBe(false);
    }),
    { numRuns: 200 },
  );
});
