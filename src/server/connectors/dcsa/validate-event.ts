import { createHash } from 'node:crypto';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeImo } from '#shared/ids/imo.ts';
import { normalizeUnLocode } from '#shared/ids/un-locode.ts';
import type { ParseRefusal } from '../types.ts';
import { asObject, attribute, cleanText, refusal } from '../untrusted.ts';
import {
  classifiers,
  codeAttributes,
  codeAttributes3,
  documentTypes,
  documentTypes3,
  emptyIndicators,
  type EventCode,
  eventTypes,
  transportModes,
} from './codes.ts';
import { EventReader, LATEST, Refused, meant } from '../event-reader.ts';
import { fromDraft3, isDraft3 } from './from-draft3.ts';
import { isHash, type NoteTolerance, toStandard } from './dialect.ts';
import { fromVersion3, isVersion3 } from './from-version3.ts';
import type { DcsaEvent, TransportCall } from './types.ts';

/** Longest id or reference, in characters; the standard allows 100. */
const REFERENCE_CHARS = 100;

/** What checking one event gave: the event, or nothing, and what of it was refused. */
export type ValidatedEvent = { event: DcsaEvent | null; refusals: ParseRefusal[] };

function readPort(reader: EventReader, sources: readonly (Record<string, unknown> | undefined)[]): string | null {
  for (const source of sources) {
    const text = source === undefined ? null : reader.optional(source, 'UNLocationCode');
    if (text === null) continue;
    const code = normalizeUnLocode(text);
    // Digits 0 and 1 are allowed here: codes of one's own making are for the rule about unknown ports.
    if (!/^[A-Z]{2}[A-Z0-9]{3}$/.test(code)) reader.refuse('bad_reference', 'UNLocationCode', text);
    return code;
  }
  return portOfFacility(reader, sources);
}

/** The port that a facility's BIC code begins with; 3.0 keeps the code in a part of its own. */
function portOfFacility(reader: EventReader, sources: readonly (Record<string, unknown> | undefined)[]): string | null {
  for (const source of sources) {
    const facility = source && (asObject(attribute(source, 'facility')) ?? source);
    if (facility === undefined || attribute(facility, 'facilityCodeListProvider') !== 'BIC') continue;
    const code = reader.optional(facility, 'facilityCode') ?? '';
    if (/^[A-Z]{2}[A-Z2-9]{3}[A-Z0-9]{4}$/.test(code)) return code.slice(0, 5);
  }
  return null;
}

function readImo(reader: EventReader, vessel: Record<string, unknown>): string | null {
  const given = attribute(vessel, 'vesselIMONumber');
  const text = typeof given === 'number' ? String(given) : reader.optional(vessel, 'vesselIMONumber');
  if (text === null) return null;
  const imo = normalizeImo(text);
  if (/^\d{7}$/.test(imo)) return imo;
  reader.note('bad_reference', 'vesselIMONumber', text);
  return null;
}

function readCall(reader: EventReader, call: Record<string, unknown>): TransportCall {
  const vessel = reader.part(call, 'vessel') ?? {};
  const text = (name: string): string | null => reader.optional(call, name);
  const voyage = text('carrierVoyageNumber');
  return {
    id: text('transportCallID'),
    vesselName: reader.optional(vessel, 'vesselName')?.toUpperCase() ?? null,
    vesselImo: readImo(reader, vessel),
    exportVoyage: (text('exportVoyageNumber') ?? text('carrierExportVoyageNumber') ?? voyage)?.toUpperCase() ?? null,
    importVoyage: (text('importVoyageNumber') ?? text('carrierImportVoyageNumber') ?? voyage)?.toUpperCase() ?? null,
    serviceCode: text('carrierServiceCode')?.toUpperCase() ?? null,
    mode: reader.optionalOf(call, 'modeOfTransport', transportModes),
  };
}

function readPlace(
  reader: EventReader,
  call: Record<string, unknown> | undefined,
  locations: readonly (Record<string, unknown> | undefined)[],
): string | null {
  const facility = call === undefined ? null : reader.optional(call, 'otherFacility');
  if (facility !== null) return facility;
  for (const location of locations) {
    const name = location === undefined ? null : reader.optional(location, 'locationName');
    if (name !== null) return name;
  }
  return call === undefined ? null : reader.optional(call, 'facilityCode');
}

function readContainerNo(reader: EventReader, text: string): string {
  const number = normalizeContainerNumber(text);
  // The check digit is not queried here: a rule reports it.
  if (!/^[A-Z]{4}\d{7}$/.test(number)) reader.refuse('bad_reference', 'equipmentReference', text);
  return number;
}

/** The container of an event; a plan may be reported before there is one. */
function readEquipment(
  reader: EventReader,
  event: Record<string, unknown>,
  { containers }: Pick<DcsaEvent, 'containers'>,
): string | null {
  const text =
    attribute(event, 'equipmentReference') === undefined ? null : reader.required(event, 'equipmentReference');
  if (text !== null) return readContainerNo(reader, text);
  return containers.length === 1 ? (containers[0] ?? null) : null;
}

type References = Pick<DcsaEvent, 'bills' | 'bookings' | 'containers'>;

function readReferences(reader: EventReader, event: Record<string, unknown>): References {
  const found: References = { bills: [], bookings: [], containers: [] };
  const add = (list: string[], value: string | null): void => {
    const reference = value?.toUpperCase() ?? '';
    if (reference === '') return;
    if (reference.length > REFERENCE_CHARS) reader.note('bad_reference', 'documentReferences', reference);
    else if (!list.includes(reference)) list.push(reference);
  };
  for (const item of reader.list(event, 'documentReferences')) {
    const type = reader.optional(item, 'documentReferenceType');
    const value = reader.optional(item, 'documentReferenceValue');
    if (type === 'TRD') add(found.bills, value);
    else if (type === 'BKG' || type === 'CBR') add(found.bookings, value);
  }
  for (const item of reader.list(event, 'references')) {
    if (reader.optional(item, 'referenceType') !== 'EQ') continue;
    add(found.containers, normalizeContainerNumber(reader.optional(item, 'referenceValue') ?? ''));
  }
  return found;
}

function readDocument(
  reader: EventReader,
  event: Record<string, unknown>,
  references: References,
  known: readonly string[],
): DcsaEvent['document'] {
  const type = reader.requiredOf(event, 'documentTypeCode', known);
  const id = reader.required(event, 'documentID');
  if (id.length > REFERENCE_CHARS) reader.refuse('bad_reference', 'documentID', id);
  const list = type === 'TRD' ? references.bills : type === 'BKG' || type === 'CBR' ? references.bookings : undefined;
  const isNumber = list !== references.bookings || !isHash(id);
  if (list !== undefined && isNumber && !list.includes(id.toUpperCase())) list.push(id.toUpperCase());
  return { type, id };
}

function readIsoCode(reader: EventReader, event: Record<string, unknown>): string | null {
  const text = reader.optional(event, 'ISOEquipmentCode')?.toUpperCase() ?? null;
  if (text === null || /^[A-Z0-9]{4}$/.test(text)) return text;
  reader.note('bad_reference', 'ISOEquipmentCode', text);
  return null;
}

const noSeals: readonly string[] = [];

function readSeals(reader: EventReader, event: Record<string, unknown>): readonly string[] {
  const parts = reader.list(event, 'seals');
  if (parts.length === 0) return noSeals;
  const seals = parts.map((seal) => reader.optional(seal, 'sealNumber'));
  return [...new Set(seals.filter((seal) => seal !== null))].sort();
}

function readFlag(reader: EventReader, event: Record<string, unknown>, name: string): boolean | null {
  const value = meant(event, name);
  if (value === undefined || typeof value === 'boolean') return value ?? null;
  reader.note('bad_type', name, value);
  return null;
}

/** Closed lists that a version of the standard adds to. */
type Lists = {
  codes: typeof codeAttributes | typeof codeAttributes3;
  documents: readonly string[];
  /** Longest id of an event. */
  idChars: number;
};
const lists2: Lists = { codes: codeAttributes, documents: documentTypes, idChars: REFERENCE_CHARS };
const lists3: Lists = { codes: codeAttributes3, documents: [...documentTypes, ...documentTypes3], idChars: 500 };

const ignore: NoteTolerance = () => undefined;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The id of an event, null when it has none; long ones are kept by their beginning and what distinguishes them. */
function readId(reader: EventReader, input: Record<string, unknown>, longest: number): string | null {
  const given = attribute(input, 'eventID');
  if (given === undefined) return null;
  if (typeof given === 'string' && given.length > longest) reader.refuse('bad_reference', 'eventID', given);
  const id =
    typeof given === 'string' && given.length > REFERENCE_CHARS
      ? `${cleanText(given.slice(0, 60))} ${hashOf(given)}`
      : reader.required(input, 'eventID');
  reader.eventId = id;
  return id;
}

/** An id for an event that has none, as the standard allows: what it says, shortened. When it was reported plays no part. */
const withId = (event: DcsaEvent): DcsaEvent =>
  event.eventId === '' ? { ...event, eventId: hashOf(JSON.stringify({ ...event, createdAt: 0 })) } : event;

/** An event taken back by its id alone, whatever else it says or leaves out; undefined when it is none. */
function takenBack(input: Record<string, unknown>, index: number | null): DcsaEvent | undefined {
  const given = attribute(input, 'eventID');
  if (attribute(input, 'isRetracted') !== true || typeof given !== 'string') return undefined;
  if (given.length > lists3.idChars || cleanText(given) === '') return undefined;
  const eventId = readId(new EventReader(index), input, lists3.idChars);
  if (eventId === null) return undefined;
  const nothing = { call: null, containerNo: null, isoCode: null, empty: null, isTranshipment: null, document: null };
  return {
    ...nothing,
    eventId,
    retracted: true,
    type: 'EQUIPMENT',
    code: 'RMVD',
    classifier: 'ACT',
    at: LATEST,
    // It counts for all that was reported before it.
    createdAt: LATEST,
    portCode: null,
    place: null,
    seals: noSeals,
    bills: [],
    bookings: [],
    containers: [],
  };
}

function readEvent(reader: EventReader, input: Record<string, unknown>, lists: Lists): DcsaEvent {
  const eventId = readId(reader, input, lists.idChars);
  const type = reader.requiredOf(input, 'eventType', eventTypes);
  const { name, codes } = lists.codes[type];
  const code = reader.requiredOf<EventCode>(input, name, codes);
  const classifier = reader.requiredOf(input, 'eventClassifierCode', classifiers);
  const at = reader.time(input, 'eventDateTime');
  const createdAt = reader.time(input, 'eventCreatedDateTime');
  const { bills, bookings, containers } = readReferences(reader, input);
  const callPart = reader.part(input, 'transportCall');
  const locations = [reader.part(input, 'eventLocation'), callPart && reader.part(callPart, 'location')];
  const call = callPart === undefined ? null : readCall(reader, callPart);
  const portCode = readPort(reader, [callPart, ...locations]);
  const place = readPlace(reader, callPart, locations);
  const event: DcsaEvent = {
    bills,
    bookings,
    containers,
    eventId: eventId ?? '',
    type,
    code,
    classifier,
    at,
    createdAt,
    portCode,
    place,
    call,
    containerNo: null,
    isoCode: null,
    empty: null,
    isTranshipment: null,
    seals: noSeals,
    document: null,
  };
  if (readFlag(reader, input, 'isRetracted') === true) event.retracted = true;
  if (type === 'SHIPMENT') event.document = readDocument(reader, input, event, lists.documents);
  else if (type === 'TRANSPORT') {
    if (callPart === undefined) reader.refuse('missing_field', 'transportCall', undefined);
    // A yard inland may be known by its address only; a ship is always at a port.
    const isInland = call?.mode === 'TRUCK' || call?.mode === 'RAIL';
    if (portCode === null && !isInland) reader.refuse('missing_field', 'UNLocationCode', undefined);
  } else {
    event.containerNo = readEquipment(reader, input, event);
    event.isoCode = readIsoCode(reader, input);
    event.empty = reader.optionalOf(input, 'emptyIndicatorCode', emptyIndicators);
    event.isTranshipment = readFlag(reader, input, 'isTransshipmentMove');
    event.seals = readSeals(reader, input);
  }
  return event;
}

/**
 * Checks one event of Track & Trace 2.x or 3.0 beyond its schema: types, closed lists, required attributes, times with an
 * offset between 2000 and 2100, shapes of references. An attribute that the event can do without is left out and
 * noted; anything else refuses the event. Deviations that leave no doubt are read as meant, and counted by `note`. Never throws.
 */
export function validateEvent(value: unknown, index: number | null, note: NoteTolerance = ignore): ValidatedEvent {
  const given = asObject(value);
  if (given === undefined) return { event: null, refusals: [refusal('malformed_event', { index, value })] };
  const input = toStandard(given, note);
  const reader = new EventReader(index);
  const isDraft = isDraft3(input);
  const is3 = !isDraft && isVersion3(input);
  const fields = isDraft ? fromDraft3(input) : is3 ? fromVersion3(input) : input;
  try {
    const event = readEvent(reader, fields, isDraft || is3 ? lists3 : lists2);
    return { event: withId(event), refusals: reader.refusals };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const retraction = takenBack(fields, index);
    return retraction === undefined ? { event: null, refusals: reader.refusals } : { event: retraction, refusals: [] };
  }
}
