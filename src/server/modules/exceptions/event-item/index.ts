import { defineModule } from '#server/module/index.ts';
import { eventHooks } from './hooks.ts';
import { eventItemRoutes } from './routes.ts';
export { seedEventItems } from './seed-items.ts';

/** Rules that users write. */
export const eventItem = defineModule({
  name: 'event-item',
  routes: eventItemRoutes,
  hooks: eventHooks,
});
