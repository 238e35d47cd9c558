import type { BusinessDataInput } from '#contract/tracking/business-data.ts';
import { isEmptyLeg } from '#contract/wire/business-data-rules.ts';
import type { DraftProblem } from '#contract/wire/business-data-rules.ts';
import { eventKey } from '#domain/intake/fusion/paths.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import type {
  BookingContent,
  ContainerContent,
  CutoffContent,
  EventContent,
  LegContent,
  OnwardContent,
  ShipmentContent,
} from '#domain/tracking/model.ts';
import { type ShownEvent, shownRecord, type ShownShipment } from '#domain/tracking/estimates.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { cutoffFields } from '#shared/reference/cutoff-codes.ts';
import { fallbackZone } from '#server/modules/tracking/override/index.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { FieldReader } from './field-reader.ts';
import type { Row } from './field-reader.ts';

type Reading = { content: ShipmentContent; problems: DraftProblem[] };

/**
 * The booking, legs, containers and milestones that somebody typed, as our content; what was not touched is as in `base`.
 * `shown`: what was shown to them, where that differs.
 */
export function readBusinessData(
  input: BusinessDataInput,
  base: ShipmentContent,
  reference: ReferenceSnapshot,
  shown: ShownShipment = shownRecord(base),
): Reading {
  const reader = new FieldReader(reference, base.mode);
  const booking = readBooking(reader, input.obmBk, base.booking, shown.booking);
  const { bySea } = editingOf(base.mode);
  const onward = bySea ? readOnward(reader, input.obmBk, { base, seen: shown.onward }, booking) : base.onward;
  const cutoffs = bySea ? readCutoffs(reader, input.obmBk, base, booking) : (base.cutoffs ?? []);
  const businessNo = reader.text(input.obmBk, 'businessNo', base.businessNo ?? null, 'obmBk', 'businessNo');
  const { onward: _, cutoffs: __, businessNo: ___, ...kept } = base;
  const content: ShipmentContent = {
    ...kept,
    booking,
    legs: input.obmMultiVessel == null ? base.legs : readLegs(reader, input.obmMultiVessel, base.legs, shown.legs),
    containers:
      input.obmDocActualContainerList == null || !bySea
        ? base.containers
        : readContainers(reader, input.obmDocActualContainerList, base.containers),
    events:
      input.mdStatusRecordList == null ? base.events : readEvents(reader, input.mdStatusRecordList, base, shown.events),
    ...(cutoffs.length > 0 && { cutoffs }),
    ...(onward && { onward }),
    ...(businessNo !== null && { businessNo }),
  };
  return { content, problems: reader.problems };
}

function readBooking(
  reader: FieldReader,
  row: Row,
  base: BookingContent,
  seen: ShownShipment['booking'],
): BookingContent {
  const at = 'obmBk';
  const port = (prefix: string, code: string | null) => reader.port(row, `${prefix}Code`, code, at);
  const portOfLoading = port('pol', base.portOfLoading);
  const portOfDischarge = port('pod', base.portOfDischarge);
  const vesselName = reader.text(row, 'custVessel', base.vesselName, at, 'vesselName');
  const out = [reader.zoneOf(base.portOfLoading), reader.zoneOf(portOfLoading)] as const;
  const there = [reader.zoneOf(base.portOfDischarge), reader.zoneOf(portOfDischarge)] as const;
  // A planned time is shown where nothing is estimated: only one that was typed is an estimate.
  type Zones = readonly [string, string];
  const estimate = (name: string, own: 'etd' | 'eta', planned: number | null, zones: Zones) => {
    const passed = own === 'etd' ? seen.passed.departure : seen.passed.arrival;
    const shown = seen[own] ?? (passed.length === 0 ? planned : null);
    const given = reader.typedTime(row, name, { shown, before: [base[own] ?? planned, ...passed] }, at, zones);
    return given === undefined ? base[own] : given;
  };
  const actual = (name: 'atd' | 'ata', zones: Zones) => {
    const given = reader.time(row, name, seen[name], at, zones);
    return given === seen[name] ? base[name] : given;
  };
  return {
    ...base,
    billNo: reader.text(row, 'blNo', base.billNo, at, 'billNo'),
    bookingNo: reader.text(row, 'refrenceNo', base.bookingNo, at, 'bookingNo'),
    carrierCode: reader.text(row, 'carrierCode', base.carrierCode, at, 'carrierCode'),
    vesselName,
    vesselImo: vesselName === base.vesselName ? base.vesselImo : null,
    voyage: reader.text(row, 'custVoyage', base.voyage, at, 'voyage'),
    placeOfReceipt: port('por', base.placeOfReceipt),
    portOfLoading,
    portOfDischarge,
    placeOfDelivery: port('deliveryPlace', base.placeOfDelivery),
    finalDestination: port('destination', base.finalDestination),
    etd: estimate('custEtd', 'etd', base.plannedDeparture, out),
    atd: actual('atd', out),
    eta: estimate('custEta', 'eta', base.plannedArrival, there),
    ata: actual('ata', there),
  };
}

const nothingOnward: OnwardContent = {
  vesselName: null,
  voyage: null,
  loaded: null,
  etd: null,
  atd: null,
  eta: null,
  ata: null,
};

function readOnward(
  reader: FieldReader,
  row: Row,
  { base, seen }: { base: ShipmentContent; seen: ShownShipment['onward'] },
  booking: BookingContent,
): OnwardContent | undefined {
  const before = base.onward ?? nothingOnward;
  const zones = (code: 'portOfDischarge' | 'finalDestination') =>
    [reader.zoneOf(base.booking[code]), reader.zoneOf(booking[code])] as const;
  const time = (name: 'loaded' | 'etd' | 'atd' | 'eta' | 'ata', place: 'portOfDischarge' | 'finalDestination') => {
    const [field, stored] = [`${name === 'loaded' ? 'loadedTime' : name}Destination`, before[name]];
    const given = reader.typedTime(
      row,
      field,
      { shown: (seen ?? before)[name], before: [stored] },
      'obmBk',
      zones(place),
    );
    return given === undefined ? stored : given;
  };
  const onward: OnwardContent = {
    vesselName: reader.text(row, 'vesselDestination', before.vesselName, 'obmBk', 'vesselName'),
    voyage: reader.text(row, 'voyageDestination', before.voyage, 'obmBk', 'voyage'),
    loaded: time('loaded', 'portOfDischarge'),
    etd: time('etd', 'portOfDischarge'),
    atd: time('atd', 'portOfDischarge'),
    eta: time('eta', 'finalDestination'),
    ata: time('ata', 'finalDestination'),
  };
  return Object.values(onward).every((value) => value === null) ? undefined : onward;
}

/** Cut-offs that have a field of their own: when the terminal opens for a voyage, and when it closes. */
function readCutoffs(
  reader: FieldReader,
  row: Row,
  base: ShipmentContent,
  booking: BookingContent,
): readonly CutoffContent[] {
  const before = base.cutoffs ?? [];
  const zones = [reader.zoneOf(base.booking.portOfLoading), reader.zoneOf(booking.portOfLoading)] as const;
  let cutoffs = before;
  for (const [name, code] of cutoffFields) {
    const known = before.find((cutoff) => cutoff.code === code)?.time ?? null;
    const time = reader.time(row, name, known, 'obmBk', zones);
    if (time === known) continue;
    const others = cutoffs.filter((cutoff) => cutoff.code !== code);
    cutoffs = time === null ? others : [...others, { code, time }].sort((a, b) => (a.code < b.code ? -1 : 1));
  }
  return cutoffs;
}

/** The key of a row within its booking: what stands behind the dash of its id. */
const keyOfRowId = (id: unknown): string => {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  const dash = text.indexOf('-');
  return dash < 0 ? '' : text.slice(dash + 1);
};

const noLeg = (sequence: number): LegContent => ({
  sequence,
  vesselName: null,
  vesselImo: null,
  voyage: null,
  portOfLoading: null,
  portOfDischarge: null,
  etd: null,
  atd: null,
  eta: null,
  ata: null,
});

function readLegs(
  reader: FieldReader,
  rows: readonly Row[],
  base: readonly LegContent[],
  shown: readonly LegContent[],
): LegContent[] {
  const last = rows.findLastIndex((row) => !isEmptyLeg(row));
  return rows.slice(0, last + 1).map((row, index) => {
    const at = `obmMultiVessel.${index}`;
    const before =
      base.find(({ sequence }) => String(sequence) === keyOfRowId(row['obmMultiVesseId'])) ?? noLeg(index + 1);
    const seen = shown.find(({ sequence }) => sequence === before.sequence && base.includes(before)) ?? before;
    const portOfLoading = reader.port(row, 'polCode', before.portOfLoading, at);
    const portOfDischarge = reader.port(row, 'podCode', before.portOfDischarge, at);
    const vesselName = reader.text(row, 'vesselEn', before.vesselName, at, 'vesselName');
    const out = [reader.zoneOf(before.portOfLoading), reader.zoneOf(portOfLoading)] as const;
    const there = [reader.zoneOf(before.portOfDischarge), reader.zoneOf(portOfDischarge)] as const;
    const estimate = (name: 'etd' | 'eta', zones: readonly [string, string]) => {
      const given = reader.typedTime(row, name, { shown: seen[name], before: [before[name]] }, at, zones);
      return given === undefined ? before[name] : given;
    };
    return {
      sequence: index + 1,
      vesselName,
      vesselImo: vesselName === before.vesselName ? before.vesselImo : null,
      voyage: reader.text(row, 'voyage', before.voyage, at, 'voyage'),
      portOfLoading,
      portOfDischarge,
      etd: estimate('etd', out),
      atd: reader.time(row, 'atd', before.atd, at, out),
      eta: estimate('eta', there),
      ata: reader.time(row, 'ata', before.ata, at, there),
    };
  });
}

function readContainers(
  reader: FieldReader,
  rows: readonly Row[],
  base: readonly ContainerContent[],
): ContainerContent[] {
  const known = new Map(base.map((container) => [container.containerNo, container]));
  return rows.map((row, index) => {
    const at = `obmDocActualContainerList.${index}`;
    const containerNo = normalizeContainerNumber(String(row['ctnNo'] ?? ''));
    const before = known.get(containerNo);
    if (before === undefined && containerNo !== '' && findContainerNumberProblem(containerNo) === 'shape')
      reader.problems.push({ at: `${at}.ctnNo`, code: 'subscription.containerInvalid', params: { containerNo } });
    return {
      containerNo,
      sealNo: reader.text(row, 'sealNo', before?.sealNo ?? null, at, 'sealNo'),
      sizeType: reader.text(row, 'sizeType', before?.sizeType ?? null, at, 'sizeType'),
      quantity: reader.amount(row, 'quantity', before?.quantity ?? null, at),
      grossWeightKg: reader.amount(row, 'grossWeight', before?.grossWeightKg ?? null, at),
      volumeM3: reader.amount(row, 'cube', before?.volumeM3 ?? null, at),
    };
  });
}

const identity = (event: Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode'>): string =>
  `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}`;

/** The unit a milestone is about: a container by its number, elsewhere one of the units that sources tell of. */
function readUnit(
  reader: FieldReader,
  row: Row,
  at: string,
  { mode, containers }: ShipmentContent,
  before: EventContent | undefined,
): string | null {
  const given = String(row['containerNo'] ?? '').trim();
  if (editingOf(mode).bySea) return normalizeContainerNumber(given) || null;
  if (given === '' || given === before?.containerNo) return given || null;
  if (!containers.some(({ containerNo }) => containerNo === given))
    reader.problems.push({
      at: `${at}.containerNo`,
      code: 'business.unitUnknown',
      params: { unit: given.slice(0, 60) },
    });
  return given;
}

function readEvents(
  reader: FieldReader,
  rows: readonly Row[],
  base: ShipmentContent,
  shown: readonly ShownEvent[],
): EventContent[] {
  const seen = new Map(shown.map((event) => [eventKey(event), event]));
  const known = new Map(base.events.map((event) => [eventKey(event), event]));
  const taken = new Set(rows.map((row) => keyOfRowId(row['mdStatusRecordId'])).filter((key) => known.has(key)));
  return rows.map((row, index) => {
    const before = known.get(keyOfRowId(row['mdStatusRecordId']));
    const at = `mdStatusRecordList.${index}`;
    const seenBefore = before && seen.get(eventKey(before));
    const event = readEvent(reader, row, at, readUnit(reader, row, at, base, before), { before, seen: seenBefore });
    if (before !== undefined && identity(before) === identity(event)) return event;
    // New, or of another status or place: the first number that is free.
    let occurrence = 1;
    while (taken.has(eventKey({ ...event, occurrence }))) occurrence += 1;
    taken.add(eventKey({ ...event, occurrence }));
    return { ...event, occurrence };
  });
}

function readEvent(
  reader: FieldReader,
  row: Row,
  at: string,
  containerNo: string | null,
  { before, seen }: { before: EventContent | undefined; seen: ShownEvent | undefined },
): EventContent {
  const statusCode = reader.status(row, before?.statusCode ?? null, at);
  const portCode = reader.port(row, 'portCode', before?.portCode ?? null, at);
  const portZone = (code: string | null) => reader.placeOf(code)?.zone ?? null;
  const ownBefore = before?.zone ?? null;
  const shownZone = ownBefore ?? portZone(before?.portCode ?? null);
  const given = reader.text(row, 'eventTimeZone', shownZone, at, 'zone');
  // With another port comes its zone, unless one was typed.
  const zone = given === shownZone ? (portCode === (before?.portCode ?? null) ? ownBefore : null) : given;
  const zones = [shownZone ?? fallbackZone, zone ?? portZone(portCode) ?? fallbackZone] as const;
  const stored = before?.estimated ?? before?.planned ?? null;
  // It may have passed since it was shown: neither is a time that somebody typed.
  const expected = seen?.overdue == null ? stored : null;
  const happened = before?.actual ?? null;
  const times = { shown: happened ?? expected, before: [happened ?? stored] };
  const actual = reader.typedTime(row, 'eventTime', times, at, zones);
  const estimated = reader.typedTime(row, 'estiEventTime', { shown: expected, before: [stored] }, at, zones);
  const event: EventContent = {
    containerNo,
    statusCode,
    portCode,
    occurrence: before?.occurrence ?? 1,
    planned: before?.planned ?? null,
    estimated: estimated === undefined ? (before?.estimated ?? null) : estimated,
    actual: actual === undefined ? happened : actual,
    vesselName: reader.text(row, 'vesselName', before?.vesselName ?? null, at, 'vesselName'),
    voyage: reader.text(row, 'voyage', before?.voyage ?? null, at, 'voyage'),
    zone,
    place: readPlace(reader, row, at, before, portCode),
  };
  if (before === undefined && event.actual === null && event.estimated === null)
    reader.problems.push({ at: `${at}.eventTime`, code: 'business.statusTime' });
  return event;
}

/** The place as text: where the port's name is shown, only what was typed instead of it. */
function readPlace(
  reader: FieldReader,
  row: Row,
  at: string,
  before: EventContent | undefined,
  portCode: string | null,
): string | null {
  const nameOf = (code: string | null) => reader.placeOf(code)?.name ?? null;
  const own = before?.place ?? null;
  const shown = nameOf(before?.portCode ?? null) ?? own;
  const given = reader.text(row, 'eventPlace', shown, at, 'place');
  if (given === shown) return own;
  return given === nameOf(portCode) ? null : given;
}
