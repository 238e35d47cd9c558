export { pushModule } from './routes.ts';
export { subscribeSources } from './subscribe-sources.ts';
export type { PushDeps } from './receive-notification.ts';
