import { defineModule } from '#server/module/index.ts';
import { replayRoutes } from './routes.ts';
import { replayTasks } from './tasks.ts';

/** Pull records, and what makes data come again. */
export const replay = defineModule({
  name: 'replay',
  routes: replayRoutes,
  background: replayTasks,
});
