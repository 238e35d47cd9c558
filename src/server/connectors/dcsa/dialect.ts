import { asObject, attribute } from '../untrusted.ts';
import { isDraft3 } from './from-draft3.ts';
import { isVersion3 } from './from-version3.ts';
import { classifiers, emptyIndicators, equipmentCodes, eventTypes, transportModes } from './codes.ts';

type Fields = Record<string, unknown>;

/** Ways in which carriers deviate from Track & Trace 2.2 and are understood all the same. */
export const tolerances = [
  'otherSpelling',
  'typeAndCodeExchanged',
  'noEventType',
  'wordForCode',
  'placeAsText',
  'noTransportCall',
  'separateLists',
  'noEventId',
  'hashedBooking',
  'localTimeAsUtc',
  'paddedVoyage',
  'repeatedEvent',
  'dayWithoutTime',
] as const;
export type Tolerance = (typeof tolerances)[number];

/** What a carrier's documentation or behaviour says and no single event shows. */
export type Dialect = {
  /** Times that end in Z are the local times of the port. */
  localTimesAsUtc?: boolean;
  /** Bills are written without the four letters of the carrier. */
  billsWithoutScac?: boolean;
};

/** Counts deviations. */
export type NoteTolerance = (tolerance: Tolerance) => void;

/** Names of the standard at each place of an event; carriers write them in other cases, with or without separators. */
const namesOf = {
  event: [
    'eventID',
    'eventType',
    'eventClassifierCode',
    'eventDateTime',
    'eventCreatedDateTime',
    'eventLocation',
    'shipmentEventTypeCode',
    'transportEventTypeCode',
    'equipmentEventTypeCode',
    'transportCall',
    'documentID',
    'documentTypeCode',
    'documentReferences',
    'references',
    'equipmentReference',
    'ISOEquipmentCode',
    'emptyIndicatorCode',
    'isTransshipmentMove',
    'isRetracted',
    'seals',
  ],
  call: [
    'transportCallID',
    'UNLocationCode',
    'facilityCode',
    'facilityCodeListProvider',
    'facilityTypeCode',
    'otherFacility',
    'modeOfTransport',
    'carrierServiceCode',
    'carrierVoyageNumber',
    'exportVoyageNumber',
    'importVoyageNumber',
    'carrierExportVoyageNumber',
    'carrierImportVoyageNumber',
    'location',
    'vessel',
  ],
  vessel: ['vesselName', 'vesselIMONumber'],
  location: ['locationName', 'UNLocationCode', 'facilityCode', 'facilityCodeListProvider', 'facility', 'address'],
  document: ['documentReferenceType', 'documentReferenceValue'],
  reference: ['referenceType', 'referenceValue'],
  seal: ['sealNumber'],
} as const;
type Place = keyof typeof namesOf;

/** Other names by which a value is known, behind those that differ in case only. */
const synonyms: Partial<Record<Place, Readonly<Record<string, string>>>> = {
  event: { location: 'eventLocation', documentreference: 'documentReferences', reference: 'references' },
  call: {
    transportcallreference: 'transportCallID',
    modeoftransportcode: 'modeOfTransport',
    transportmode: 'modeOfTransport',
    voyagenumber: 'carrierVoyageNumber',
  },
  vessel: { name: 'vesselName', imonumber: 'vesselIMONumber', vesselimo: 'vesselIMONumber' },
};

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

type Spelling = { known: ReadonlySet<string>; byPlain: ReadonlyMap<string, string> };

function spellingOf(place: Place): Spelling {
  const names: readonly string[] = namesOf[place];
  const same = names.map((name) => [plain(name), name] as const);
  return { known: new Set(names), byPlain: new Map([...Object.entries(synonyms[place] ?? {}), ...same]) };
}

const spellings: Record<Place, Spelling> = {
  event: spellingOf('event'),
  call: spellingOf('call'),
  vessel: spellingOf('vessel'),
  location: spellingOf('location'),
  document: spellingOf('document'),
  reference: spellingOf('reference'),
  seal: spellingOf('seal'),
};

/** The object with the names of the standard; itself where nothing is to be renamed. A name of the standard wins. */
function respell(object: Fields, place: Place, note: NoteTolerance): Fields {
  const { known, byPlain } = spellings[place];
  let renamed: Fields | undefined;
  for (const name in object) {
    if (known.has(name) || !Object.hasOwn(object, name)) continue;
    const meant = byPlain.get(plain(name));
    if (meant === undefined || attribute(object, meant) !== undefined || attribute(object, name) === undefined)
      continue;
    renamed ??= { ...object };
    if (renamed[meant] !== undefined && renamed[meant] !== null) continue;
    renamed[meant] = object[name];
    note('otherSpelling');
  }
  return renamed ?? object;
}

/** Sets one value, copying the object only when the value differs. */
const withValue = (object: Fields, name: string, value: unknown): Fields =>
  value === object[name] ? object : { ...object, [name]: value };

function respellEach(value: unknown, place: Place, note: NoteTolerance): unknown {
  if (!Array.isArray(value)) return value;
  let changed = false;
  const items = value.map((item) => {
    const object = asObject(item);
    if (object === undefined) return item as unknown;
    const respelt = respell(object, place, note);
    changed ||= respelt !== object;
    return respelt;
  });
  return changed ? items : value;
}

const locationCode = /^[A-Z]{2}[A-Z0-9]{3}$/;

/** A place that is given as text: a UN/LOCODE, else a name. */
function locationOf(value: unknown, note: NoteTolerance): unknown {
  if (typeof value === 'string' && value.trim() !== '') {
    note('placeAsText');
    const text = value.trim();
    return locationCode.test(text) ? { UNLocationCode: text } : { locationName: text };
  }
  const location = asObject(value);
  return location === undefined ? value : respell(location, 'location', note);
}

const modeWords: Readonly<Record<string, string>> = {
  SEA: 'VESSEL',
  OCEAN: 'VESSEL',
  MARITIME: 'VESSEL',
  MARITIME_TRANSPORT: 'VESSEL',
  VSL: 'VESSEL',
  '1': 'VESSEL',
  TRAIN: 'RAIL',
  RAIL_TRANSPORT: 'RAIL',
  '2': 'RAIL',
  ROAD: 'TRUCK',
  ROAD_TRANSPORT: 'TRUCK',
  '3': 'TRUCK',
  INLAND_WATER_TRANSPORT: 'BARGE',
  '8': 'BARGE',
};
const emptyWords: Readonly<Record<string, string>> = {
  E: 'EMPTY',
  MT: 'EMPTY',
  M: 'EMPTY',
  F: 'LADEN',
  L: 'LADEN',
  FULL: 'LADEN',
  LOADED: 'LADEN',
};
const classifierWords: Readonly<Record<string, string>> = {
  ACTUAL: 'ACT',
  ESTIMATED: 'EST',
  ESTIMATE: 'EST',
  PLANNED: 'PLN',
  PLAN: 'PLN',
};

/** A code for a word that leaves no doubt, or that is written in small letters; everything else is left for the check. */
function codeOf(
  value: unknown,
  codes: readonly string[],
  words: Readonly<Record<string, string>>,
  note: NoteTolerance,
): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return value;
  const key = text.trim().toUpperCase().replaceAll(' ', '_');
  const word = Object.hasOwn(words, key) ? words[key] : undefined;
  const code = word ?? (text !== key && codes.includes(key) ? key : undefined);
  if (code === undefined) return value;
  note('wordForCode');
  return code;
}

function callOf(value: unknown, note: NoteTolerance): unknown {
  const object = asObject(value);
  if (object === undefined) return value;
  let call = respell(object, 'call', note);
  const vessel = asObject(attribute(call, 'vessel'));
  if (vessel !== undefined) call = withValue(call, 'vessel', respell(vessel, 'vessel', note));
  const location = attribute(call, 'location');
  if (location !== undefined) call = withValue(call, 'location', locationOf(location, note));
  call = withoutPadding(call, note);
  const mode = attribute(call, 'modeOfTransport');
  return mode === undefined ? call : withValue(call, 'modeOfTransport', codeOf(mode, transportModes, modeWords, note));
}

const LONGEST_VOYAGE = 100;
const voyageNames = [
  'carrierVoyageNumber',
  'exportVoyageNumber',
  'importVoyageNumber',
  'carrierExportVoyageNumber',
  'carrierImportVoyageNumber',
] as const;

/** Voyage numbers without runs of blanks inside, which fill a field of fixed width. */
function withoutPadding(call: Fields, note: NoteTolerance): Fields {
  let tidy = call;
  for (const name of voyageNames) {
    const voyage = call[name];
    if (typeof voyage === 'string' && voyage.trim().includes('  '))
      tidy = withValue(tidy, name, voyage.slice(0, LONGEST_VOYAGE).replaceAll(' ', ''));
  }
  if (tidy !== call) note('paddedVoyage');
  return tidy;
}

/** What a call is made of where a carrier writes it beside the event instead of into it. */
const partsOfCall = [
  'vessel',
  'modeOfTransport',
  'modeOfTransportCode',
  'carrierVoyageNumber',
  'exportVoyageNumber',
  'importVoyageNumber',
  'carrierServiceCode',
  'UNLocationCode',
  'facilityCode',
  'otherFacility',
] as const;

/** The call of an event that has none: of what the event itself says; undefined where it says nothing of a place. */
function callBeside(event: Fields): Fields | undefined {
  const given = partsOfCall.filter((name) => attribute(event, name) !== undefined);
  if (given.length === 0 && attribute(event, 'eventLocation') === undefined) return undefined;
  return Object.fromEntries(given.map((name) => [name, event[name]]));
}

const upperText = (value: unknown): string => (typeof value === 'string' ? value.trim().toUpperCase() : '');

const codeNames = {
  SHIPMENT: 'shipmentEventTypeCode',
  TRANSPORT: 'transportEventTypeCode',
  EQUIPMENT: 'equipmentEventTypeCode',
} as const;

/** Type and code of an event where the one stands in the place of the other, or the type is left out. */
function typed(event: Fields, note: NoteTolerance): Fields {
  const type = upperText(attribute(event, 'eventType'));
  const code = upperText(attribute(event, 'equipmentEventTypeCode'));
  const isEquipmentCode = equipmentCodes.some((one) => one === type);
  if (isEquipmentCode && (code === '' || emptyIndicators.some((one) => one === code))) {
    note('typeAndCodeExchanged');
    const empty = attribute(event, 'emptyIndicatorCode') ?? (code === '' ? undefined : code);
    return { ...event, eventType: 'EQUIPMENT', equipmentEventTypeCode: type, emptyIndicatorCode: empty };
  }
  if (type !== '') return withValue(event, 'eventType', codeOf(event['eventType'], eventTypes, {}, note));
  const types = eventTypes.filter((one) => attribute(event, codeNames[one]) !== undefined);
  const [only] = types;
  if (only === undefined || types.length > 1) return event;
  note('noEventType');
  return { ...event, eventType: only };
}

/** A digest in the place of a booking number: it names nothing that a person could look up. */
export const isHash = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{32,128}$/i.test(value.trim());

const isBookingType = (type: string): boolean => type === 'BKG' || type === 'CBR';

function withoutHashes(value: unknown, note: NoteTolerance): unknown {
  if (!Array.isArray(value)) return value;
  const kept = value.filter((item) => {
    const document = asObject(item);
    const type = document === undefined ? '' : upperText(attribute(document, 'documentReferenceType'));
    return !(isBookingType(type) && document !== undefined && isHash(document['documentReferenceValue']));
  });
  if (kept.length === value.length) return value;
  note('hashedBooking');
  return kept;
}

/**
 * Writes an event as Track & Trace 2.2 would where a carrier deviates from it without doubt about what is meant; values that
 * are wrong stay for the check to refuse. Events of 3.0 are left alone. The input is not changed.
 */
export function toStandard(input: Fields, note: NoteTolerance): Fields {
  if (isDraft3(input) || isVersion3(input)) return input;
  let event = typed(respell(input, 'event', note), note);
  event = withValue(event, 'eventLocation', locationOf(event['eventLocation'], note));
  if (attribute(event, 'transportCall') === undefined) {
    const call = upperText(event['eventType']) === 'TRANSPORT' ? callBeside(event) : undefined;
    if (call !== undefined) {
      note('noTransportCall');
      event = { ...event, transportCall: call };
    }
  }
  event = withValue(event, 'transportCall', callOf(event['transportCall'], note));
  const classifier = attribute(event, 'eventClassifierCode');
  if (classifier !== undefined)
    event = withValue(event, 'eventClassifierCode', codeOf(classifier, classifiers, classifierWords, note));
  const empty = attribute(event, 'emptyIndicatorCode');
  if (empty !== undefined)
    event = withValue(event, 'emptyIndicatorCode', codeOf(empty, emptyIndicators, emptyWords, note));
  const documents = respellEach(event['documentReferences'], 'document', note);
  event = withValue(event, 'documentReferences', withoutHashes(documents, note));
  event = withValue(event, 'references', respellEach(event['references'], 'reference', note));
  event = withValue(event, 'seals', respellEach(event['seals'], 'seal', note));
  if (isBookingType(upperText(event['documentTypeCode'])) && isHash(event['documentID'])) note('hashedBooking');
  if (attribute(event, 'eventID') === undefined) note('noEventId');
  return event;
}

const listNames = { shipmentEvent: 'SHIPMENT', transportEvent: 'TRANSPORT', equipmentEvent: 'EQUIPMENT' } as const;

/** The list of one kind, under its name or the plural of it. */
const listNamed = (body: Fields, name: string): readonly unknown[] | undefined => {
  const value = attribute(body, name) ?? attribute(body, `${name}s`);
  return Array.isArray(value) ? value : undefined;
};

/** An event of a separate list: its type is that of the list, and its call is completed by the list of calls. */
function fromList(item: unknown, type: string, calls: ReadonlyMap<string, Fields>, container: unknown): unknown {
  const event = asObject(item);
  if (event === undefined) return item;
  const own = asObject(attribute(event, 'transportCall')) ?? {};
  const id =
    attribute(own, 'transportCallID') ?? attribute(event, 'transportCallID') ?? attribute(event, 'transportCallId');
  const call = typeof id === 'string' ? calls.get(id) : undefined;
  const eventId = attribute(event, 'eventID');
  return {
    ...event,
    eventType: type,
    // The lists number their events each by themselves.
    ...(typeof eventId === 'string' && { eventID: `${type}:${eventId}` }),
    ...((call !== undefined || attribute(event, 'transportCall') !== undefined) && {
      transportCall: { ...call, ...own },
    }),
    ...(type === 'EQUIPMENT' &&
      attribute(event, 'equipmentReference') === undefined &&
      container !== undefined && { equipmentReference: container }),
  };
}

/**
 * Events of a body that keeps shipment, transport and equipment events in lists of their own, with the calls beside them, in
 * one list; undefined where the body is not of this form.
 */
export function fromSeparateLists(body: Fields, note: NoteTolerance): readonly unknown[] | undefined {
  const lists = Object.entries(listNames).flatMap(([name, type]) => {
    const list = listNamed(body, name);
    return list === undefined ? [] : [{ type, list }];
  });
  if (lists.length === 0) return undefined;
  const calls = new Map<string, Fields>();
  for (const item of listNamed(body, 'transportCall') ?? []) {
    const call = asObject(item);
    const id = call && (attribute(call, 'transportCallID') ?? attribute(call, 'transportCallId'));
    if (call !== undefined && typeof id === 'string') calls.set(id, call);
  }
  const equipment = asObject(attribute(body, 'equipment'));
  const container = equipment && attribute(equipment, 'equipmentReference');
  note('separateLists');
  return lists.flatMap(({ type, list }) => list.map((item) => fromList(item, type, calls, container)));
}
