import { asRecord } from '#shared/values/objects.ts';

/**
 * Names of IATA's ONE Record as its own files have them, and a check of JSON-LD against them that uses none of the code that writes or
 * reads it. Source: github.com/IATA-Cargo/ONE-Record, folder 2026-07-standard: data model 3.3, code lists, API 2.3.0 (ontologies in
 * Turtle); `StatusUpdateEvent` is new in it, the other classes are those of 2025-07 (data model 3.2) too. Only what an airline tells
 * about a consignment is listed. Facts of the standard, not its text.
 */

/** Entries of the closed list StatusCode (code list 1.18 of Cargo-XML), the same in 2025 and 2026. */
export const statusCodes: readonly string[] = (
  'ARR AWD AWR BKD CCD CRC DDL DEP DIS_DFLD DIS_FDAV DIS_FDAW DIS_FDCA DIS_FDMB DIS_MSAV DIS_MSAW DIS_MSCA DIS_MSMB DIS_OFLD ' +
  'DIS_OVCD DIS_SSPD DLV DOC DPU FIW FOH FOW MAN NFD OCI OSI PRE RCF RCS RCT TFD TGC TRM'
).split(' ');

const requests = (name: string, accepted = 'ACCEPTED'): string[] =>
  ['PENDING', accepted, 'REJECTED', 'FAILED', 'REVOKED'].map((status) => `${name}_REQUEST_${status}`);

/** Individuals of NotificationEventType. */
export const notificationEventTypes: readonly string[] = [
  ...'CREATED UPDATED AVAILABLE ACCESS_GRANTED'.split(' ').map((what) => `LOGISTICS_OBJECT_${what}`),
  'LOGISTICS_EVENT_RECEIVED',
  ...requests('CHANGE'),
  ...requests('ACCESS_DELEGATION'),
  ...requests('SUBSCRIPTION'),
  ...requests('VERIFICATION', 'ACKNOWLEDGED'),
];

const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const API = 'https://onerecord.iata.org/ns/api#';
const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Values of enumerations by their whole names. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  EventTimeType: 'ACTUAL ESTIMATED EXPECTED PLANNED REQUESTED'.split(' ').map((one) => CARGO + one),
  MovementTimeType: 'ACTUAL ESTIMATED SCHEDULED'.split(' ').map((one) => CARGO + one),
  DirectionType: 'INBOUND OUTBOUND UNPLANNED_STOP'.split(' ').map((one) => CARGO + one),
  WaybillType: 'DIRECT HOUSE MASTER'.split(' ').map((one) => CARGO + one),
  StatusCode: statusCodes.map((one) => `${CODES}StatusCode#${one}`),
  MeasurementUnitCode: 'KGM LBR MTQ'.split(' ').map((one) => `${CODES}MeasurementUnitCode#${one}`),
  NotificationEventType: notificationEventTypes.map((one) => API + one),
  SubscriptionEventType: 'LOGISTICS_EVENT_RECEIVED LOGISTICS_OBJECT_CREATED LOGISTICS_OBJECT_UPDATED'
    .split(' ')
    .map((one) => API + one),
  TopicType: 'LOGISTICS_OBJECT_IDENTIFIER LOGISTICS_OBJECT_TYPE'.split(' ').map((one) => API + one),
  RequestStatus: 'ACCEPTED ACKNOWLEDGED FAILED PENDING REJECTED REVOKED'
    .split(' ')
    .map((one) => `${API}REQUEST_${one}`),
};

type Class = {
  of?: string;
  /** Properties with what they refer to: a class, an enumeration, a type of XML Schema; `*` may be there many times, `!` must be there. */
  has: string;
};

/** Classes by the name behind their namespace, which is that of their properties. */
const cargo: Readonly<Record<string, Class>> = {
  LogisticsObject: { has: 'events:LogisticsEvent* externalReferences:ExternalReference* skeletonIndicator:boolean' },
  Waybill: {
    of: 'LogisticsObject',
    has:
      'arrivalLocation:Location departureLocation:Location masterWaybill:Waybill houseWaybills:Waybill* shipment:Shipment ' +
      'referredBookingOption:Booking waybillLineItems:WaybillLineItem* waybillType:WaybillType waybillNumber:string waybillPrefix:string',
  },
  Shipment: {
    of: 'LogisticsObject',
    has: 'pieces:Piece* totalGrossWeight:Value totalVolume:Value waybill:Waybill goodsDescription:string',
  },
  Piece: { of: 'LogisticsObject', has: 'grossWeight:Value ofShipment:Shipment* goodsDescription:string' },
  Location: {
    of: 'LogisticsObject',
    has: 'locationCodes:CodeListElement* locationName:string locationType:string subLocationOf:Location',
  },
  TransportMovement: {
    of: 'LogisticsObject',
    has: 'arrivalLocation:Location departureLocation:Location movementTimes:MovementTime* transportIdentifier:string',
  },
  MovementTime: { has: 'direction:DirectionType movementTimeType:MovementTimeType movementTimestamp:dateTime' },
  CodeListElement: { has: 'code:string codeDescription:string codeListName:string codeListVersion:string' },
  Value: { has: 'unit:MeasurementUnitCode numericalValue:double' },
  // The API demands the time, the data model that an event is for something.
  LogisticsEvent: {
    has:
      'eventCode:CodeListElement eventFor:LogisticsObject*! eventLocation:Location eventTimeType:EventTimeType creationDate:dateTime ' +
      'eventDate:dateTime! eventName:string partialEventIndicator:boolean recordingOrganization:Organization',
  },
  StatusUpdateEvent: {
    of: 'LogisticsEvent',
    has:
      'eventCode:StatusCode eventFor:Shipment*! recordedPieceCount:integer recordedVolume:Value recordedWeight:Value ' +
      'transferredFrom:Organization transferredTo:Organization transportMovementReference:TransportMovement',
  },
};
const api: Readonly<Record<string, Class>> = {
  Collection: { has: 'hasItem:LogisticsEvent* hasTotalItems:nonNegativeInteger!' },
  Error: { has: 'hasTitle:string! hasErrorDetail:ErrorDetail*' },
  ErrorDetail: { has: 'hasCode:string hasMessage:string hasProperty:anyURI hasResource:anyURI' },
  Notification: {
    has:
      'hasEventType:NotificationEventType! hasLogisticsEvent:LogisticsEvent* hasLogisticsObject:LogisticsObject ' +
      'hasLogisticsObjectType:anyURI hasChangedProperty:anyURI* isTriggeredBy:SubscriptionRequest',
  },
  Subscription: {
    has:
      'hasSubscriber:Organization! hasTopicType:TopicType! hasTopic:anyURI! includeSubscriptionEventType:SubscriptionEventType*! ' +
      'hasContentType:string* expiresAt:dateTime hasDescription:string notifyRequestStatusChange:boolean! sendLogisticsObjectBody:boolean',
  },
  SubscriptionRequest: {
    has:
      'hasSubscription:Subscription! isRequestedBy:Organization! isRequestedAt:dateTime! hasRequestStatus:RequestStatus! ' +
      'hasRequestStatusSince:dateTime!',
  },
};
/** Properties that the API puts on every logistics object. */
const revisions = 'hasRevision:positiveInteger hasLatestRevision:positiveInteger';

type Property = { range: string; many: boolean; needed: boolean };

function read(list: string, namespace: string, into: Map<string, Property>): void {
  for (const reported of list.split(' ')) {
    const [name = '', range = ''] = reported.split(':');
    into.set(namespace + name, {
      range: range.replaceAll(/[*!]/g, ''),
      many: range.includes('*'),
      needed: range.includes('!'),
    });
  }
}

/** A class with those above it, the class itself last. */
function lineOf(type: string): { namespace: string; name: string; class: Class }[] {
  const [namespace, classes] = type.startsWith(API) ? [API, api] : [CARGO, cargo];
  const name = type.slice(namespace.length);
  const found = type.startsWith(namespace) ? classes[name] : undefined;
  if (found === undefined) return [];
  return [...(found.of === undefined ? [] : lineOf(namespace + found.of)), { namespace, name, class: found }];
}

function propertiesOf(types: readonly string[]): Map<string, Property> {
  const properties = new Map<string, Property>();
  const lines = types.map(lineOf).toSorted((a, b) => a.length - b.length);
  for (const line of lines) for (const one of line) read(one.class.has, one.namespace, properties);
  if (lines.flat().some(({ name }) => name === 'LogisticsObject')) read(revisions, API, properties);
  return properties;
}

const forms: Readonly<Record<string, RegExp>> = {
  dateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  double: /^-?\d+(\.\d+)?$/,
  anyURI: /^https?:\/\/\S+$/,
  integer: /^-?\d+$/,
  nonNegativeInteger: /^\d+$/,
  positiveInteger: /^[1-9]\d*$/,
  boolean: /^(true|false)$/,
  string: /^[^]+$/,
};
/** What plain values of JSON are in JSON-LD; other types have to be named with the value. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' && value !== '',
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  nonNegativeInteger: (value) => Number.isInteger(value) && Number(value) >= 0,
  positiveInteger: (value) => Number.isInteger(value) && Number(value) > 0,
};

const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** What in a document of JSON-LD is not as the standard has it, with the place; empty: it is right. Its prefixes are those of its context. */
export function oneRecordProblems(document: object): string[] {
  const problems: string[] = [];
  const context = asRecord(asRecord(document)['@context']);
  const whole = (name: string): string => {
    const [prefix = '', rest] = name.split(/:(?!\/\/)(.*)/, 2);
    const namespace = context[prefix];
    return typeof namespace === 'string' && rest !== undefined ? namespace + rest : name;
  };
  const checkLiteral = (value: unknown, range: string, at: string): void => {
    const { '@value': text, '@type': type } = asRecord(value);
    const isTyped =
      typeof type === 'string' && whole(type) === XSD + range && forms[range]?.test(String(text)) === true;
    if (!isTyped && plain[range]?.(value) !== true) problems.push(`${at}: no ${range}: ${JSON.stringify(value)}`);
  };
  const check = (value: unknown, range: string, at: string): void => {
    if (Object.hasOwn(forms, range)) return checkLiteral(value, range, at);
    const node = asRecord(value);
    const [id, types] = [node['@id'], many(node['@type'] ?? []).map((one) => whole(String(one)))];
    const values = enumerations[range];
    if (values !== undefined) {
      if (typeof id !== 'string' || !values.includes(whole(id)))
        problems.push(`${at}: no ${range}: ${JSON.stringify(value)}`);
      return undefined;
    }
    const names = types.flatMap(lineOf).map(({ name }) => name);
    const isReference = typeof id === 'string' && Object.keys(node).every((key) => key.startsWith('@'));
    const isKnown = lineOf(CARGO + range).length > 0 || lineOf(API + range).length > 0;
    if (isKnown && !names.includes(range) && !(isReference && types.length === 0))
      problems.push(`${at}: no ${range}: ${JSON.stringify(types)}`);
    if (typeof id === 'string' && !/^https?:\/\//.test(id)) problems.push(`${at}: no address: ${id}`);
    return isReference ? undefined : checkNode(node, types, at);
  };
  const checkNode = (node: Readonly<Record<string, unknown>>, types: readonly string[], at: string): undefined => {
    const properties = propertiesOf(types);
    if (properties.size === 0) problems.push(`${at}: no class of the standard: ${types.join(' ')}`);
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('@')) continue;
      const property = properties.get(whole(key));
      if (property === undefined) problems.push(`${at}.${key}: not in the standard`);
      else {
        if (!property.many && Array.isArray(value)) problems.push(`${at}.${key}: more than one`);
        for (const one of many(value)) check(one, property.range, `${at}.${key}`);
      }
    }
    const reported = new Set(Object.keys(node).map(whole));
    for (const [name, { needed }] of properties)
      if (needed && !reported.has(name)) problems.push(`${at}: without ${name}`);
    return undefined;
  };
  const root = asRecord(document);
  checkNode(
    root,
    many(root['@type'] ?? []).map((one) => whole(String(one))),
    '$',
  );
  return problems;
}
