import { defineModule } from '#server/module/index.ts';
import { datasetExports } from './dataset-export.ts';
import { analyticsRoutes } from './routes.ts';
import { analyticsTasks } from './tasks.ts';

/** Data for analysts: SQL accounts and Parquet files. */
export const analytics = defineModule({
  name: 'analytics',
  routes: analyticsRoutes,
  background: analyticsTasks,
  exports: datasetExports,
});
