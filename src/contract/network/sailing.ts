import { z } from 'zod';
import { sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { defineCalls, filterChoice, filterText, pageInput, pageOf, wireFlag, wireId } from '../call.ts';
import { listBody, listRow } from '../list.ts';

const sailingMenus = ['/vessel-schedule', '/domestic-ptp'] as const;

const maybe = z.number().nullable();
const text = z.string().nullable();

/** What is known of one turn. */
export const turn = z.object({ planned: maybe, estimated: maybe, actual: maybe });

/** Which source reported the time of a turn that counts, and when it was first heard; null where nobody has. */
const statement = z.object({ carrierCode: z.string(), saidTime: z.number() }).nullable();

const cutOff = z.object({ code: z.string(), time: z.number(), said: statement });

/** One ride on one vessel. */
const leg = z.object({
  /** Who sails the vessel, with its service. */
  carrierCode: z.string(),
  serviceCode: z.string(),
  vesselName: z.string(),
  imo: z.string(),
  voyage: text,
  fromPort: z.string(),
  fromTerminal: text,
  toPort: z.string(),
  toTerminal: text,
  departure: turn,
  departureSaid: statement,
  arrival: turn,
  arrivalSaid: statement,
  boardCallId: z.string(),
  alightCallId: z.string(),
  /** Carriers tell something differently of the two calls. */
  differs: z.boolean(),
});

const route = z.object({
  /** Names the way: the calls where one boards and alights. */
  routeId: z.string(),
  /** Carriers that sell it as a whole. */
  sellers: z.array(z.string()),
  legs: z.array(leg),
  departureTime: z.number(),
  arrivalTime: z.number(),
  /** Elapsed days, begun ones counted. */
  transitDays: z.number().int(),
  changes: z.number().int(),
  /** Cut-offs at the port of loading. */
  cutOffs: z.array(cutOff),
  /** The next departures over the same services and ports. */
  nextSailings: z.array(z.object({ routeId: z.string(), departureTime: z.number() })),
});
export type SailingRoute = z.output<typeof route>;

export const portOfCall = z.object({
  portCode: z.string(),
  portName: z.string(),
  portNameCn: text,
  zone: text,
  lon: maybe,
  lat: maybe,
});

/** A carrier's schedules as a source, with their age. */
export const scheduleSource = z.object({ carrierCode: z.string(), answeredTime: maybe, failing: z.boolean() });

/** What carriers tell differently of one attribute of a call, the value that counts first. */
const difference = z.object({
  field: z.string(),
  values: z.array(
    z.object({ carrierCode: z.string(), value: z.union([z.string(), z.number(), z.boolean()]), saidTime: z.number() }),
  ),
});

const stop = z.object({
  callId: z.string(),
  portCode: z.string(),
  terminal: text,
  arrival: turn,
  arrivalSaid: statement,
  departure: turn,
  departureSaid: statement,
  omitted: z.boolean(),
  differences: z.array(difference),
});

/** How well a service kept its times at a port, from what really happened. */
const reliability = z.object({
  portCode: z.string(),
  /** Calls in this time that are over. */
  calls: z.number().int(),
  /** Of these, calls that positions of vessels confirm. */
  seen: z.number().int(),
  /** Arrivals at most 24 hours after the plan. */
  onTime: z.number().int(),
  omitted: z.number().int(),
  medianDelayHours: maybe,
});

const portCode = z
  .string()
  .trim()
  .min(1)
  .max(12)
  .transform((value) => value.toUpperCase());

/** Where a call stands. */
const berthStates = ['expected', 'anchorage', 'berthed', 'sailed', 'omitted'] as const;

/** One call in the berth plan of a port. */
const portCall = z.object({
  callId: z.string(),
  carrierCode: z.string(),
  sellers: z.array(z.string()),
  serviceCode: z.string(),
  vesselName: z.string(),
  imo: z.string(),
  mmsi: text,
  importVoyage: text,
  exportVoyage: text,
  terminal: text,
  arrival: turn,
  arrivalSaid: statement,
  /** Actual as positions show it; estimated by how long vessels waited there of late. */
  berthing: turn,
  departure: turn,
  departureSaid: statement,
  /** Stay within the port as positions show it. */
  seenArrival: maybe,
  seenDeparture: maybe,
  state: z.enum(berthStates),
  cutOffs: z.array(cutOff),
  differs: z.boolean(),
  changedTime: z.number(),
});
export type PortCallRow = z.output<typeof portCall>;

const answeredCutOff = z.object({ code: z.string(), time: z.number() });

/** One way as one carrier answers it. */
const carrierAnswer = z.object({
  carrierCode: z.string(),
  saidTime: z.number(),
  departureTime: z.number(),
  arrivalTime: z.number(),
  transitDays: z.number().int(),
  legs: z.array(
    z.object({
      /** Who sails the vessel; null where the carrier does not say. */
      carrierCode: text,
      serviceCode: text,
      imo: text,
      vesselName: z.string(),
      voyage: text,
      fromPort: z.string(),
      toPort: z.string(),
      departureTime: z.number(),
      arrivalTime: z.number(),
      cutOffs: z.array(answeredCutOff),
      /** Ports on the way, in their order. */
      calls: z.array(
        z.object({ port: z.string(), arrivalTime: z.number().nullable(), departureTime: z.number().nullable() }),
      ),
    }),
  ),
  cutOffs: z.array(answeredCutOff),
});

/** A way with what each carrier answers of it, the one that counts first. */
const answeredWay = z.object({ answers: z.array(carrierAnswer).min(1), differs: z.boolean() });
export type AnsweredWayRow = z.output<typeof answeredWay>;

/** A day as yyyy-MM-dd. */
export const dayText = z.string().trim().max(10);

/** How long something is subscribed: first and last day. */
export const subscriptionDays = { effectiveDate: dayText, expiryDate: dayText };
/** New days of a subscription, with the version that the caller has seen. */
export const changedDays = { ...subscriptionDays, recordVersion: z.coerce.number().int() };

const change = z.object({ time: z.number(), field: z.string(), oldValue: text, newValue: text });

/** What subscriptions of sailings and of flights have besides the columns of their lists. */
export const subscriptionCommon = {
  /** The newest changes since it was subscribed, ten at most. */
  changes: z.array(change),
  /** All changes since then. */
  changeCount: z.number().int(),
  recordVersion: z.number().int(),
};

/** All changes of a subscription, the newest first. */
export const subscriptionChanges = z.object({ changes: z.array(change) });

const subscription = listRow(sailingSubscriptionsList).extend({
  serviceCode: z.string(),
  portCode: z.string(),
  portName: z.string(),
  portNameCn: text,
  zone: text,
  terminal: text,
  arrival: turn,
  arrivalSaid: statement,
  departure: turn,
  departureSaid: statement,
  omitted: z.boolean(),
  ...subscriptionCommon,
});
export type SailingSubscription = z.output<typeof subscription>;

export const done = z.object({ count: z.number().int() });

/** Calls about sailings of container lines. */
export const sailingCalls = defineCalls({
  sailingQuery: {
    method: 'POST',
    path: '/api/data/sailing/query',
    access: sailingMenus,
    summary: { zh: '查询港到港船期', en: 'Sailings from port to port' },
    body: z.object({
      fromPort: portCode,
      toPort: portCode,
      /** First day, of the port of loading (or of discharge) as its people count days; today unless reported. */
      dateFrom: filterText(10),
      weeks: z.coerce.number().int().min(1).max(12).default(4),
      /** Whether the days are those of departure or of arrival. */
      dateOf: z.enum(['departure', 'arrival']).default('departure'),
      carrierCodes: filterChoice,
      serviceCode: filterText(20),
      mostChanges: z.coerce.number().int().min(0).max(3).default(1),
      /** Vessels of partners count, where the carrier sells them. */
      partners: wireFlag.default(1),
      /** Only between ports of which one at least is Chinese. */
      domestic: wireFlag.default(0),
      sortBy: z.enum(['departure', 'arrival', 'transit', 'cutOff']).default('departure'),
    }),
    data: z.object({
      records: z.array(route),
      /** All that were found; the first 200 in their order are shown. */
      totalRecord: z.number().int(),
      /** The moment of the answer: cut-offs before it are over. */
      now: z.number(),
      ports: z.array(portOfCall),
      sources: z.array(scheduleSource),
    }),
  },
  sailingGet: {
    method: 'GET',
    path: '/api/data/sailing/get',
    access: sailingMenus,
    summary: { zh: '一条船期的航段详情', en: 'Legs of one sailing in detail' },
    query: z.object({ routeId: z.string().max(200) }),
    data: z.object({
      legs: z.array(
        z.object({
          stops: z.array(stop),
          /** The usual way by sea through these ports. */
          line: z.array(z.tuple([z.number(), z.number()])),
          distanceNm: maybe,
          reliability: z.array(reliability),
        }),
      ),
      ports: z.array(portOfCall),
      changes: z.array(
        z.object({ callId: z.string(), time: z.number(), field: z.string(), oldValue: text, newValue: text }),
      ),
    }),
  },
  busiestLanes: {
    method: 'GET',
    path: '/api/data/sailing/busiestLanes',
    access: sailingMenus,
    summary: {
      zh: '本租户在途货物最多的航线',
      en: 'The lanes with most of the shipments that the own tenants track, of the latest 2,000',
    },
    query: z.object({ domestic: wireFlag.default(0) }),
    data: z.object({
      lanes: z.array(z.object({ fromPort: z.string(), toPort: z.string(), shipments: z.number().int() })),
      ports: z.array(portOfCall),
    }),
  },
  carrierWayQuery: {
    method: 'POST',
    path: '/api/data/sailing/carrierWays',
    access: sailingMenus,
    summary: {
      zh: '各船公司对港到港船期的答复',
      en: 'What carriers answer themselves to a question from port to port',
    },
    body: z.object({
      fromPort: portCode,
      toPort: portCode,
      dateFrom: filterText(10),
      weeks: z.coerce.number().int().min(1).max(12).default(4),
      dateOf: z.enum(['departure', 'arrival']).default('departure'),
      carrierCodes: filterChoice,
      mostChanges: z.coerce.number().int().min(0).max(3).default(1),
      domestic: wireFlag.default(0),
    }),
    data: z.object({
      /** A way that several carriers sell is one way, with what each answers; by departure. */
      ways: z.array(answeredWay),
      ports: z.array(portOfCall),
      sources: z.array(scheduleSource.extend({ count: z.number().int() })),
    }),
  },
  portCallQuery: {
    method: 'POST',
    path: '/api/data/portCall/query',
    access: ['/port-vessel-schedule'],
    summary: { zh: '查询港口船期与靠泊状态', en: 'Vessels at a port with the state of each call' },
    body: z.object({
      ...pageInput,
      portCode,
      /** First and last day of the port; from three days ago for two weeks unless reported. */
      dateFrom: filterText(10),
      dateTo: filterText(10),
      /** Whether the days, and the order, are those of arrival or of departure. */
      dateOf: z.enum(['arrival', 'departure']).default('arrival'),
      carrierCodes: filterChoice,
      vesselName: filterText(60),
      /** Only one of the two may be given. */
      importVoyage: filterText(20),
      exportVoyage: filterText(20),
      states: filterChoice,
    }),
    data: pageOf(portCall).extend({ port: portOfCall, sources: z.array(scheduleSource) }),
  },
  sailingSubscriptionQuery: {
    method: 'POST',
    path: '/api/data/sailingSubscription/query',
    access: ['/vessel-subscribe'],
    summary: { zh: '查询船期订阅', en: 'Subscribed sailings with what changed' },
    body: listBody(sailingSubscriptionsList),
    data: pageOf(subscription),
  },
  sailingSubscriptionChanges: {
    method: 'GET',
    path: '/api/data/sailingSubscription/changes',
    access: ['/vessel-subscribe'],
    summary: { zh: '一条船期订阅的全部变更', en: 'Everything that changed of a subscribed sailing' },
    query: z.object({ sailingSubscriptionId: wireId }),
    data: subscriptionChanges,
  },
  sailingSubscriptionInsert: {
    method: 'POST',
    path: '/api/data/sailingSubscription/insert',
    access: ['/vessel-subscribe', '/port-vessel-schedule', ...sailingMenus],
    summary: { zh: '订阅船期', en: 'Subscribe sailings, ten at once at most' },
    body: z.object({
      items: z
        .array(
          z.object({
            /** A call of a row, in place of names; what is subscribed of it already is left as it is. */
            callId: wireId.optional(),
            carrierCode: z.string().trim().max(10).default(''),
            vesselName: z.string().trim().max(60).default(''),
            voyage: z.string().trim().max(20).default(''),
            portCode: z.string().trim().max(12).default(''),
          }),
        )
        .max(100),
      ...subscriptionDays,
    }),
    data: done,
  },
  sailingSubscriptionUpdate: {
    method: 'POST',
    path: '/api/data/sailingSubscription/update',
    access: ['/vessel-subscribe'],
    summary: { zh: '修改船期订阅的有效期', en: 'Change how long a sailing is subscribed' },
    body: z.object({
      sailingSubscriptionId: wireId,
      ...changedDays,
    }),
    data: done,
  },
  sailingSubscriptionCancel: {
    method: 'POST',
    path: '/api/data/sailingSubscription/cancel',
    access: ['/vessel-subscribe'],
    summary: { zh: '取消船期订阅', en: 'Cancel subscribed sailings' },
    body: z.object({ sailingSubscriptionIds: z.array(wireId).min(1).max(100) }),
    data: done,
  },
});
