import { canSendMail, type DeliverySettings } from '#server/modules/administration/notification/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import * as acts from './act-on-reports.ts';
import { saveReport } from './save-report.ts';
import type { ReportDeps } from './work-report.ts';

type RouteDeps = Pick<ReportDeps, 'reference' | 'exportLists' | 'queue'> & { delivery?: DeliverySettings };

/** The calls of scheduled reports. */
export const reportRoutes =
  ({ delivery, ...deps }: RouteDeps): Routes =>
  (app) => {
    route(app, 'reportQuery', ({ ctx }) => acts.queryReports({ ctx, deps, input: null }, canSendMail(delivery)));
    route(app, 'reportRecipients', ({ ctx, input }) => acts.queryRecipients({ ctx, deps, input: input.query }));
    route(app, 'reportSave', async ({ ctx, input }) => {
      const row = await saveReport({ ctx, deps, input: input.body });
      return answer(row, 'report.saved', { name: row.reportName });
    });
    route(app, 'reportDelete', async ({ ctx, input }) => {
      const name = await acts.deleteReport({ ctx, deps, input: input.body });
      return answer(null, 'report.deleted', { name });
    });
    route(app, 'reportSwitch', async ({ ctx, input }) => {
      const row = await acts.switchReport({ ctx, deps, input: input.body });
      return answer(row, row.active ? 'report.resumed' : 'report.paused', { name: row.reportName });
    });
    route(app, 'reportSend', async ({ ctx, input }) => {
      const { name, ...data } = await acts.sendReportNow({ ctx, deps, input: input.body });
      return answer(data, 'report.started', { name });
    });
    route(app, 'reportRuns', ({ ctx, input }) => acts.queryRuns({ ctx, deps, input: input.query }));
    route(app, 'reportDownload', ({ ctx, input }) => acts.downloadReport({ ctx, deps, input: input.query }));
  };
