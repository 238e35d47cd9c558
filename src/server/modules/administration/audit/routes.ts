import type { EntityServices } from '#server/entity/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { route, streamAnswer, type Routes } from '#server/platform/http/index.ts';
import { exportAudit } from './export-audit.ts';
import { auditChoices, queryAudit } from './query-audit.ts';

/** What the audit needs of the product. */
export type AuditParts = { reference: () => ReferenceSnapshot; services: EntityServices };

/** Reading who did what; writing it is the platform's. */
export const auditRoutes =
  ({ reference, services }: AuditParts): Routes =>
  (app) => {
    const deps = () => ({ services, reference: reference() });
    route(app, 'auditQuery', ({ ctx, input }) => queryAudit(ctx, input.body, deps()));
    route(app, 'auditExport', ({ ctx, input }) =>
      streamAnswer({
        body: exportAudit(ctx, input.body, deps()),
        contentType: 'text/csv; charset=utf-8',
        fileName: ctx.lang === 'zh' ? '操作审计.csv' : 'audit.csv',
      }),
    );
    route(app, 'auditChoices', ({ ctx }) => auditChoices(ctx, reference()));
  };
