import { defineModule } from '#server/module/index.ts';
import { exportRoutes } from './routes.ts';
import { exportTasks } from './tasks.ts';
export { exportKeptDays, type ExportLists } from './export-verbs.ts';

/** Lists as files. */
export const exporting = defineModule({
  name: 'export',
  routes: exportRoutes,
  background: exportTasks,
});
