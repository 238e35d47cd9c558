import { defineModule } from '#server/module/index.ts';
import { userExports, userRoutes } from './routes.ts';

/** Users for administrators. */
export const userAdministration = defineModule({
  name: 'user',
  routes: userRoutes,
  exports: userExports,
});
