import { defineModule } from '#server/module/index.ts';
import { handlingRoutes } from './routes.ts';
export { addComment } from './comments.ts';

/** What people record about exceptions. */
export const handling = defineModule({
  name: 'handling',
  routes: handlingRoutes,
});
