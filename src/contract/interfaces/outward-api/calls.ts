import type { z } from 'zod';
import {
  createdOperators,
  type EventFilterParameter,
  eventFilters,
  maxPageSize,
  pageUsual,
  sortableEventAttributes,
} from './filters.ts';
import { keysOf } from '#shared/values/objects.ts';
import * as examples from './examples.ts';
import * as shapes from './shapes.ts';

/** Where the outward API begins. */
export const outwardBase = '/api/data-center/tnt/v2';

/** A parameter in the query. `schema` is plain JSON Schema; lists are separated by commas. */
export type OutwardParameter = { name: string; description: string; schema: Record<string, unknown>; isList?: true };

/** One call of the outward API; `path` begins after the base address. */
export type OutwardCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  tag: 'Events' | 'Event subscriptions' | 'Hooks' | 'Test shipments' | 'Changes';
  summary: string;
  description: string;
  /** Left out: a key is needed. */
  isOpen?: true;
  /** The id in the path. */
  id?: { name: string; description: string; example: string };
  query?: readonly OutwardParameter[];
  body?: { schema: z.ZodType; example: unknown };
  /** What success answers with; `isPaged` answers carry cursors in their headers. */
  answer: {
    status: 200 | 201 | 204;
    description: string;
    schema?: z.ZodType;
    isList?: true;
    isPaged?: true;
    example?: unknown;
  };
};

const valueSchema = ({ values, form, longest }: EventFilterParameter): Record<string, unknown> => {
  if (values !== undefined) return { type: 'string', enum: values };
  if (form === 'uuid') return { type: 'string', format: 'uuid' };
  return form === 'imo' ? { type: 'string', pattern: '^\\d{7}$' } : { type: 'string', maxLength: longest ?? 36 };
};

const filters: OutwardParameter[] = keysOf(eventFilters).map((name) => {
  const filter: EventFilterParameter = eventFilters[name];
  const value = valueSchema(filter);
  const { description } = filter;
  return filter.isList === true
    ? { name, description, schema: { type: 'array', items: value }, isList: true }
    : { name, description, schema: value };
});
const comparisons = {
  gte: 'at or after',
  gt: 'after',
  lte: 'at or before',
  lt: 'before',
  eq: 'at',
} as const satisfies Record<(typeof createdOperators)[number], string>;
const created: OutwardParameter[] = createdOperators.map((operator) => ({
  name: `eventCreatedDateTime:${operator}`,
  description: `Only events that were created ${comparisons[operator]} this time`,
  schema: { type: 'string', format: 'date-time' },
}));
const paging: OutwardParameter[] = [
  {
    name: 'limit',
    description: `Items on a page. Values above ${maxPageSize} count as ${maxPageSize}`,
    schema: { type: 'integer', minimum: 1, default: pageUsual },
  },
  {
    name: 'cursor',
    description: 'From a header of another page. Other parameters must be those that the cursor was made with',
    schema: { type: 'string' },
  },
];
const sortBy = (attributes: readonly string[]): OutwardParameter => ({
  name: 'sort',
  description: `Attributes with :ASC or :DESC, separated by commas: ${attributes.join(', ')}`,
  schema: { type: 'string' },
});

const subscriptionID = {
  name: 'subscriptionID',
  description: 'Id of the subscription',
  example: examples.exampleSubscription.subscriptionID,
};

const eventCalls = {
  getEvents: {
    method: 'GET',
    path: '/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'Events of the shipments of the tenant, in the order of their creation. To poll, store the latest eventCreatedDateTime and send it with :gte. For the newest events first, send sort=eventCreatedDateTime:DESC.',
    query: [...filters, ...created, sortBy(sortableEventAttributes), ...paging],
    answer: {
      status: 200,
      description: 'A page of events',
      schema: shapes.eventList,
      isPaged: true,
      example: examples.sampleEvents,
    },
  },
  getEvent: {
    method: 'GET',
    path: '/events/{eventID}',
    tag: 'Events',
    summary: 'Get one event',
    description: 'One event of the tenant. An event never changes.',
    id: { name: 'eventID', description: 'Id of the event', example: String(examples.sampleEvents[0]?.eventID) },
    answer: { status: 200, description: 'The event', schema: shapes.event, example: examples.sampleEvents[0] },
  },
} as const satisfies Record<string, OutwardCall>;

const subscriptionCalls = {
  getSubscriptions: {
    method: 'GET',
    path: '/event-subscriptions',
    tag: 'Event subscriptions',
    summary: 'List subscriptions',
    description: 'The subscriptions of the tenant, oldest first. Hooks are among them.',
    query: [sortBy(['subscriptionID', 'callbackUrl', 'the names of filters']), ...paging],
    answer: {
      status: 200,
      description: 'A page of subscriptions',
      schema: shapes.eventSubscription,
      isList: true,
      isPaged: true,
      example: [examples.exampleSubscription],
    },
  },
  createSubscription: {
    method: 'POST',
    path: '/event-subscriptions',
    tag: 'Event subscriptions',
    summary: 'Create a subscription',
    description:
      'Subscribes to events that are created from now on. The product first sends HEAD to the callback, which must answer with 2xx.',
    body: { schema: shapes.newSubscription, example: examples.exampleNewSubscription },
    answer: {
      status: 201,
      description: 'The new subscription',
      schema: shapes.eventSubscription,
      example: examples.exampleSubscription,
    },
  },
  getSubscription: {
    method: 'GET',
    path: '/event-subscriptions/{subscriptionID}',
    tag: 'Event subscriptions',
    summary: 'Get one subscription',
    description: 'One subscription of the tenant, without its secret.',
    id: subscriptionID,
    answer: {
      status: 200,
      description: 'The subscription',
      schema: shapes.eventSubscription,
      example: examples.exampleSubscription,
    },
  },
  changeSubscription: {
    method: 'PUT',
    path: '/event-subscriptions/{subscriptionID}',
    tag: 'Event subscriptions',
    summary: 'Replace a subscription',
    description: 'Replaces everything of a subscription but its id and secret. The callback is asked with HEAD again.',
    id: subscriptionID,
    body: { schema: shapes.changedSubscription, example: examples.exampleChange },
    answer: {
      status: 200,
      description: 'The changed subscription',
      schema: shapes.eventSubscription,
      example: { ...examples.exampleSubscription, ...examples.exampleChange, transportEventTypeCode: undefined },
    },
  },
  deleteSubscription: {
    method: 'DELETE',
    path: '/event-subscriptions/{subscriptionID}',
    tag: 'Event subscriptions',
    summary: 'End a subscription',
    description: 'Ends a subscription at once.',
    id: subscriptionID,
    answer: { status: 204, description: 'The subscription has ended' },
  },
  changeSecret: {
    method: 'PUT',
    path: '/event-subscriptions/{subscriptionID}/secret',
    tag: 'Event subscriptions',
    summary: 'Change a secret',
    description: 'Changes the secret that notifications of the subscription are signed with.',
    id: subscriptionID,
    body: { schema: shapes.newSecret, example: examples.exampleNewSecret },
    answer: { status: 204, description: 'The secret was changed' },
  },
} as const satisfies Record<string, OutwardCall>;

const hookCalls = {
  createHook: {
    method: 'POST',
    path: '/hooks',
    tag: 'Hooks',
    summary: 'Create a hook',
    description:
      'Creates a subscription for programs such as Zapier and n8n: the product makes the secret and does not ask the callback with HEAD. Notifications are those of any subscription.',
    body: { schema: shapes.newHook, example: examples.exampleNewHook },
    answer: { status: 201, description: 'The new hook', schema: shapes.hook, example: examples.exampleHook },
  },
  deleteHook: {
    method: 'DELETE',
    path: '/hooks/{subscriptionID}',
    tag: 'Hooks',
    summary: 'End a hook',
    description: 'Ends the subscription of a hook. Ending a hook that has ended already is no error.',
    id: subscriptionID,
    answer: { status: 204, description: 'The hook has ended' },
  },
  getHookSamples: {
    method: 'GET',
    path: '/hooks/samples',
    tag: 'Hooks',
    summary: 'List sample events',
    description:
      'Invented events, one of each type, in the form in which a hook receives them. Use them to set up a program before the first event arrives.',
    query: filters.filter(({ name }) => name === 'eventType'),
    answer: {
      status: 200,
      description: 'Sample events',
      schema: shapes.eventList,
      example: examples.sampleEvents,
    },
  },
} as const satisfies Record<string, OutwardCall>;

const testCalls = {
  startTestShipment: {
    method: 'POST',
    path: '/test-shipments',
    tag: 'Test shipments',
    summary: 'Start a test shipment',
    description:
      'Starts a shipment that plays a voyage within minutes, in the tenant of the key. One of the same reference starts again. A tenant may have 100 at a time.',
    body: { schema: shapes.newTestShipment, example: examples.exampleNewTestShipment },
    answer: {
      status: 201,
      description: 'The test shipment',
      schema: shapes.testShipment,
      example: { ...examples.exampleTestShipment, startDateTime: null, step: 0 },
    },
  },
  getTestShipments: {
    method: 'GET',
    path: '/test-shipments',
    tag: 'Test shipments',
    summary: 'List test shipments',
    description: 'The test shipments of the tenant, newest first.',
    answer: {
      status: 200,
      description: 'Test shipments',
      schema: shapes.testShipment,
      isList: true,
      example: [examples.exampleTestShipment],
    },
  },
  removeTestShipments: {
    method: 'DELETE',
    path: '/test-shipments',
    tag: 'Test shipments',
    summary: 'Remove all test shipments',
    description: 'Removes all test shipments of the tenant with their events and exceptions.',
    answer: {
      status: 200,
      description: 'How many were removed',
      schema: shapes.removedTestShipments,
      example: { removed: 1 },
    },
  },
} as const satisfies Record<string, OutwardCall>;

const changeCalls = {
  getChanges: {
    method: 'GET',
    path: '/changes',
    tag: 'Changes',
    summary: 'List changes of the interface',
    description: 'What was added, changed, deprecated and removed, newest first. It needs no key.',
    isOpen: true,
    answer: {
      status: 200,
      description: 'Changes of the interface',
      schema: shapes.interfaceChange,
      isList: true,
      example: [examples.exampleInterfaceChange],
    },
  },
} as const satisfies Record<string, OutwardCall>;

/** Every call of the outward API by its name in programs. */
export const outwardApiCalls = { ...eventCalls, ...subscriptionCalls, ...hookCalls, ...testCalls, ...changeCalls };

/** Name of a call of the outward API. */
export type OutwardCallName = keyof typeof outwardApiCalls;
