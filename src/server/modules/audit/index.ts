export { auditExport } from './query-audit.ts';
export { auditModule } from './routes.ts';
