import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { subscribeWaybills } from './subscribe-waybills.ts';

export { airTraceSource } from './air-trace-source.ts';

/** Air cargo besides its lists: tracking waybills. */
export const airModule = (reference: () => ReferenceSnapshot, schedulePulls: SchedulePulls): HttpModule => ({
  name: 'air',
  routes: (app) => {
    route(app, 'airSubscribe', ({ ctx, input }) =>
      subscribeWaybills({ ctx, waybills: input.body.waybills, reference: reference(), schedulePulls }),
    );
  },
});
