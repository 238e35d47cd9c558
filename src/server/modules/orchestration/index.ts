export { orchestrationHooks } from './hooks.ts';
