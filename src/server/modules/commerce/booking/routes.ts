import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { cancelBookingRecord, saveBooking, submitBooking } from './change-booking.ts';
import { getBooking } from './get-booking.ts';

/** Bookings of space with carriers. */
export const bookingRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'bookingRecordGet', ({ ctx, input }) => getBooking({ ctx, input: input.query }));
    route(app, 'bookingRecordSave', async ({ ctx, input }) =>
      answer(await saveBooking({ ctx, input: input.body, reference: reference() }), 'booking.saved'),
    );
    route(app, 'bookingRecordSubmit', async ({ ctx, input }) =>
      answer(await submitBooking({ ctx, input: input.body }), 'booking.submitted'),
    );
    route(app, 'bookingRecordCancel', async ({ ctx, input }) =>
      answer(await cancelBookingRecord({ ctx, input: input.body }), 'booking.cancelled'),
    );
  };
