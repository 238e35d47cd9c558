import fc from 'fast-check';
import { HOUR_MS } from '#shared/time/instant.ts';
import { fuse } from '../intake/fusion/fuse.ts';
import { parsePath } from '../intake/fusion/paths.ts';
import { defaultPrecedence } from '../intake/fusion/precedence.ts';
import type { FieldOverride, Precedence } from '../intake/fusion/types.ts';
import { milestones, sourceTypes } from '../tracking/model.ts';
import type { ContainerContent, EventContent, LegContent, ShipmentContent, SourceRecord } from '../tracking/model.ts';
import { buildBooking, t0 } from './builders.ts';

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 2 });

/** Instants on a coarse grid around t0, so that sources agree and contradict each other often. */
export const anyInstant = fc.integer({ min: -40, max: 40 }).map((step) => t0 + step * 9 * HOUR_MS);

const anyPort = fc.constantFrom('CNSHA', 'CNSGH', 'SGSIN', 'NLRTM', 'USLAX', 'ZZZZZ', '');
const anyText = fc.constantFrom('', 'A', 'a', 'B', 'MERIDIAN STAR');
const anyUnit = fc.constantFrom('MERU1234567', 'OCEU7654321', 'MERU0000019');
const anyCode = fc.constantFrom(...Object.values(milestones).slice(0, 12), 'OTHER');
const time = maybe(anyInstant);
const text = maybe(anyText);
const port = maybe(anyPort);

const anyBooking = fc
  .record({
    carrierCode: text,
    vesselName: text,
    voyage: text,
    portOfLoading: port,
    portOfDischarge: port,
    plannedDeparture: time,
    etd: time,
    atd: time,
    plannedArrival: time,
    eta: time,
    ata: time,
  })
  .map(buildBooking);

const anyLeg: fc.Arbitrary<Omit<LegContent, 'sequence'>> = fc.record({
  vesselName: text,
  vesselImo: text,
  voyage: text,
  portOfLoading: port,
  portOfDischarge: port,
  etd: time,
  atd: time,
  eta: time,
  ata: time,
});

const anyContainer: fc.Arbitrary<ContainerContent> = fc.record({
  containerNo: anyUnit,
  sealNo: text,
  sizeType: text,
  quantity: maybe(fc.integer({ min: 0, max: 3 })),
  grossWeightKg: maybe(fc.integer({ min: 0, max: 3 })),
  volumeM3: fc.constant(null),
});

const anyEvent: fc.Arbitrary<EventContent> = fc.record({
  containerNo: maybe(anyUnit),
  statusCode: anyCode,
  portCode: port,
  occurrence: fc.integer({ min: 1, max: 3 }),
  planned: time,
  estimated: time,
  actual: time,
  vesselName: text,
  voyage: text,
  zone: maybe(fc.constantFrom('Asia/Shanghai', 'Nowhere/Land', '')),
  place: text,
});

/** Cut-offs, which most sources say nothing of; the same one may be reported twice. */
const anyCutoffs = fc.array(fc.record({ code: fc.constantFrom('DCO', 'VCO', 'FCO'), time: anyInstant }), {
  maxLength: 3,
});

/** Warnings of platforms; the same one may be reported twice. */
const anyWarnings = fc.array(
  fc.record({
    code: fc.constantFrom('WDUMP', 'WETA'),
    containerNo: maybe(anyUnit),
    portCode: fc.constantFrom('CNSHA', null),
    time: anyInstant,
  }),
  { maxLength: 3 },
);

/** Content as contradictory as a source can make it. */
export const anyContent: fc.Arbitrary<ShipmentContent> = fc.record(
  {
    booking: anyBooking,
    legs: fc.array(anyLeg, { maxLength: 4 }).map((legs) => legs.map((leg, index) => ({ sequence: index + 1, ...leg }))),
    containers: fc.uniqueArray(anyContainer, { maxLength: 3, selector: ({ containerNo }) => containerNo }),
    events: fc.array(anyEvent, { maxLength: 12 }),
    cutoffs: anyCutoffs,
    warnings: anyWarnings,
    listsAllContainers: fc.constant(true as const),
  },
  { requiredKeys: ['booking', 'legs', 'containers', 'events'] },
);

/** Up to four records with ids of their own. */
export const anyRecords: fc.Arbitrary<SourceRecord[]> = fc
  .array(
    fc.record({
      sourceType: fc.constantFrom(...sourceTypes),
      channel: fc.constant('SHIPPING_TRACKING'),
      sourceCode: fc.constantFrom('dcsa:MERI', 'ft'),
      observedAt: fc.integer({ min: -2, max: 2 }).map((step) => t0 + step * HOUR_MS),
      content: anyContent,
    }),
    { maxLength: 4 },
  )
  .map((records) => records.map((record, index) => ({ id: `r${index}`, ...record })));

/** Overrides of attributes that may or may not exist, with values that may or may not fit. */
export const anyOverrides: fc.Arbitrary<FieldOverride[]> = fc.array(
  fc.record({
    id: fc.constantFrom('o1', 'o2', 'o3'),
    path: fc.constantFrom(
      'booking.eta',
      'booking.vesselName',
      'leg[1].etd',
      'leg[1].portOfDischarge',
      'leg[9].eta',
      'event[|LOBD|CNSHA|1].actual',
      'container[MERU1234567].sealNo',
      'container[MERU1234567].containerNo',
      'nonsense',
    ),
    value: fc.oneof(anyInstant, anyText, fc.constant(null)),
    active: fc.boolean(),
    enteredBy: fc.constant('expert'),
    enteredAt: anyInstant,
  }),
  { maxLength: 4 },
);

const anyOrder = fc.shuffledSubarray([...sourceTypes]);

/** Orders of trust that may leave types out, for all attributes and for some of their own. */
export const anyPrecedence: fc.Arbitrary<Precedence> = fc.record({
  standard: anyOrder,
  byAttribute: fc.dictionary(
    fc.constantFrom(
      'booking.eta',
      'booking.vesselName',
      'leg.portOfLoading',
      'leg.eta',
      'container.sealNo',
      'event.actual',
      'cutoff.time',
    ),
    anyOrder,
    { maxKeys: 3 },
  ),
});

/** Records together with overrides of what fusion makes of them, several of them of one attribute. */
export const anyCorrected: fc.Arbitrary<{ records: SourceRecord[]; overrides: FieldOverride[] }> = anyRecords.chain(
  (records) => {
    // Cut-offs are entered with their paper, not corrected.
    const paths = Object.keys(fuse(records, [], defaultPrecedence).provenance).filter((path) => parsePath(path));
    const path = paths.length === 0 ? fc.constant('booking.eta') : fc.constantFrom(...paths);
    const override = fc.record({
      id: fc.constant(''),
      path,
      value: fc.oneof(anyInstant, anyText, fc.constant(null)),
      active: fc.boolean(),
      enteredBy: fc.constant('expert'),
      enteredAt: fc.integer({ min: 0, max: 2 }).map((step) => t0 + step * HOUR_MS),
    });
    return fc
      .array(override, { maxLength: 6 })
      .map((list) => ({ records, overrides: list.map((one, index) => ({ ...one, id: `o${index}` })) }));
  },
);
