import { defineModule } from '#server/module/index.ts';
import { auditExport } from './export-audit.ts';
import { type AuditParts, auditRoutes } from './routes.ts';

/** Reading who did what. */
export const audit = defineModule({
  name: 'audit',
  routes: auditRoutes,
  exports: ({ reference, services }: AuditParts) => ({
    audit: auditExport(() => ({ services, reference: reference() })),
  }),
});
