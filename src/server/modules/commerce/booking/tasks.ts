import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { type BookingDeps, exchangeNext } from './exchange-bookings.ts';
import { type RequestDeps, takeRequests } from './take-requests.ts';

const bookingsTask = defineRecurring('bookings');
const requestsTask = defineRecurring('booking_request_feed');
const everyMs = 3_000;
const requestsEveryMs = 20_000;
/** Bookings exchanged in one turn. */
const maxAtOnce = 20;

/** Taking bookings from order systems, where there are any; sending bookings to carriers and asking where they stand. */
export const bookingTasks = ({
  bookingFeedUrl: baseUrl,
  ...deps
}: BookingDeps & Omit<RequestDeps, 'baseUrl'> & { queue: Queue; bookingFeedUrl: string | null }): BackgroundModule => ({
  tasks: [
    repeat(deps, bookingsTask, everyMs, async () => {
      for (let count = 0; count < maxAtOnce; count += 1) if (!(await exchangeNext(deps))) return;
    }),
    ...(baseUrl === null
      ? []
      : [repeat(deps, requestsTask, requestsEveryMs, () => takeRequests({ ...deps, baseUrl }))]),
  ],
});
