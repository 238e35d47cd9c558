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
export { exportModule } from './routes.ts';
export { exportTasks } from './tasks.ts';
