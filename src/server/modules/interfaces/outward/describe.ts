import { classifiers, eventTypes } from '#server/connectors/dcsa/index.ts';
import { testStories } from '#shared/ids/test-reference.ts';
import { keysOf } from '#shared/values/objects.ts';
import { filterParameters, type FilterParameter } from './event-filter.ts';
import { contractVersion } from './deliveries.ts';
import { limitMost, limitUsual, sortableAttributes } from './query-events.ts';

type Json = { [key: string]: unknown };

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: Json): Json => ({ type: 'array', items });

const valueOf = ({ values, longest }: FilterParameter): Json =>
  values === undefined ? { type: 'string', maxLength: longest } : { type: 'string', enum: values };

const filters = filterParameters().map((filter) => ({
  name: filter.name,
  in: 'query',
  schema: filter.isList ? listOf(valueOf(filter)) : valueOf(filter),
  ...(filter.isList && { style: 'form', explode: false }),
}));
const created = ['gte', 'gt', 'lte', 'lt', 'eq'].map((operator) => ({
  name: `eventCreatedDateTime:${operator}`,
  in: 'query',
  schema: { type: 'string', format: 'date-time' },
}));
const paging = [
  {
    name: 'limit',
    in: 'query',
    description: `At most ${limitMost}; more counts as ${limitMost}`,
    schema: { type: 'integer', minimum: 1, default: limitUsual },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'From a header of another page. Other parameters beside it must be those that it was made with.',
    schema: { type: 'string' },
  },
];
const sort = (attributes: readonly string[]): Json => ({
  name: 'sort',
  in: 'query',
  description: `Attributes with :ASC or :DESC, separated by commas: ${attributes.join(', ')}`,
  schema: { type: 'string' },
});
const idInPath = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

const pageHeaders = Object.fromEntries(
  ['Current-Page', 'First-Page', 'Prev-Page', 'Next-Page', 'Next-Page-Cursor', 'Last-Page'].map((name) => [
    name,
    { description: 'A cursor; absent where there is no such page', schema: { type: 'string' } },
  ]),
);
const refusals = (...statuses: number[]): Json =>
  Object.fromEntries([...statuses, 401, 429, 500].map((status) => [status, { $ref: '#/components/responses/Error' }]));

const subscription = { ...json(ref('EventSubscription')) };
const one = [idInPath('subscriptionID')];

const paths: Json = {
  '/events': {
    get: {
      operationId: 'getEvents',
      summary: 'Events of the shipments of the tenant of the key, in the order in which they were created',
      parameters: [...filters, ...created, sort(sortableAttributes), ...paging],
      responses: {
        200: { description: 'A page of events', headers: pageHeaders, ...json(listOf(ref('Event'))) },
        ...refusals(400),
      },
    },
  },
  '/events/{eventID}': {
    get: {
      operationId: 'getEvent',
      summary: 'One event',
      parameters: [idInPath('eventID')],
      responses: { 200: { description: 'The event', ...json(ref('Event')) }, ...refusals(400, 404) },
    },
  },
  '/event-subscriptions': {
    get: {
      operationId: 'getSubscriptions',
      summary: 'Subscriptions of the tenant of the key, oldest first',
      parameters: [sort(['subscriptionID', 'callbackUrl', 'names of filters']), ...paging],
      responses: {
        200: {
          description: 'A page of subscriptions',
          headers: pageHeaders,
          ...json(listOf(ref('EventSubscription'))),
        },
        ...refusals(400),
      },
    },
    post: {
      operationId: 'createSubscription',
      summary: 'Subscribe to events that are created from now on; the callback is asked with HEAD first',
      requestBody: { required: true, ...json(ref('NewEventSubscription')) },
      responses: { 201: { description: 'Subscribed', ...subscription }, ...refusals(400) },
    },
  },
  '/event-subscriptions/{subscriptionID}': {
    get: {
      operationId: 'getSubscription',
      summary: 'One subscription',
      parameters: one,
      responses: { 200: { description: 'The subscription', ...subscription }, ...refusals(400, 404) },
    },
    put: {
      operationId: 'changeSubscription',
      summary: 'Replace everything but the id and the secret',
      parameters: one,
      requestBody: { required: true, ...json(ref('EventSubscription')) },
      responses: { 200: { description: 'Changed', ...subscription }, ...refusals(400, 404) },
    },
    delete: {
      operationId: 'deleteSubscription',
      summary: 'End a subscription',
      parameters: one,
      responses: { 204: { description: 'Ended' }, ...refusals(400, 404) },
    },
  },
  '/event-subscriptions/{subscriptionID}/secret': {
    put: {
      operationId: 'changeSecret',
      summary: 'Change the secret that notifications are signed with',
      parameters: one,
      requestBody: { required: true, ...json(ref('Secret')) },
      responses: { 204: { description: 'Changed' }, ...refusals(400, 404) },
    },
  },
};

const testPaths: Json = {
  '/test-shipments': {
    get: {
      operationId: 'getTestShipments',
      summary: 'Test shipments of the tenant of the key, the newest first',
      responses: { 200: { description: 'The test shipments', ...json(listOf(ref('TestShipment'))) }, ...refusals() },
    },
    post: {
      operationId: 'startTestShipment',
      summary: 'Start a test shipment; one of this reference that is there is removed and begins anew',
      requestBody: { required: true, ...json(ref('NewTestShipment')) },
      responses: { 201: { description: 'Started', ...json(ref('TestShipment')) }, ...refusals(400) },
    },
    delete: {
      operationId: 'clearTestShipments',
      summary: 'Remove the test shipments of the tenant of the key, with all events that came of them',
      responses: {
        200: {
          description: 'Removed',
          ...json({ type: 'object', required: ['removed'], properties: { removed: { type: 'integer' } } }),
        },
        ...refusals(),
      },
    },
  },
  '/changes': {
    get: {
      operationId: 'getChanges',
      summary: 'Changes of this interface, the newest first; needs no key',
      security: [],
      responses: {
        200: { description: 'The changes', ...json(listOf(ref('InterfaceChange'))) },
        429: { $ref: '#/components/responses/Error' },
      },
    },
  },
};

const secret = { type: 'string', description: 'Base64 of at least 32 bytes' };
const filterProperties = Object.fromEntries(
  filterParameters().map((filter) => [filter.name, filter.isList ? listOf(valueOf(filter)) : valueOf(filter)]),
);
const callbackUrl = { type: 'string', format: 'uri', maxLength: 2000 };
const schemas: Json = {
  Event: {
    type: 'object',
    description:
      'An event of DCSA Track & Trace 2.2: SHIPMENT, TRANSPORT or EQUIPMENT, with the members that the standard gives it',
    required: ['eventID', 'eventType', 'eventCreatedDateTime', 'eventDateTime', 'eventClassifierCode'],
    properties: {
      eventID: { type: 'string', format: 'uuid' },
      eventType: { type: 'string', enum: eventTypes },
      eventCreatedDateTime: { type: 'string', format: 'date-time' },
      eventDateTime: { type: 'string', format: 'date-time' },
      eventClassifierCode: { type: 'string', enum: classifiers },
    },
  },
  EventSubscription: {
    type: 'object',
    required: ['callbackUrl'],
    properties: { subscriptionID: { type: 'string', format: 'uuid' }, callbackUrl, ...filterProperties },
    additionalProperties: false,
  },
  NewEventSubscription: {
    type: 'object',
    required: ['callbackUrl', 'secret'],
    properties: { callbackUrl, secret, ...filterProperties },
    additionalProperties: false,
  },
  NewTestShipment: {
    type: 'object',
    required: ['reference'],
    properties: { reference: { type: 'string', maxLength: 40 } },
    additionalProperties: false,
  },
  TestShipment: {
    type: 'object',
    required: ['reference', 'story', 'startDateTime', 'ended', 'step', 'steps'],
    properties: {
      reference: { type: 'string' },
      story: { type: 'string', enum: keysOf(testStories) },
      startDateTime: { type: ['string', 'null'], format: 'date-time' },
      ended: { type: 'boolean' },
      step: { type: 'integer', description: 'Steps that were reported' },
      steps: { type: 'integer' },
    },
  },
  InterfaceChange: {
    type: 'object',
    required: ['date', 'call', 'kind', 'description'],
    properties: {
      date: { type: 'string', format: 'date' },
      call: { type: 'string' },
      field: { type: 'string' },
      kind: { type: 'string', enum: ['added', 'changed', 'deprecated', 'removed'] },
      sunset: { type: 'string', format: 'date' },
      description: { type: 'string' },
    },
  },
  Secret: { type: 'object', required: ['secret'], properties: { secret } },
  Error: {
    type: 'object',
    required: ['httpMethod', 'requestUri', 'statusCode', 'statusCodeText', 'errorDateTime', 'errors'],
    properties: {
      httpMethod: { type: 'string' },
      requestUri: { type: 'string' },
      statusCode: { type: 'integer' },
      statusCodeText: { type: 'string' },
      errorDateTime: { type: 'string', format: 'date-time' },
      errors: listOf({
        type: 'object',
        required: ['reason', 'message'],
        properties: { reason: { type: 'string' }, message: { type: 'string' } },
      }),
    },
  },
};

/** The OpenAPI 3.1 description of the API that programs of customers use; its addresses begin at `base`. */
export const outwardDocument = (base: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Portolan: shipments outward (DCSA Track & Trace 2.2)',
    version: contractVersion,
    description:
      'For the systems of a tenant. An estimate that has passed without the event is not sent any more; events sent before it passed stay as they were. A key is created on the page of integrations and sent with every request.',
  },
  servers: [{ url: base }],
  security: [{ apiKey: [] }, { bearer: [] }],
  paths: { ...paths, ...testPaths },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    responses: { Error: { description: 'The error object of the standard', ...json(ref('Error')) } },
    schemas,
  },
});
