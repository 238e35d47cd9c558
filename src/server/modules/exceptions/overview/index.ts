import { defineModule } from '#server/module/index.ts';
import { overviewRoutes } from './routes.ts';
export { sumMoney } from './exception-queries.ts';

/** The home page and the board of figures. */
export const overview = defineModule({
  name: 'overview',
  routes: overviewRoutes,
});
