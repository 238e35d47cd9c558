export { orchestrationHooks } from './hooks.ts';
export { orchestrationModule } from './routes.ts';
