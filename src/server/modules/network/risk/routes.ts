import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { answer, type HttpModule, route } from '#server/platform/http/index.ts';
import { getRiskMap } from './get-risk-map.ts';
import { getWatch, saveWatch } from './watch.ts';

/** What endangers or delays vessels, with the caller's bookings inside. */
export const riskModule = (reference: ReferenceStore): HttpModule => ({
  name: 'risk',
  routes: (app) => {
    route(app, 'riskMap', ({ ctx, input }) => getRiskMap({ ctx, input: input.query, reference: reference.current() }));
    route(app, 'riskWatchGet', ({ ctx }) => getWatch({ ctx }));
    route(app, 'riskWatchSave', async ({ ctx, input }) =>
      answer(await saveWatch({ ctx, input: input.body }), 'risk.watchSaved'),
    );
  },
});
