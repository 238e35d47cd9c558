import { defineModule } from '#server/module/index.ts';
import { domesticTraceSource, traceIndexSource } from './trace-index-source.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { foldTraceTotals } from './fold-totals.ts';
import { recogniseText } from './recognise.ts';

export { domesticTraceSource, traceIndexSource, traceSource, withNumber } from './trace-index-source.ts';
export { lastHeard } from './trace-index-rows.ts';
export {
  byBooking,
  byFirst,
  byMilestone,
  byNewest,
  bySection,
  byUnit,
  byWhole,
  hasArrived,
  type Section,
  type Tellers,
  valueOf,
} from './told-by.ts';
export { trackedState } from './tracked-state.ts';

/** What the tracking page does besides its list. */
const traceIndexRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'recogniseReferences', ({ ctx, input }) =>
      recogniseText({ ctx, input: input.body, reference: reference() }),
    );
  };

/** The tracking page. */
export const traceIndex = defineModule({
  name: 'trace-index',
  routes: traceIndexRoutes,
  background: ({ database }: { database: Database }) => ({
    tasks: [],
    chores: [{ name: 'totals of tracking', run: () => foldTraceTotals(database) }],
  }),
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [
    traceIndexSource(reference),
    domesticTraceSource(reference),
  ],
});
