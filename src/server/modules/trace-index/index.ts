import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { recogniseText } from './recognise.ts';

export { traceIndexSource } from './trace-index-source.ts';

/** What the tracking page does besides its list. */
export const traceIndexModule = (reference: () => ReferenceSnapshot): HttpModule => ({
  name: 'trace-index',
  routes: (app) => {
    route(app, 'recogniseReferences', ({ ctx, input }) =>
      recogniseText({ ctx, input: input.body, reference: reference() }),
    );
  },
});
