import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refusalExport } from './query-refusals.ts';
import { refusalRoutes } from './routes.ts';
export { countRefused } from './count-refused.ts';
export { tallyRefusals } from './tally.ts';
export type { TalliedRefusal } from './tally.ts';

/** Data of all sources that was not taken. */
export const refusal = defineModule({
  name: 'refusal',
  routes: refusalRoutes,
  exports: ({ reference }: { reference: () => ReferenceSnapshot }) => ({ refusals: refusalExport(reference) }),
});
