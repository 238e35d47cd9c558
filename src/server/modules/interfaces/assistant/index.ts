import { defineModule } from '#server/module/index.ts';
import { assistantRoutes } from './routes.ts';

/** The product for assistants. */
export const assistant = defineModule({
  name: 'assistant',
  routes: assistantRoutes,
});
