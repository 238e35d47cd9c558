import { defineModule } from '#server/module/index.ts';
import { planReports } from './plan-reports.ts';
import { reportRoutes } from './routes.ts';
import { type ReportDeps, reportRuns } from './work-report.ts';

/** Reports that are made and mailed by a schedule. */
export const report = defineModule({
  name: 'report',
  routes: reportRoutes,
  background: (deps: ReportDeps) => ({
    tasks: [],
    runs: reportRuns(deps),
    chores: [{ name: 'scheduled reports', run: () => planReports(deps) }],
  }),
});
