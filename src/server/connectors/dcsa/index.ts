import type { Connector } from '../types.ts';
import { type EventsApi, pullEvents, standardApi } from './client.ts';
import type { Dialect } from './dialect.ts';
import { parseDialect, parseEvents } from './parse.ts';

export { writeEvents, type WireEventDraft } from './write-events.ts';
export { standingIds } from './collect-events.ts';
export {
  type NotificationEvent,
  type SplitNotification,
  type PushedRetraction,
  splitNotification,
  verifyAuthorization,
  verifySignature,
} from './notification.ts';
export { parseRoutes } from './schedules/parse-routes.ts';
export { parseSchedules, type ScheduleReference } from './schedules/parse-schedules.ts';
export { pullRoutes, pullSchedules, type RouteQuestion } from './schedules/pull-schedules.ts';
export { type BookingAnswer, cancelBooking, createBooking, readBooking, updateBooking } from './commerce/bookings.ts';
export { askCarrier } from './commerce/client.ts';
export { parseOffers, type SpotOffer } from './commerce/parse-offers.ts';
export { standardQuestions } from './client.ts';
export { removeSubscription, subscribeToEvents } from './subscribe.ts';

/** Carriers that speak DCSA Track & Trace 2.2. */
export const dcsaConnector: Connector = {
  protocol: 'dcsa',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pullEvents(request),
  parse: parseEvents,
};

/** Carriers that speak DCSA Track & Trace 3.0. */
export const dcsa3Connector: Connector = {
  protocol: 'dcsa3',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pullEvents(request, standardApi(3)),
  parse: parseEvents,
};

/** A connector for a carrier that asks for its events, or writes them, in a way of its own. */
export const eventsConnector = (api: EventsApi, dialect: Dialect = {}): Connector => ({
  ...dcsaConnector,
  pull: (request) => pullEvents(request, api),
  parse: (bodies, about, reference) =>
    parseDialect(bodies, about, reference, { billsWithoutScac: api.billForm === 'withoutScac', ...dialect }),
});

export { completeBill } from './parse.ts';
