import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { bookingRecordsSource } from './booking-source.ts';
import { bookingRoutes } from './routes.ts';
import { bookingTasks } from './tasks.ts';

/** Booking requests and what carriers answer. */
export const booking = defineModule({
  name: 'booking',
  routes: bookingRoutes,
  background: bookingTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [bookingRecordsSource(reference)],
});
