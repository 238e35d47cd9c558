export { pushModule } from './routes.ts';
export { subscribeSources } from './subscribe-sources.ts';
