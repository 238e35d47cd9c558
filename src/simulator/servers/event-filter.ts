import type { Instant } from '#shared/time/instant.ts';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { DcsaEvent } from '../reports/dcsa-wire.ts';
import type { Reference } from '../world.ts';

/** A query that the standard does not allow, with the parameter at fault. */
export class EventQueryError extends Error {}

/** Filters of an event query or of an event subscription. */
export type EventFilter = {
  references: readonly Reference[];
  /** Allowed values by field of the event; all given fields must match. */
  values: ReadonlyMap<string, ReadonlySet<string>>;
  createdFrom: Instant;
  createdTo: Instant;
};

const referenceParameters: Readonly<Record<string, Reference['type']>> = {
  carrierBookingReference: 'booking',
  bookingReference: 'booking',
  transportDocumentReference: 'bill',
  equipmentReference: 'container',
};

const valueParameters: Readonly<Record<string, readonly string[] | undefined>> = {
  eventType: ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'],
  eventClassifierCode: ['PLN', 'EST', 'ACT'],
  transportEventTypeCode: ['ARRI', 'DEPA'],
  equipmentEventTypeCode: ['LOAD', 'DISC', 'GTIN', 'GTOT', 'STUF', 'STRP', 'PICK', 'DROP', 'INSP', 'RSEA', 'RMVD'],
  shipmentEventTypeCode: [
    'RECE',
    'DRFT',
    'PENA',
    'PENU',
    'REJE',
    'APPR',
    'ISSU',
    'SURR',
    'SUBM',
    'VOID',
    'CONF',
    'REQS',
    'CMPL',
    'HOLD',
    'RELS',
  ],
  documentTypeCode: ['CBR', 'BKG', 'SHI', 'SRM', 'TRD', 'ARN', 'VGM', 'CAS', 'CUS', 'DGD', 'OOG'],
  transportCallID: undefined,
  vesselIMONumber: undefined,
  carrierVoyageNumber: undefined,
  exportVoyageNumber: undefined,
  carrierServiceCode: undefined,
  UNLocationCode: undefined,
};

const ignoredParameters = new Set(['limit', 'cursor', 'sort', 'api-version']);

function readCreated(filter: { createdFrom: number; createdTo: number }, name: string, value: string): void {
  const [, operator = 'eq'] = name.split(':');
  // A plus sign of an offset arrives as a blank when the caller did not encode it.
  const { instant } = parseIsoInstant(value.trim().replace(' ', '+'));
  if (instant === undefined) throw new EventQueryError(`${name} is no date-time with offset`);
  if (operator === 'gte') filter.createdFrom = Math.max(filter.createdFrom, instant);
  else if (operator === 'gt') filter.createdFrom = Math.max(filter.createdFrom, instant + 1);
  else if (operator === 'lte') filter.createdTo = Math.min(filter.createdTo, instant);
  else if (operator === 'lt') filter.createdTo = Math.min(filter.createdTo, instant - 1);
  else if (operator === 'eq') Object.assign(filter, { createdFrom: instant, createdTo: instant });
  else throw new EventQueryError(`${name}: unknown operator`);
}

/** Reads filters by name; throws EventQueryError for unknown names and values outside the standard. */
export function readFilter(parameters: Iterable<readonly [string, string]>): EventFilter {
  const references: Reference[] = [];
  const values = new Map<string, ReadonlySet<string>>();
  const created = { createdFrom: Number.NEGATIVE_INFINITY, createdTo: Number.POSITIVE_INFINITY };
  for (const [name, value] of parameters) {
    const reference = referenceParameters[name];
    if (reference !== undefined) references.push({ type: reference, value: value.trim().toUpperCase() });
    else if (name.split(':')[0] === 'eventCreatedDateTime') readCreated(created, name, value);
    else if (name in valueParameters) {
      const wanted = value.split(',').map((one) => one.trim());
      const allowed = valueParameters[name];
      const wrong = wanted.find((one) => allowed !== undefined && !allowed.includes(one));
      if (wrong !== undefined) throw new EventQueryError(`${name} has no value ${wrong}`);
      values.set(name, new Set(wanted));
    } else if (!ignoredParameters.has(name.toLowerCase())) {
      throw new EventQueryError(`Unknown query parameter ${name}`);
    }
  }
  return { references, values, ...created };
}

function fieldOf(event: DcsaEvent, name: string): unknown {
  if (name in event) return event[name];
  const call = asRecord(event['transportCall']);
  return name === 'vesselIMONumber' ? asRecord(call['vessel'])[name] : call[name];
}

/** Whether an event passes the value filters. */
export function passes(filter: EventFilter, event: DcsaEvent): boolean {
  for (const [name, wanted] of filter.values) {
    const value = fieldOf(event, name);
    if (typeof value !== 'string' || !wanted.has(value)) return false;
  }
  return true;
}
