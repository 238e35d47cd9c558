import { defineModule } from '#server/module/index.ts';
import { precedenceTasks } from './precedence-work.ts';
import { precedenceRoutes } from './routes.ts';

/** Which source is trusted for what. */
export const precedence = defineModule({
  name: 'precedence',
  routes: precedenceRoutes,
  background: precedenceTasks,
});
