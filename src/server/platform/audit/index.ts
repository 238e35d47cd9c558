export { writeAudit, writeAudits } from './write-audit.ts';
export type { AuditEntry } from './write-audit.ts';
