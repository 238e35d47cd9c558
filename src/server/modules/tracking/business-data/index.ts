import { defineModule } from '#server/module/index.ts';
import { businessDataRoutes } from './routes.ts';
export { changeExpertCutoff } from './change-cutoff.ts';
export { sourceCodeOf } from './expert-record.ts';
export { lockOwnSubscription } from './queries.ts';

/** Bookings as experts see and correct them. */
export const businessData = defineModule({
  name: 'business-data',
  routes: businessDataRoutes,
});
