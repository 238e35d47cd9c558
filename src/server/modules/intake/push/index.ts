export { retractionScheduler } from './apply-retractions.ts';
export { lookupScheduler } from './look-up-object.ts';
export { pushModule } from './routes.ts';
export { pushTasks } from './tasks.ts';
