import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { type BookingDeps, exchangeNext } from './exchange-bookings.ts';

const bookingsTask = defineRecurring('bookings');
const everyMs = 3_000;
/** Bookings exchanged in one turn. */
const mostAtOnce = 20;

/** Sending bookings to carriers and asking where they stand. */
export const bookingTasks = (deps: BookingDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [
    repeat(deps, bookingsTask, everyMs, async () => {
      for (let count = 0; count < mostAtOnce; count += 1) if (!(await exchangeNext(deps))) return;
    }),
  ],
});
