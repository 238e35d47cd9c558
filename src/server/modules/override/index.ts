export { dropOverrides } from './change-override.ts';
export { overrideModule } from './routes.ts';
export { zoneOfPath } from './read-value.ts';
