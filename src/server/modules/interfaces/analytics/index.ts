export { datasetExports } from './dataset-export.ts';
export { analyticsModule } from './routes.ts';
export { analyticsTasks } from './tasks.ts';
