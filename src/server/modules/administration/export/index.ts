export { exportKeptDays, type ExportLists } from './export-verbs.ts';
export { exportModule } from './routes.ts';
export { exportTasks } from './tasks.ts';
