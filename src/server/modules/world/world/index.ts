import { defineModule } from '#server/module/index.ts';
import { worldRoutes } from './routes.ts';
export { previewRemoval, removeWorldIfWanted, wantRemoval } from './remove-world.ts';
export { REMOVED_CHANNEL } from './routes.ts';

/** The clock of the simulated world, and its removal. */
export const world = defineModule({
  name: 'world',
  routes: worldRoutes,
});
