import { defineModule } from '#server/module/index.ts';
import { pushRoutes } from './routes.ts';
import { pushTasks } from './tasks.ts';

/** Where carriers push to. */
export const push = defineModule({
  name: 'push',
  routes: pushRoutes,
  background: pushTasks,
});
