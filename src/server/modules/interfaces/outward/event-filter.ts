import {
  createdOperators,
  type EventFilterName,
  type EventFilterParameter,
  eventFilters,
} from '#contract/interfaces/outward-api/filters.ts';
import type { Instant } from '#shared/time/instant.ts';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';
import { isOneOf } from '#shared/values/objects.ts';

/** A query or a subscription that the standard does not allow; the message names the parameter at fault. */
export class EventQueryError extends Error {
  /** Names the fault where people meet it too and read of it in their language. */
  readonly reason: string | undefined;

  constructor(message: string, reason?: string) {
    super(message);
    this.reason = reason;
  }
}

/** Which events are wanted: every condition must hold, each by one of its values. */
export type EventFilter = {
  /** Columns of `outward_event` with the values that pass. */
  values: ReadonlyMap<FilterColumn, readonly string[]>;
  created: readonly { operator: '<' | '<=' | '=' | '>=' | '>'; at: Instant }[];
};

export type FilterColumn =
  | 'event_type'
  | 'event_code'
  | 'classifier'
  | 'document_type'
  | 'bill_no'
  | 'booking_no'
  | 'container_nos'
  | 'location_code'
  | 'vessel_imo'
  | 'voyage'
  | 'service_code'
  | 'transport_call_id';

/** The column that a filter compares; null: no event of ours has such an attribute, so that none is met by it. */
const columns: Readonly<Record<EventFilterName, FilterColumn | null>> = {
  eventType: 'event_type',
  eventClassifierCode: 'classifier',
  shipmentEventTypeCode: 'event_code',
  transportEventTypeCode: 'event_code',
  equipmentEventTypeCode: 'event_code',
  documentTypeCode: 'document_type',
  carrierBookingReference: 'booking_no',
  bookingReference: 'booking_no',
  transportDocumentReference: 'bill_no',
  equipmentReference: 'container_nos',
  transportCallID: 'transport_call_id',
  vesselIMONumber: 'vessel_imo',
  carrierVoyageNumber: 'voyage',
  exportVoyageNumber: 'voyage',
  carrierServiceCode: 'service_code',
  UNLocationCode: 'location_code',
  scheduleID: null,
  transportDocumentID: null,
  transportDocumentTypeCode: null,
};

/** The type of events that have a code of this name. */
const codeOwners: Readonly<Record<string, string>> = {
  shipmentEventTypeCode: 'SHIPMENT',
  transportEventTypeCode: 'TRANSPORT',
  equipmentEventTypeCode: 'EQUIPMENT',
};

const forms = {
  uuid: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, text: 'UUID' },
  imo: { pattern: /^\d{7}$/, text: 'IMO number of seven digits' },
} as const;

type Rule = EventFilterParameter & { column: FilterColumn | null };

const isFilterName = (name: string): name is EventFilterName => Object.hasOwn(eventFilters, name);

const ruleOf = (name: string): Rule | undefined =>
  isFilterName(name) ? { ...eventFilters[name], column: columns[name] } : undefined;

/** Codes are kept in capitals, whatever case they are requested in. */
const isUpper = ({ column, values }: Rule): boolean =>
  values !== undefined || column === 'container_nos' || column === 'location_code';

/** Whether a filter takes a list of values. */
export const isList = (name: string): boolean => ruleOf(name)?.isList === true;

/** Parameters that only some types of events have. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  shipmentEventTypeCode: ['SHIPMENT'],
  documentTypeCode: ['SHIPMENT'],
  transportEventTypeCode: ['TRANSPORT'],
  equipmentEventTypeCode: ['EQUIPMENT'],
  transportCallID: ['TRANSPORT', 'EQUIPMENT'],
  vesselIMONumber: ['TRANSPORT', 'EQUIPMENT'],
  carrierVoyageNumber: ['TRANSPORT', 'EQUIPMENT'],
  exportVoyageNumber: ['TRANSPORT', 'EQUIPMENT'],
  carrierServiceCode: ['TRANSPORT', 'EQUIPMENT'],
  UNLocationCode: ['TRANSPORT', 'EQUIPMENT'],
};

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

const operators = { gte: '>=', gt: '>', lte: '<=', lt: '<', eq: '=' } as const satisfies Record<
  (typeof createdOperators)[number],
  string
>;

function createdCondition(name: string, text: string): EventFilter['created'][number] {
  const [, given = 'eq'] = name.split(':');
  if (!isOneOf(createdOperators, given)) throw new EventQueryError(`${name}: operators are gte, gt, lte, lt and eq`);
  const operator = operators[given];
  // A plus sign that the caller did not encode arrives as a blank.
  const { instant } = parseIsoInstant(text.trim().replace(' ', '+'));
  if (instant === undefined) throw new EventQueryError(`${name} is no date-time with offset`);
  return { operator, at: instant };
}

function valuesOf(name: string, rule: Rule, text: string): string[] {
  const parts = (rule.isList === true ? text.split(',') : [text])
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new EventQueryError(`${name} is empty`);
  for (const part of parts) {
    // What a database cannot even look for.
    if (!part.isWellFormed() || CONTROL.test(part))
      throw new EventQueryError(`${name} has characters that no value has`);
    if (rule.values !== undefined && !rule.values.includes(part.toUpperCase()))
      throw new EventQueryError(`${name} has no value ${part.slice(0, 40)}`);
    if (rule.longest !== undefined && part.length > rule.longest)
      throw new EventQueryError(`${name} is longer than ${rule.longest} characters`);
    const form = rule.form === undefined ? undefined : forms[rule.form];
    if (form?.pattern.test(part) === false) throw new EventQueryError(`${name} is no ${form.text}`);
  }
  return isUpper(rule) ? parts.map((part) => part.toUpperCase()) : parts;
}

/** Both conditions of one column must hold. */
function both(known: readonly string[] | undefined, values: readonly string[]): readonly string[] {
  return known === undefined ? values : values.filter((value) => known.includes(value));
}

/** Throws EventQueryError for conditions that none of the wanted types of events can meet. */
export function checkTypes(filter: EventFilter, names: Iterable<string>): void {
  const wanted = filter.values.get('event_type');
  for (const name of names) {
    const possible = Object.hasOwn(typesOf, name) ? typesOf[name] : undefined;
    if (wanted !== undefined && possible !== undefined && !possible.some((type) => wanted.includes(type)))
      throw new EventQueryError(`${name} does not go with eventType ${wanted.join(',')}`);
  }
}

/**
 * Reads filters by name, as query parameters and subscriptions give them; throws EventQueryError for unknown names and
 * values outside the standard. Conditions that exclude each other are met by no event.
 */
export function readFilter(parameters: Iterable<readonly [name: string, text: string]>): EventFilter {
  const values = new Map<FilterColumn, readonly string[]>();
  const created: EventFilter['created'][number][] = [];
  const codes = new Map<string, readonly string[]>();
  const texts = new Map<string, string>();
  let isMetByNone = false;
  for (const [name, text] of parameters) {
    if (name.split(':')[0] === 'eventCreatedDateTime') {
      created.push(createdCondition(name, text));
      continue;
    }
    const before = texts.get(name);
    if (before !== undefined && !isList(name)) throw new EventQueryError(`${name.slice(0, 60)} is given twice`);
    // Some callers repeat a parameter for each value of its list.
    texts.set(name, before === undefined ? text : `${before},${text}`);
  }
  for (const [name, text] of texts) {
    const rule = ruleOf(name);
    if (rule === undefined) throw new EventQueryError(`unknown parameter ${name.slice(0, 60)}`);
    const given = valuesOf(name, rule, text);
    if (rule.column === null) isMetByNone = true;
    else if (rule.column === 'event_code') {
      const owner = codeOwners[name] ?? '';
      codes.set(owner, both(codes.get(owner), given));
    } else values.set(rule.column, both(values.get(rule.column), given));
  }
  if (isMetByNone) values.set('event_type', []);
  // Codes of two types together are met by no event.
  if (codes.size > 1) values.set('event_code', []);
  else for (const given of codes.values()) values.set('event_code', given);
  return { values, created };
}

/** The condition as SQL over `outward_event`, with its values appended to `params`. */
export function filterSql(filter: EventFilter, params: unknown[]): string[] {
  const conditions: string[] = [];
  for (const [column, values] of filter.values) {
    params.push(values);
    conditions.push(
      column === 'container_nos' ? `container_nos && $${params.length}` : `${column} = any($${params.length})`,
    );
  }
  for (const { operator, at } of filter.created) {
    params.push(new Date(at));
    conditions.push(`created_at ${operator} $${params.length}`);
  }
  return conditions;
}
