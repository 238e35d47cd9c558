export { answersSource } from './list-answers.ts';
export { rpaModule } from './routes.ts';
export { startPageJob } from './start-page-job.ts';
export { robotTasks } from './tasks.ts';
export { addPackage, addVersion, installSitePackages, wasRemoved } from './shipped/install-packages.ts';
export { addSchedule, processOf } from './shipped/site-processes.ts';
export { packageNameOf } from './shipped/site-packages.ts';
