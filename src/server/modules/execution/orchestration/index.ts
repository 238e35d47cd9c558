import { defineModule } from '#server/module/index.ts';
import { orchestrationHooks } from './hooks.ts';
import { orchestrationRoutes } from './routes.ts';

/** What versions of packages run. */
export const orchestration = defineModule({
  name: 'orchestration',
  routes: orchestrationRoutes,
  hooks: orchestrationHooks,
});
