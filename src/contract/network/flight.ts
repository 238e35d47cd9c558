import { z } from 'zod';
import { flightSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { defineCalls, filterChoice, filterText, pageOf, wireFlag, wireId } from '../call.ts';
import { listBody, listRow } from '../list.ts';
import {
  changedDays,
  dayText,
  done,
  portOfCall,
  scheduleSource,
  subscriptionChanges,
  subscriptionCommon,
  subscriptionDays,
} from './sailing.ts';

const flightSubscriptionMenus = ['/air-schedule-index'] as const;

const maybe = z.number().nullable();
const airportCode = z
  .string()
  .trim()
  .min(1)
  .max(4)
  .transform((value) => value.toUpperCase());

/** A ride on one flight. */
const leg = z.object({
  airlineCode: z.string(),
  flightNo: z.string(),
  /** Local day on which the flight leaves its first airport. */
  flightDate: z.string(),
  aircraft: z.string().nullable(),
  /** Days of the week on which it regularly flies, as digits from 1 = Monday. */
  days: z.string(),
  fromAirport: z.string(),
  toAirport: z.string(),
  departureTime: z.number(),
  arrivalTime: z.number(),
  /** Local days after that of the first departure. */
  departureShift: z.number().int(),
  arrivalShift: z.number().int(),
  /** Airports where it lands on the way. */
  stops: z.array(z.string()),
});

const route = z.object({
  /** Names the way: the legs where one boards and alights. */
  routeId: z.string(),
  airlineCode: z.string(),
  legs: z.array(leg),
  departureTime: z.number(),
  arrivalTime: z.number(),
  transitMinutes: z.number().int(),
  changes: z.number().int(),
  /** The airline takes goods until then. */
  cutOffTime: maybe,
});
export type FlightRoute = z.output<typeof route>;

const subscription = listRow(flightSubscriptionsList).extend({
  airlineCode: z.string(),
  fromAirport: z.string(),
  toAirport: z.string(),
  fromZone: z.string().nullable(),
  toZone: z.string().nullable(),
  departureTime: z.number(),
  arrivalTime: z.number(),
  cutOffTime: maybe,
  cancelled: z.boolean(),
  /** When the airline last stated something else of the flight. */
  saidTime: z.number(),
  ...subscriptionCommon,
});
export type FlightSubscription = z.output<typeof subscription>;

/** Calls about flights of airlines. */
export const flightCalls = defineCalls({
  flightQuery: {
    method: 'POST',
    path: '/api/data/flight/query',
    access: ['/air-schedule'],
    summary: { zh: '查询航班', en: 'Flights from airport to airport' },
    body: z.object({
      fromAirport: airportCode,
      toAirport: airportCode,
      /** First day of departure, of the airport; today unless reported. */
      dateFrom: filterText(10),
      days: z.coerce.number().int().min(1).max(28).default(7),
      airlineCodes: filterChoice,
      directOnly: wireFlag.default(0),
      sortBy: z.enum(['departure', 'arrival', 'transit', 'cutOff']).default('departure'),
    }),
    data: z.object({
      records: z.array(route),
      /** All that were found; the first 200 in their order are shown. */
      totalRecord: z.number().int(),
      airports: z.array(portOfCall),
      airlines: z.array(z.object({ airlineCode: z.string(), name: z.string(), nameCn: z.string().nullable() })),
      sources: z.array(scheduleSource),
    }),
  },
  flightSubscriptionQuery: {
    method: 'POST',
    path: '/api/data/flightSubscription/query',
    access: flightSubscriptionMenus,
    summary: { zh: '查询航班订阅', en: 'Subscribed flights with what changed' },
    body: listBody(flightSubscriptionsList),
    data: pageOf(subscription),
  },
  flightSubscriptionChanges: {
    method: 'GET',
    path: '/api/data/flightSubscription/changes',
    access: flightSubscriptionMenus,
    summary: { zh: '一条航班订阅的全部变更', en: 'Everything that changed of a subscribed flight' },
    query: z.object({ flightSubscriptionId: wireId }),
    data: subscriptionChanges,
  },
  flightSubscriptionInsert: {
    method: 'POST',
    path: '/api/data/flightSubscription/insert',
    access: [...flightSubscriptionMenus, '/air-schedule'],
    summary: { zh: '订阅航班', en: 'Subscribe flights, ten at once at most' },
    body: z.object({
      items: z
        .array(
          z.object({
            airlineCode: z.string().trim().max(10).default(''),
            /** With or without the code of the airline. */
            flightNo: z.string().trim().max(10).default(''),
            flightDate: dayText.default(''),
            /** Where it is boarded; the first airport of the flight unless reported. */
            fromAirport: z.string().trim().max(4).default(''),
          }),
        )
        .max(100),
      ...subscriptionDays,
    }),
    data: done,
  },
  flightSubscriptionUpdate: {
    method: 'POST',
    path: '/api/data/flightSubscription/update',
    access: flightSubscriptionMenus,
    summary: { zh: '修改航班订阅的有效期', en: 'Change how long a flight is subscribed' },
    body: z.object({
      flightSubscriptionId: wireId,
      ...changedDays,
    }),
    data: done,
  },
  flightSubscriptionCancel: {
    method: 'POST',
    path: '/api/data/flightSubscription/cancel',
    access: flightSubscriptionMenus,
    summary: { zh: '取消航班订阅', en: 'Cancel subscribed flights' },
    body: z.object({ flightSubscriptionIds: z.array(wireId).min(1).max(100) }),
    data: done,
  },
});
