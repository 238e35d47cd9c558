export { eventHooks } from './hooks.ts';
export { seedEventItems } from './seed-items.ts';
export { eventItemModule } from './routes.ts';
