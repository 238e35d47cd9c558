// Made from src/contract/outward-api; do not edit, run npm run generate instead.
import { type CallOptions, Caller, type Page } from './caller.ts';

const base = '/api/data-center/tnt/v2';

/** Events in the order of their creation. */
export type EventList = Array<Event>;

/** An event of DCSA Track & Trace 2.2. */
export type Event = ShipmentEvent | TransportEvent | EquipmentEvent;

/** Something happened to a document of the shipment. */
export type ShipmentEvent = {
  eventType: 'SHIPMENT';
  /** Identifies the event. Use it to detect repetitions. */
  eventID: string;
  /** When the event was created. Later events have later times. */
  eventCreatedDateTime: string;
  /** When it happened or is expected, with the offset of the place. */
  eventDateTime: string;
  /** PLN: planned. EST: estimated. ACT: actual. */
  eventClassifierCode: 'PLN' | 'EST' | 'ACT';
  /** What happened to the document. */
  shipmentEventTypeCode:
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS';
  /** Number of the document. */
  documentID: string;
  /** Type of the document. */
  documentTypeCode:
    | 'CBR'
    | 'BKG'
    | 'SHI'
    | 'TRD'
    | 'DEI'
    | 'DEO'
    | 'SRM'
    | 'CAS'
    | 'VGM'
    | 'CUS'
    | 'DGD'
    | 'OOG'
    | 'CQU'
    | 'INV'
    | 'ARN'
    | 'HCE'
    | 'PCK';
  references: Array<Reference>;
};

/** A reference of the customer, or a container that the event concerns. */
export type Reference = {
  /** CR: reference of the customer. EQ: container number. */
  referenceType: 'CR' | 'EQ';
  /** The reference. */
  referenceValue: string;
};

/** A vessel, train, barge or truck arrives or departs. */
export type TransportEvent = {
  eventType: 'TRANSPORT';
  /** Identifies the event. Use it to detect repetitions. */
  eventID: string;
  /** When the event was created. Later events have later times. */
  eventCreatedDateTime: string;
  /** When it happened or is expected, with the offset of the place. */
  eventDateTime: string;
  /** PLN: planned. EST: estimated. ACT: actual. */
  eventClassifierCode: 'PLN' | 'EST' | 'ACT';
  /** ARRI: arrival. DEPA: departure. */
  transportEventTypeCode: 'ARRI' | 'DEPA';
  transportCall: TransportCall;
  documentReferences: Array<DocumentReference>;
  references: Array<Reference>;
};

/** The call of a vessel, train, barge or truck at a place. */
export type TransportCall = {
  /** The same for all events of one call. */
  transportCallID: string;
  /** Means of transport. */
  modeOfTransport: 'VESSEL' | 'RAIL' | 'TRUCK' | 'BARGE';
  /** Service of the carrier. */
  carrierServiceCode?: string;
  /** Voyage number of the carrier. */
  carrierVoyageNumber?: string;
  /** The same value as carrierVoyageNumber. */
  exportVoyageNumber?: string;
  /** UN/LOCODE of the call. */
  UNLocationCode?: string;
  /** Type of the facility, such as POTE for a port terminal. */
  facilityTypeCode?: string;
  /** The facility in the words of the source. */
  otherFacility?: string;
  location?: Location;
  vessel?: Vessel;
};

/** A place. */
export type Location = {
  /** Name of the place. */
  locationName?: string;
  /** Degrees, positive to the north. */
  latitude?: string;
  /** Degrees, positive to the east. */
  longitude?: string;
  /** UN/LOCODE of the place. */
  UNLocationCode?: string;
};

/** A vessel. */
export type Vessel = {
  /** IMO number, seven digits. */
  vesselIMONumber: string;
  /** Name of the vessel. */
  vesselName?: string;
};

/** A document that the event belongs to. */
export type DocumentReference = {
  /** BKG: booking. TRD: bill of lading or waybill. */
  documentReferenceType: 'BKG' | 'TRD';
  /** Number of the document. */
  documentReferenceValue: string;
};

/** Something happened to a container. */
export type EquipmentEvent = {
  eventType: 'EQUIPMENT';
  /** Identifies the event. Use it to detect repetitions. */
  eventID: string;
  /** When the event was created. Later events have later times. */
  eventCreatedDateTime: string;
  /** When it happened or is expected, with the offset of the place. */
  eventDateTime: string;
  /** PLN: planned. EST: estimated. ACT: actual. */
  eventClassifierCode: 'PLN' | 'EST' | 'ACT';
  /** What happened to the container. */
  equipmentEventTypeCode:
    | 'LOAD'
    | 'DISC'
    | 'GTIN'
    | 'GTOT'
    | 'STUF'
    | 'STRP'
    | 'PICK'
    | 'DROP'
    | 'INSP'
    | 'RSEA'
    | 'RMVD';
  /** Container number. */
  equipmentReference?: string;
  /** Size and type of the container by ISO 6346, such as 45G1. */
  ISOEquipmentCode?: string;
  /** Whether the container is empty or laden. */
  emptyIndicatorCode: 'EMPTY' | 'LADEN';
  eventLocation?: Location;
  transportCall: TransportCall;
  documentReferences: Array<DocumentReference>;
  references: Array<Reference>;
  seals?: Array<Seal>;
};

/** A seal of the container. */
export type Seal = {
  /** Number on the seal. */
  sealNumber: string;
  sealType: 'KLP' | 'BLT' | 'WIR';
};

/** A subscription to events. The secret is never shown. */
export type EventSubscription = {
  /** Identifies the subscription. */
  subscriptionID: string;
  /** Where notifications are posted. It needs a public http or https address. */
  callbackUrl: string;
  /** Only events of these types. */
  eventType?: Array<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: Array<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: Array<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: Array<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: Array<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: Array<'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'>;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: Array<'BOL' | 'SWB'>;
};

/** A new subscription with the secret that signs its notifications. */
export type NewEventSubscription = {
  /** Where notifications are posted. It needs a public http or https address. */
  callbackUrl: string;
  /** Base64 of at least 32 bytes. */
  secret: string;
  /** Only events of these types. */
  eventType?: Array<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: Array<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: Array<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: Array<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: Array<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: Array<'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'>;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: Array<'BOL' | 'SWB'>;
};

/** Everything of a subscription but its secret. */
export type ChangedEventSubscription = {
  /** Identifies the subscription. */
  subscriptionID?: string;
  /** Where notifications are posted. It needs a public http or https address. */
  callbackUrl: string;
  /** Only events of these types. */
  eventType?: Array<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: Array<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: Array<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: Array<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: Array<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: Array<'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'>;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: Array<'BOL' | 'SWB'>;
};

/** A new secret. */
export type Secret = {
  /** Base64 of at least 32 bytes. */
  secret: string;
};

/** Where a hook is called, and for which events. */
export type NewHook = {
  /** Where notifications are posted. It needs a public http or https address. */
  callbackUrl: string;
  /** Only events of these types. */
  eventType?: Array<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: Array<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: Array<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: Array<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: Array<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: Array<'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'>;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: Array<'BOL' | 'SWB'>;
};

/** A subscription that was made for a hook, with its signing secret. */
export type Hook = {
  /** Identifies the subscription. */
  subscriptionID: string;
  /** Where notifications are posted. It needs a public http or https address. */
  callbackUrl: string;
  /** Signing secret in the form of Standard Webhooks. It is shown only once. */
  secret: string;
  /** Only events of these types. */
  eventType?: Array<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: Array<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: Array<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: Array<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: Array<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: Array<'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'>;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: Array<'BOL' | 'SWB'>;
};

/** The reference of a test shipment that is to start. */
export type NewTestShipment = {
  /** Test reference: ZZZZ or ZZZU with the digits of the course and the run. */
  reference: string;
};

/** A shipment that plays a voyage within minutes. */
export type TestShipment = {
  /** Test reference: ZZZZ or ZZZU with the digits of the course and the run. */
  reference: string;
  /** The course that the reference stands for. */
  story:
    | 'onTime'
    | 'late'
    | 'rolled'
    | 'split'
    | 'held'
    | 'lostSignal'
    | 'arrived'
    | 'unknown'
    | 'sourceDown'
    | 'transhipped';
  startDateTime: string | null;
  /** Whether tracking has ended. */
  ended: boolean;
  /** Steps that were reported. */
  step: number;
  /** Steps that there are. */
  steps: number;
};

/** How many test shipments were removed. */
export type RemovedTestShipments = {
  /** Test shipments that were removed. */
  removed: number;
};

/** A change of this interface. */
export type InterfaceChange = {
  /** Day of the release. */
  date: string;
  /** Method and path of the call, or * for all calls and notifications. */
  call: string;
  /** A parameter, member or header of the call. */
  field?: string;
  /** What happened. */
  kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** Day from which what is deprecated may be removed. */
  sunset?: string;
  /** The change in words. */
  description: string;
};

/** A notification about an exception, an event item, a hand-over or a job. */
export type Notification = {
  /** What happened, such as exception.opened, job.faulted or event.found. */
  type: string;
  /** When it happened. */
  timestamp: string;
  /** Facts about it. Further members depend on the type. */
  data: {
    /** The same as type. */
    event: string;
    /** Code of the tenant. */
    tenantCode: string;
    /** Status that the definition listens to, such as EXCEPTION_OPENED. */
    status: string;
    /** Address of the page about it. */
    link: string;
    /** Subject by the definition, null without one. */
    subject: string | null;
    /** Content by the definition. */
    content: string;
    [name: string]: unknown;
  };
};

/** The error object of the standard. */
export type OutwardError = {
  /** Method of the request. */
  httpMethod: string;
  /** Path of the request, without its query. */
  requestUri: string;
  /** HTTP status. */
  statusCode: number;
  /** Name of the HTTP status. */
  statusCodeText: string;
  /** When the request was refused. */
  errorDateTime: string;
  errors: Array<{
    /** A fixed word for programs. */
    reason: string;
    /** What is wrong, in English. */
    message: string;
  }>;
};

/** Parameters of getEvents. */
export type GetEventsQuery = {
  /** Only events of these types. */
  eventType?: ReadonlyArray<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
  /** Only planned (PLN), estimated (EST) or actual (ACT) events. */
  eventClassifierCode?: ReadonlyArray<'PLN' | 'EST' | 'ACT'>;
  /** Only SHIPMENT events with these codes. */
  shipmentEventTypeCode?: ReadonlyArray<
    | 'RECE'
    | 'DRFT'
    | 'PENA'
    | 'PENU'
    | 'REJE'
    | 'APPR'
    | 'ISSU'
    | 'SURR'
    | 'SUBM'
    | 'VOID'
    | 'CONF'
    | 'REQS'
    | 'CMPL'
    | 'HOLD'
    | 'RELS'
  >;
  /** Only arrivals (ARRI) or departures (DEPA). */
  transportEventTypeCode?: ReadonlyArray<'ARRI' | 'DEPA'>;
  /** Only EQUIPMENT events with these codes. */
  equipmentEventTypeCode?: ReadonlyArray<
    'LOAD' | 'DISC' | 'GTIN' | 'GTOT' | 'STUF' | 'STRP' | 'PICK' | 'DROP' | 'INSP' | 'RSEA' | 'RMVD'
  >;
  /** Only SHIPMENT events about these types of documents. */
  documentTypeCode?: ReadonlyArray<
    'CBR' | 'BKG' | 'SHI' | 'SRM' | 'TRD' | 'ARN' | 'VGM' | 'CAS' | 'CUS' | 'DGD' | 'OOG'
  >;
  /** Booking number of the carrier. */
  carrierBookingReference?: string;
  /** Older name of carrierBookingReference in the standard. */
  bookingReference?: string;
  /** Number of the bill of lading or sea waybill. */
  transportDocumentReference?: string;
  /** Container number. */
  equipmentReference?: string;
  /** The call of a vessel, train, barge or truck, as other events name it. */
  transportCallID?: string;
  /** IMO number of the vessel, seven digits. */
  vesselIMONumber?: string;
  /** Voyage number of the carrier. The same values as exportVoyageNumber. */
  carrierVoyageNumber?: string;
  /** Voyage number of the carrier. */
  exportVoyageNumber?: string;
  /** Service code of the carrier. */
  carrierServiceCode?: string;
  /** UN/LOCODE of the place of the event. */
  UNLocationCode?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  scheduleID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentID?: string;
  /** Withdrawn by the standard. Accepted, but no event matches it. */
  transportDocumentTypeCode?: ReadonlyArray<'BOL' | 'SWB'>;
  /** Only events that were created at or after this time. */
  'eventCreatedDateTime:gte'?: string;
  /** Only events that were created after this time. */
  'eventCreatedDateTime:gt'?: string;
  /** Only events that were created at or before this time. */
  'eventCreatedDateTime:lte'?: string;
  /** Only events that were created before this time. */
  'eventCreatedDateTime:lt'?: string;
  /** Only events that were created at this time. */
  'eventCreatedDateTime:eq'?: string;
  /** Attributes with :ASC or :DESC, separated by commas: eventCreatedDateTime, eventDateTime, eventType, eventClassifierCode, carrierBookingReference, transportDocumentReference, UNLocationCode, vesselIMONumber, exportVoyageNumber, carrierServiceCode, transportCallID. */
  sort?: string;
  /** Items on a page. Values above 1000 count as 1000. */
  limit?: number;
  /** From a header of another page. Other parameters must be those that the cursor was made with. */
  cursor?: string;
};

/** Parameters of getSubscriptions. */
export type GetSubscriptionsQuery = {
  /** Attributes with :ASC or :DESC, separated by commas: subscriptionID, callbackUrl, the names of filters. */
  sort?: string;
  /** Items on a page. Values above 1000 count as 1000. */
  limit?: number;
  /** From a header of another page. Other parameters must be those that the cursor was made with. */
  cursor?: string;
};

/** Parameters of getHookSamples. */
export type GetHookSamplesQuery = {
  /** Only events of these types. */
  eventType?: ReadonlyArray<'SHIPMENT' | 'TRANSPORT' | 'EQUIPMENT'>;
};

/** The outward API of Portolan. Methods throw the errors of this package. */
export class PortolanClient extends Caller {
  /** List events. Events of the shipments of the tenant, in the order of their creation. To poll, store the latest eventCreatedDateTime and send it with :gte. For the newest events first, send sort=eventCreatedDateTime:DESC. */
  getEvents(query: GetEventsQuery = {}, options?: CallOptions): Promise<Page<Event>> {
    return this.page(`${base}/events`, { options, query });
  }

  /** List events, item by item over all pages. */
  allEvents(query: GetEventsQuery = {}, options?: CallOptions): AsyncGenerator<Event, void> {
    return this.all(`${base}/events`, { options, query });
  }

  /** Get one event. One event of the tenant. An event never changes. */
  getEvent(eventID: string, options?: CallOptions): Promise<Event> {
    return this.send('GET', `${base}/events/${encodeURIComponent(eventID)}`, { options });
  }

  /** List subscriptions. The subscriptions of the tenant, oldest first. Hooks are among them. */
  getSubscriptions(query: GetSubscriptionsQuery = {}, options?: CallOptions): Promise<Page<EventSubscription>> {
    return this.page(`${base}/event-subscriptions`, { options, query });
  }

  /** List subscriptions, item by item over all pages. */
  allSubscriptions(query: GetSubscriptionsQuery = {}, options?: CallOptions): AsyncGenerator<EventSubscription, void> {
    return this.all(`${base}/event-subscriptions`, { options, query });
  }

  /** Create a subscription. Subscribes to events that are created from now on. The product first sends HEAD to the callback, which must answer with 2xx. */
  createSubscription(body: NewEventSubscription, options?: CallOptions): Promise<EventSubscription> {
    return this.send('POST', `${base}/event-subscriptions`, { options, body });
  }

  /** Get one subscription. One subscription of the tenant, without its secret. */
  getSubscription(subscriptionID: string, options?: CallOptions): Promise<EventSubscription> {
    return this.send('GET', `${base}/event-subscriptions/${encodeURIComponent(subscriptionID)}`, { options });
  }

  /** Replace a subscription. Replaces everything of a subscription but its id and secret. The callback is asked with HEAD again. */
  changeSubscription(
    subscriptionID: string,
    body: ChangedEventSubscription,
    options?: CallOptions,
  ): Promise<EventSubscription> {
    return this.send('PUT', `${base}/event-subscriptions/${encodeURIComponent(subscriptionID)}`, { options, body });
  }

  /** End a subscription. Ends a subscription at once. */
  deleteSubscription(subscriptionID: string, options?: CallOptions): Promise<void> {
    return this.send('DELETE', `${base}/event-subscriptions/${encodeURIComponent(subscriptionID)}`, { options });
  }

  /** Change a secret. Changes the secret that notifications of the subscription are signed with. */
  changeSecret(subscriptionID: string, body: Secret, options?: CallOptions): Promise<void> {
    return this.send('PUT', `${base}/event-subscriptions/${encodeURIComponent(subscriptionID)}/secret`, {
      options,
      body,
    });
  }

  /** Create a hook. Creates a subscription for programs such as Zapier and n8n: the product makes the secret and does not ask the callback with HEAD. Notifications are those of any subscription. */
  createHook(body: NewHook, options?: CallOptions): Promise<Hook> {
    return this.send('POST', `${base}/hooks`, { options, body });
  }

  /** End a hook. Ends the subscription of a hook. Ending a hook that has ended already is no error. */
  deleteHook(subscriptionID: string, options?: CallOptions): Promise<void> {
    return this.send('DELETE', `${base}/hooks/${encodeURIComponent(subscriptionID)}`, { options });
  }

  /** List sample events. Invented events, one of each type, in the form in which a hook receives them. Use them to set up a program before the first event arrives. */
  getHookSamples(query: GetHookSamplesQuery = {}, options?: CallOptions): Promise<EventList> {
    return this.send('GET', `${base}/hooks/samples`, { options, query });
  }

  /** Start a test shipment. Starts a shipment that plays a voyage within minutes, in the tenant of the key. One of the same reference starts again. A tenant may have 100 at a time. */
  startTestShipment(body: NewTestShipment, options?: CallOptions): Promise<TestShipment> {
    return this.send('POST', `${base}/test-shipments`, { options, body });
  }

  /** List test shipments. The test shipments of the tenant, newest first. */
  getTestShipments(options?: CallOptions): Promise<Array<TestShipment>> {
    return this.send('GET', `${base}/test-shipments`, { options });
  }

  /** Remove all test shipments. Removes all test shipments of the tenant with their events and exceptions. */
  removeTestShipments(options?: CallOptions): Promise<RemovedTestShipments> {
    return this.send('DELETE', `${base}/test-shipments`, { options });
  }

  /** List changes of the interface. What was added, changed, deprecated and removed, newest first. It needs no key. */
  getChanges(options?: CallOptions): Promise<Array<InterfaceChange>> {
    return this.send('GET', `${base}/changes`, { options });
  }
}
