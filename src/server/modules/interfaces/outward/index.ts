import { defineModule } from '#server/module/index.ts';
import { outwardRoutes } from './routes.ts';
import { outwardTasks } from './tasks.ts';

/** Track & Trace 2.2 outward, and the keys for it. */
export const outward = defineModule({
  name: 'outward',
  routes: outwardRoutes,
  background: outwardTasks,
});
