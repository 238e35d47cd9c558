import { defineModule } from '#server/module/index.ts';
import { airTraceSource } from './air-trace-source.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import { subscribeWaybills } from './subscribe-waybills.ts';

export { airTraceSource } from './air-trace-source.ts';

/** Air cargo besides its lists: tracking waybills. */
const airRoutes =
  ({ reference, schedulePulls }: { reference: () => ReferenceSnapshot; schedulePulls: SchedulePulls }): Routes =>
  (app) => {
    route(app, 'airSubscribe', ({ ctx, input }) =>
      subscribeWaybills({ ctx, waybills: input.body.waybills, reference: reference(), schedulePulls }),
    );
  };

/** Air cargo besides its rules. */
export const air = defineModule({
  name: 'air',
  routes: airRoutes,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [airTraceSource(reference)],
});
