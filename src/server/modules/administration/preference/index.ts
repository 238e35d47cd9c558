import { defineModule } from '#server/module/index.ts';
import { preferenceRoutes } from './routes.ts';

/** What people keep of their lists. */
export const preference = defineModule({
  name: 'preference',
  routes: preferenceRoutes,
});
