import type { z } from 'zod';
import type { EventFilterName } from './filters.ts';
import type {
  event,
  eventSubscription,
  hook,
  interfaceChange,
  newHook,
  newSubscription,
  newTestShipment,
  notification,
  outwardError,
  testShipment,
} from './shapes.ts';

/** Filters of a subscription. */
type Filters = Partial<Record<EventFilterName, string | string[]>>;

/** An event as it goes over the wire. */
export type OutwardEvent = z.infer<typeof event>;

const documentReferences: { documentReferenceType: 'BKG' | 'TRD'; documentReferenceValue: string }[] = [
  { documentReferenceType: 'BKG', documentReferenceValue: 'BK55001' },
  { documentReferenceType: 'TRD', documentReferenceValue: 'MERI123456789' },
];
const atShanghai = {
  transportCallID: '9321483-101W-CNSHA',
  carrierServiceCode: 'AE7',
  carrierVoyageNumber: '101W',
  exportVoyageNumber: '101W',
  UNLocationCode: 'CNSHA',
  facilityTypeCode: 'POTE',
  modeOfTransport: 'VESSEL',
  location: { locationName: 'Shanghai', latitude: '31.23000', longitude: '121.47000', UNLocationCode: 'CNSHA' },
  vessel: { vesselIMONumber: '9321483', vesselName: 'Amber Tide' },
} as const;

/** One sample of each type of event. Their ids and references are invented. */
export const sampleEvents: readonly OutwardEvent[] = [
  {
    eventID: '5a1f0c52-6d0e-4b5f-9a57-2f3c8a1b0001',
    eventCreatedDateTime: '2026-01-02T01:00:00.000Z',
    eventType: 'SHIPMENT',
    eventDateTime: '2026-01-02T08:30:00+08:00',
    eventClassifierCode: 'ACT',
    shipmentEventTypeCode: 'CONF',
    documentID: 'BK55001',
    documentTypeCode: 'BKG',
    references: [{ referenceType: 'CR', referenceValue: 'PO-2026-17' }],
  },
  {
    eventID: '5a1f0c52-6d0e-4b5f-9a57-2f3c8a1b0002',
    eventCreatedDateTime: '2026-01-10T02:00:00.000Z',
    eventType: 'EQUIPMENT',
    eventDateTime: '2026-01-10T09:40:00+08:00',
    eventClassifierCode: 'ACT',
    equipmentEventTypeCode: 'LOAD',
    equipmentReference: 'CSQU3054383',
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: 'LADEN',
    eventLocation: atShanghai.location,
    transportCall: atShanghai,
    documentReferences,
    references: [{ referenceType: 'CR', referenceValue: 'PO-2026-17' }],
    seals: [{ sealNumber: 'CN8812345', sealType: 'BLT' }],
  },
  {
    eventID: '5a1f0c52-6d0e-4b5f-9a57-2f3c8a1b0003',
    eventCreatedDateTime: '2026-01-12T06:00:00.000Z',
    eventType: 'TRANSPORT',
    eventDateTime: '2026-02-14T06:00:00+01:00',
    eventClassifierCode: 'EST',
    transportEventTypeCode: 'ARRI',
    transportCall: {
      ...atShanghai,
      transportCallID: '9321483-101W-NLRTM',
      UNLocationCode: 'NLRTM',
      location: { locationName: 'Rotterdam', latitude: '51.95000', longitude: '4.14000', UNLocationCode: 'NLRTM' },
    },
    documentReferences,
    references: [{ referenceType: 'EQ', referenceValue: 'CSQU3054383' }],
  },
];

/** Base64 of 32 bytes that count up: for examples only. */
const exampleSecret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const callbackUrl = 'https://hooks.example.com/portolan';
const subscriptionID = '7c0e1f7a-52b3-4b0e-8a52-9d1d6b0a0001';

/** A subscription as answers show it. */
export const exampleSubscription: z.infer<typeof eventSubscription> & Filters = {
  subscriptionID,
  callbackUrl,
  eventType: ['TRANSPORT'],
  transportEventTypeCode: ['ARRI'],
};

/** What a new subscription is made from. */
export const exampleNewSubscription: z.infer<typeof newSubscription> & Filters = {
  callbackUrl,
  secret: exampleSecret,
  eventType: ['TRANSPORT'],
  transportEventTypeCode: ['ARRI'],
};

/** What replaces a subscription. */
export const exampleChange = { callbackUrl, eventType: ['TRANSPORT', 'EQUIPMENT'] };

/** A new secret. */
export const exampleNewSecret = { secret: exampleSecret };

/** What a new hook is made from. */
export const exampleNewHook: z.infer<typeof newHook> & Filters = { callbackUrl, eventType: ['TRANSPORT'] };

/** A hook that was just made. */
export const exampleHook: z.infer<typeof hook> & Filters = {
  subscriptionID,
  callbackUrl,
  secret: `whsec_${exampleSecret}`,
  eventType: ['TRANSPORT'],
};

/** What a test shipment is started from. */
export const exampleNewTestShipment: z.infer<typeof newTestShipment> = { reference: 'ZZZZ010001' };

/** A test shipment that has departed. */
export const exampleTestShipment: z.infer<typeof testShipment> = {
  reference: 'ZZZZ010001',
  story: 'arrived',
  startDateTime: '2026-01-12T06:00:00.000Z',
  ended: false,
  step: 1,
  steps: 5,
};

/** A change of the interface. */
export const exampleInterfaceChange: z.infer<typeof interfaceChange> = {
  date: '2026-11-29',
  call: 'GET /events',
  field: 'scheduleID',
  kind: 'deprecated',
  sunset: '2027-06-30',
  description: 'DCSA has withdrawn this filter, and no event matches it. Do not use it any more',
};

/** A refused request. */
export const exampleError: z.infer<typeof outwardError> = {
  httpMethod: 'GET',
  requestUri: '/api/data-center/tnt/v2/events',
  statusCode: 400,
  statusCodeText: 'Bad Request',
  errorDateTime: '2026-01-12T06:00:00.000Z',
  errors: [{ reason: 'invalidParameter', message: 'eventType has no value LANDING' }],
};

/** A notification of a feedback definition. */
export const exampleNotification: z.infer<typeof notification> = {
  type: 'exception.opened',
  timestamp: '2026-01-12T06:00:00.000Z',
  data: {
    event: 'exception.opened',
    tenantCode: 'ACME',
    status: 'EXCEPTION_OPENED',
    link: 'https://portolan.example.com/exception-handle?id=17',
    exceptionId: '17',
    exceptionType: 'ETA_CHANGE',
    severity: 'high',
    blNo: 'MERI123456789',
    subject: null,
    content: 'The arrival at Rotterdam is two days later than planned',
  },
};
