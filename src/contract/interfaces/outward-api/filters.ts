import {
  classifiers,
  equipmentCodes,
  eventTypes,
  shipmentCodes,
  transportCodes,
} from '#shared/reference/dcsa-codes.ts';

/** Documents that version 2.2 of the standard lets callers filter by. */
const filteredDocuments = ['CBR', 'BKG', 'SHI', 'SRM', 'TRD', 'ARN', 'VGM', 'CAS', 'CUS', 'DGD', 'OOG'] as const;

/** A filter of events as callers write it. `longest` counts characters. */
export type EventFilterParameter = {
  description: string;
  values?: readonly string[];
  /** Several values may be given, separated by commas. */
  isList?: true;
  longest?: number;
  form?: 'uuid' | 'imo';
  /** An example that the filter accepts. */
  example: string;
};

/** Every filter of events and of subscriptions to events, by its name in DCSA Track & Trace 2.2. */
export const eventFilters = {
  eventType: {
    description: 'Only events of these types',
    values: eventTypes,
    isList: true,
    example: 'TRANSPORT',
  },
  eventClassifierCode: {
    description: 'Only planned (PLN), estimated (EST) or actual (ACT) events',
    values: classifiers,
    isList: true,
    example: 'ACT',
  },
  shipmentEventTypeCode: {
    description: 'Only SHIPMENT events with these codes',
    values: shipmentCodes,
    isList: true,
    example: 'CONF',
  },
  transportEventTypeCode: {
    description: 'Only arrivals (ARRI) or departures (DEPA)',
    values: transportCodes,
    isList: true,
    example: 'ARRI',
  },
  equipmentEventTypeCode: {
    description: 'Only EQUIPMENT events with these codes',
    values: equipmentCodes,
    isList: true,
    example: 'LOAD',
  },
  documentTypeCode: {
    description: 'Only SHIPMENT events about these types of documents',
    values: filteredDocuments,
    isList: true,
    example: 'BKG',
  },
  carrierBookingReference: {
    description: 'Booking number of the carrier',
    longest: 35,
    example: 'BK55001',
  },
  bookingReference: {
    description: 'Older name of carrierBookingReference in the standard',
    longest: 35,
    example: 'BK55001',
  },
  transportDocumentReference: {
    description: 'Number of the bill of lading or sea waybill',
    longest: 20,
    example: 'MERI123456789',
  },
  equipmentReference: {
    description: 'Container number',
    longest: 15,
    example: 'CSQU3054383',
  },
  transportCallID: {
    description: 'The call of a vessel, train, barge or truck, as other events name it',
    longest: 100,
    example: '9321483-101W-CNSHA',
  },
  vesselIMONumber: {
    description: 'IMO number of the vessel, seven digits',
    form: 'imo',
    example: '9321483',
  },
  carrierVoyageNumber: {
    description: 'Voyage number of the carrier. The same values as exportVoyageNumber',
    longest: 50,
    example: '101W',
  },
  exportVoyageNumber: {
    description: 'Voyage number of the carrier',
    longest: 50,
    example: '101W',
  },
  carrierServiceCode: {
    description: 'Service code of the carrier',
    longest: 5,
    example: 'AE7',
  },
  UNLocationCode: {
    description: 'UN/LOCODE of the place of the event',
    longest: 5,
    example: 'CNSHA',
  },
  scheduleID: {
    description: 'Withdrawn by the standard. Accepted, but no event matches it',
    form: 'uuid',
    example: '00000000-0000-4000-8000-0000000000ff',
  },
  transportDocumentID: {
    description: 'Withdrawn by the standard. Accepted, but no event matches it',
    form: 'uuid',
    example: '00000000-0000-4000-8000-0000000000ff',
  },
  transportDocumentTypeCode: {
    description: 'Withdrawn by the standard. Accepted, but no event matches it',
    values: ['BOL', 'SWB'],
    isList: true,
    example: 'BOL',
  },
} as const satisfies Record<string, EventFilterParameter>;

/** Name of a filter of events. */
export type EventFilterName = keyof typeof eventFilters;

/** Comparisons of `eventCreatedDateTime`, written after a colon. */
export const createdOperators = ['gte', 'gt', 'lte', 'lt', 'eq'] as const;

/** Attributes that events may be sorted by. */
export const sortableEventAttributes = [
  'eventCreatedDateTime',
  'eventDateTime',
  'eventType',
  'eventClassifierCode',
  'carrierBookingReference',
  'transportDocumentReference',
  'UNLocationCode',
  'vesselIMONumber',
  'exportVoyageNumber',
  'carrierServiceCode',
  'transportCallID',
] as const;

/** How many items a page has at most. */
export const maxPageSize = 1000;
/** How many items a page has when the caller names no limit. */
export const pageUsual = 100;
