import { defineModule } from '#server/module/index.ts';
import { traceRoutes } from './routes.ts';

/** The trace page: sources, cut-offs, links for people without an account. */
export const trace = defineModule({
  name: 'trace',
  routes: traceRoutes,
});
