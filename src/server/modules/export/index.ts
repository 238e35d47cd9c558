export { endForsakenExports } from './export-queries.ts';
export { exportKeptDays, exportTask, type ExportLists } from './export-verbs.ts';
export { exportModule } from './routes.ts';
export { runExport } from './run-export.ts';
