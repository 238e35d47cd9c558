import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
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
export const traceIndexModule = (reference: () => ReferenceSnapshot): HttpModule => ({
  name: 'trace-index',
  routes: (app) => {
    route(app, 'recogniseReferences', ({ ctx, input }) =>
      recogniseText({ ctx, input: input.body, reference: reference() }),
    );
  },
});
