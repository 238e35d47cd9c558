import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { getRiskMap } from './get-risk-map.ts';
import { getWatch, saveWatch } from './watch.ts';

/** What endangers or delays vessels, with the caller's bookings inside. */
export const riskRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'riskMap', ({ ctx, input }) => getRiskMap({ ctx, input: input.query, reference: reference() }));
    route(app, 'riskWatchGet', ({ ctx }) => getWatch({ ctx }));
    route(app, 'riskWatchSave', async ({ ctx, input }) =>
      answer(await saveWatch({ ctx, input: input.body }), 'risk.watchSaved'),
    );
  };
