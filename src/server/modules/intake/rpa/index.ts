import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answersSource } from './list-answers.ts';
import { rpaRoutes } from './routes.ts';
import { installSitePackages } from './shipped/install-packages.ts';
import { robotTasks } from './tasks.ts';
export { startPageJob } from './start-page-job.ts';
export { addPackage, addVersion, wasRemoved } from './shipped/install-packages.ts';
export { addSchedule, processOf } from './shipped/site-processes.ts';
export { packageNameOf } from './shipped/site-packages.ts';

/** Carriers' pages that robots bring, and the parsers that read them. */
export const rpa = defineModule({
  name: 'rpa',
  routes: rpaRoutes,
  background: robotTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [answersSource(reference)],
  seed: installSitePackages,
});
