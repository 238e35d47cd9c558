import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type BookingFeedDeps, takeBookings } from './booking-feed.ts';

const feedTask = defineRecurring('booking_feed');
const everyMs = 15_000;

/** Folds the deltas of the subscription totals; the sum stays the same. */
export async function foldSubscriptionTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from subscription_total returning tenant_id, subject, source_type, channel, carrier_code, n)
     insert into subscription_total (tenant_id, subject, source_type, channel, carrier_code, n)
     select tenant_id, subject, source_type, channel, carrier_code, sum(n) from folded
     group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
  );
}

/** Taking bookings from the tenants' order systems, where there are any, and the totals of the list. */
export const subscriptionTasks = ({
  bookingFeedUrl,
  ...deps
}: Omit<BookingFeedDeps, 'baseUrl'> & { queue: Queue; bookingFeedUrl: string | null }): BackgroundModule => ({
  tasks:
    bookingFeedUrl === null
      ? []
      : [repeat(deps, feedTask, everyMs, () => takeBookings({ ...deps, baseUrl: bookingFeedUrl }))],
  chores: [{ name: 'subscription totals', run: () => foldSubscriptionTotals(deps.database) }],
});
