import type { EntityServices } from '#server/entity/index.ts';
import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { route, streamAnswer, type HttpModule } from '#server/platform/http/index.ts';
import { exportAudit } from './export-audit.ts';
import { auditChoices, queryAudit } from './query-audit.ts';

/** Reading who did what; writing it is the platform's. */
export const auditModule = (store: ReferenceStore, services: EntityServices): HttpModule => ({
  name: 'audit',
  routes: (app) => {
    const deps = () => ({ services, reference: store.current() });
    route(app, 'auditQuery', ({ ctx, input }) => queryAudit(ctx, input.body, deps()));
    route(app, 'auditExport', ({ ctx, input }) =>
      streamAnswer({
        body: exportAudit(ctx, input.body, deps()),
        contentType: 'text/csv; charset=utf-8',
        fileName: ctx.lang === 'zh' ? '操作审计.csv' : 'audit.csv',
      }),
    );
    route(app, 'auditChoices', ({ ctx }) => auditChoices(ctx, store.current()));
  },
});
