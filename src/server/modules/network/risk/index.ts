import { defineModule } from '#server/module/index.ts';
import { riskRoutes } from './routes.ts';
import { riskTasks } from './tasks.ts';
export { seedWeatherSource } from './weather-queries.ts';

/** Risk areas, storms and vessels in them. */
export const risk = defineModule({
  name: 'risk',
  routes: riskRoutes,
  background: riskTasks,
});
