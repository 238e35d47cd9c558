import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { type BookingFeedDeps, takeBookings } from './booking-feed.ts';

const feedTask = defineRecurring('booking_feed');
const everyMs = 15_000;

/** Taking bookings from the tenants' order systems, where there are any. */
export const subscriptionTasks = ({
  bookingFeedUrl,
  ...deps
}: Omit<BookingFeedDeps, 'baseUrl'> & { queue: Queue; bookingFeedUrl: string | null }): BackgroundModule => ({
  tasks:
    bookingFeedUrl === null
      ? []
      : [repeat(deps, feedTask, everyMs, () => takeBookings({ ...deps, baseUrl: bookingFeedUrl }))],
});
