import type { ReferenceStore } from '#server/modules/masterdata/index.ts';
import { route, type HttpModule } from '#server/platform/http/index.ts';
import { getOverview } from './get-overview.ts';

/** The operations overview. */
export const overviewModule = (reference: ReferenceStore): HttpModule => ({
  name: 'overview',
  routes: (app) => route(app, 'overview', ({ ctx }) => getOverview({ ctx, reference: reference.current() })),
});
