export { retractionScheduler } from './apply-retractions.ts';
export { pushModule } from './routes.ts';
export { pushTasks } from './tasks.ts';
