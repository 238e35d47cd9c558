import { defineModule } from '#server/module/index.ts';
import { exportRoutes } from './routes.ts';
import { type ExportDeps, exportRuns } from './work-export.ts';
export { dropRows, hasFile, readFile } from './export-queries.ts';
export { keepFile, type Line, workOnList } from './work-export.ts';
export { exportOutcome, type ExportRun } from './export-run.ts';
export { covers } from './export-verbs.ts';
export {
  type DataFile,
  downloadExport,
  type ExportCall,
  exportKeptDays,
  type ExportLists,
  getDataFile,
  listDataFiles,
  orderExport,
} from './export-verbs.ts';

/** Lists as files. */
export const exporting = defineModule({
  name: 'export',
  routes: exportRoutes,
  background: ({ exportLists: lists, ...deps }: Omit<ExportDeps, 'lists'> & { exportLists: ExportDeps['lists'] }) => ({
    tasks: [],
    runs: exportRuns({ ...deps, lists }),
  }),
});
