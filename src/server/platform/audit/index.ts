export { writeAudit } from './write-audit.ts';
export type { AuditEntry } from './write-audit.ts';
