export { retractionHandler, retractionScheduler, retractionTask } from './apply-retractions.ts';
export { pushModule } from './routes.ts';
export { subscribeSources } from './subscribe-sources.ts';
