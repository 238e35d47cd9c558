export { auditExport } from './export-audit.ts';
export { auditModule } from './routes.ts';
