import { z } from 'zod';
import {
  classifiers,
  documentTypes,
  emptyIndicators,
  equipmentCodes,
  shipmentCodes,
  transportCodes,
  transportModes,
} from '#shared/reference/dcsa-codes.ts';
import { testStories } from '#shared/ids/test-reference.ts';
import { keysOf } from '#shared/values/objects.ts';
import { eventFilters, type EventFilterParameter } from './filters.ts';

const text = (description: string, longest?: number) =>
  (longest === undefined ? z.string() : z.string().max(longest)).meta({ description });
const uuid = (description: string) => z.string().meta({ format: 'uuid', description });
const dateTime = (description: string) => z.string().meta({ format: 'date-time', description });

const location = z
  .object({
    locationName: text('Name of the place', 100).optional(),
    latitude: text('Degrees, positive to the north', 10).optional(),
    longitude: text('Degrees, positive to the east', 11).optional(),
    UNLocationCode: text('UN/LOCODE of the place', 5).optional(),
  })
  .meta({ id: 'Location', description: 'A place' });

const vessel = z
  .object({
    vesselIMONumber: text('IMO number, seven digits', 7),
    vesselName: text('Name of the vessel', 35).optional(),
  })
  .meta({ id: 'Vessel', description: 'A vessel' });

const transportCall = z
  .object({
    transportCallID: text('The same for all events of one call', 100),
    modeOfTransport: z.enum(transportModes).meta({ description: 'Means of transport' }),
    carrierServiceCode: text('Service of the carrier', 5).optional(),
    carrierVoyageNumber: text('Voyage number of the carrier', 50).optional(),
    exportVoyageNumber: text('The same value as carrierVoyageNumber', 50).optional(),
    UNLocationCode: text('UN/LOCODE of the call', 5).optional(),
    facilityTypeCode: text('Type of the facility, such as POTE for a port terminal', 4).optional(),
    otherFacility: text('The facility in the words of the source', 50).optional(),
    location: location.optional(),
    vessel: vessel.optional(),
  })
  .meta({ id: 'TransportCall', description: 'The call of a vessel, train, barge or truck at a place' });

const documentReferences = z.array(
  z
    .object({
      documentReferenceType: z
        .enum(['BKG', 'TRD'])
        .meta({ description: 'BKG: booking. TRD: bill of lading or waybill' }),
      documentReferenceValue: text('Number of the document', 100),
    })
    .meta({ id: 'DocumentReference', description: 'A document that the event belongs to' }),
);

const references = z.array(
  z
    .object({
      referenceType: z.enum(['CR', 'EQ']).meta({ description: 'CR: reference of the customer. EQ: container number' }),
      referenceValue: text('The reference', 100),
    })
    .meta({ id: 'Reference', description: 'A reference of the customer, or a container that the event concerns' }),
);

const seals = z.array(
  z
    .object({ sealNumber: text('Number on the seal', 15), sealType: z.enum(['KLP', 'BLT', 'WIR']) })
    .meta({ id: 'Seal', description: 'A seal of the container' }),
);

const everyEvent = {
  eventID: uuid('Identifies the event. Use it to detect repetitions'),
  eventCreatedDateTime: dateTime('When the event was created. Later events have later times'),
  eventDateTime: dateTime('When it happened or is expected, with the offset of the place'),
  eventClassifierCode: z.enum(classifiers).meta({ description: 'PLN: planned. EST: estimated. ACT: actual' }),
};
const journey = { transportCall, documentReferences, references };

/** SHIPMENT, TRANSPORT and EQUIPMENT events as the product writes them. */
export const event = z
  .discriminatedUnion('eventType', [
    z
      .object({
        eventType: z.literal('SHIPMENT'),
        ...everyEvent,
        shipmentEventTypeCode: z.enum(shipmentCodes).meta({ description: 'What happened to the document' }),
        documentID: text('Number of the document', 100),
        documentTypeCode: z.enum(documentTypes).meta({ description: 'Type of the document' }),
        references,
      })
      .meta({ id: 'ShipmentEvent', description: 'Something happened to a document of the shipment' }),
    z
      .object({
        eventType: z.literal('TRANSPORT'),
        ...everyEvent,
        transportEventTypeCode: z.enum(transportCodes).meta({ description: 'ARRI: arrival. DEPA: departure' }),
        ...journey,
      })
      .meta({ id: 'TransportEvent', description: 'A vessel, train, barge or truck arrives or departs' }),
    z
      .object({
        eventType: z.literal('EQUIPMENT'),
        ...everyEvent,
        equipmentEventTypeCode: z.enum(equipmentCodes).meta({ description: 'What happened to the container' }),
        equipmentReference: text('Container number', 15).optional(),
        ISOEquipmentCode: text('Size and type of the container by ISO 6346, such as 45G1', 4).optional(),
        emptyIndicatorCode: z.enum(emptyIndicators).meta({ description: 'Whether the container is empty or laden' }),
        eventLocation: location.optional(),
        ...journey,
        seals: seals.optional(),
      })
      .meta({ id: 'EquipmentEvent', description: 'Something happened to a container' }),
  ])
  .meta({ id: 'Event', description: 'An event of DCSA Track & Trace 2.2' });

/** A list of events, as pages and notifications have it. */
export const eventList = z.array(event).meta({ id: 'EventList', description: 'Events in the order of their creation' });

/** The schema of one value of a filter. */
function filterValue({ values, longest, form, description }: EventFilterParameter): z.ZodType {
  if (values !== undefined) return z.enum(values);
  if (form === 'uuid') return uuid(description);
  if (form === 'imo')
    return z
      .string()
      .regex(/^\d{7}$/)
      .meta({ description });
  return text(description, longest ?? 36);
}

const filterProperties = Object.fromEntries(
  keysOf(eventFilters).map((name) => {
    const filter: EventFilterParameter = eventFilters[name];
    const value = filterValue(filter);
    return [
      name,
      (filter.isList === true ? z.array(value).meta({ description: filter.description }) : value).optional(),
    ];
  }),
);

const callbackUrl = z
  .string()
  .max(2000)
  .meta({ format: 'uri', description: 'Where notifications are posted. It needs a public http or https address' });
const subscriptionID = uuid('Identifies the subscription');
const secret = text('Base64 of at least 32 bytes');

/** A subscription as answers show it. */
export const eventSubscription = z
  .object({ subscriptionID, callbackUrl, ...filterProperties })
  .meta({ id: 'EventSubscription', description: 'A subscription to events. The secret is never shown' });

/** What replaces a subscription. */
export const changedSubscription = z
  .strictObject({ subscriptionID: subscriptionID.optional(), callbackUrl, ...filterProperties })
  .meta({ id: 'ChangedEventSubscription', description: 'Everything of a subscription but its secret' });

/** What a new subscription is made from. */
export const newSubscription = z
  .strictObject({ callbackUrl, secret, ...filterProperties })
  .meta({ id: 'NewEventSubscription', description: 'A new subscription with the secret that signs its notifications' });

/** A new secret. */
export const newSecret = z.strictObject({ secret }).meta({ id: 'Secret', description: 'A new secret' });

/** What a new hook is made from. */
export const newHook = z
  .strictObject({ callbackUrl, ...filterProperties })
  .meta({ id: 'NewHook', description: 'Where a hook is called, and for which events' });

/** A hook that was just made. */
export const hook = z
  .object({
    subscriptionID,
    callbackUrl,
    secret: z.string().meta({ description: 'Signing secret in the form of Standard Webhooks. It is shown only once' }),
    ...filterProperties,
  })
  .meta({ id: 'Hook', description: 'A subscription that was made for a hook, with its signing secret' });

const testReference = text('Test reference: ZZZZ or ZZZU with the digits of the course and the run', 40);

/** What a test shipment is started from. */
export const newTestShipment = z
  .strictObject({ reference: testReference })
  .meta({ id: 'NewTestShipment', description: 'The reference of a test shipment that is to start' });

/** A test shipment as answers show it. */
export const testShipment = z
  .object({
    reference: testReference,
    story: z.enum(keysOf(testStories)).meta({ description: 'The course that the reference stands for' }),
    startDateTime: dateTime('When it was first reported. null before').nullable(),
    ended: z.boolean().meta({ description: 'Whether tracking has ended' }),
    step: z.int().meta({ description: 'Steps that were reported' }),
    steps: z.int().meta({ description: 'Steps that there are' }),
  })
  .meta({ id: 'TestShipment', description: 'A shipment that plays a voyage within minutes' });

/** What removing test shipments answers. */
export const removedTestShipments = z
  .object({ removed: z.int().meta({ description: 'Test shipments that were removed' }) })
  .meta({ id: 'RemovedTestShipments', description: 'How many test shipments were removed' });

/** A change of the interface. */
export const interfaceChange = z
  .object({
    date: z.string().meta({ format: 'date', description: 'Day of the release' }),
    call: text('Method and path of the call, or * for all calls and notifications'),
    field: text('A parameter, member or header of the call').optional(),
    kind: z.enum(['added', 'changed', 'deprecated', 'removed']).meta({ description: 'What happened' }),
    sunset: z
      .string()
      .meta({ format: 'date', description: 'Day from which what is deprecated may be removed' })
      .optional(),
    description: text('The change in words'),
  })
  .meta({ id: 'InterfaceChange', description: 'A change of this interface' });

/** The error object of the standard. */
export const outwardError = z
  .object({
    httpMethod: text('Method of the request'),
    requestUri: text('Path of the request, without its query'),
    statusCode: z.int().meta({ description: 'HTTP status' }),
    statusCodeText: text('Name of the HTTP status'),
    errorDateTime: dateTime('When the request was refused'),
    errors: z.array(
      z.object({ reason: text('A fixed word for programs'), message: text('What is wrong, in English') }),
    ),
  })
  .meta({ id: 'OutwardError', description: 'The error object of the standard' });

/** What a feedback definition of the type WEBHOOK posts. */
export const notification = z
  .object({
    type: text('What happened, such as exception.opened, job.faulted or event.found'),
    timestamp: dateTime('When it happened'),
    data: z
      .looseObject({
        event: text('The same as type'),
        tenantCode: text('Code of the tenant'),
        status: text('Status that the definition listens to, such as EXCEPTION_OPENED'),
        link: text('Address of the page about it'),
        subject: z.string().nullable().meta({ description: 'Subject by the definition, null without one' }),
        content: text('Content by the definition'),
      })
      .meta({ description: 'Facts about it. Further members depend on the type' }),
  })
  .meta({ id: 'Notification', description: 'A notification about an exception, an event item, a hand-over or a job' });
