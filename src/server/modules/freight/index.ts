export { freightHooks } from './hooks.ts';
export { seedFreight } from './seed-freight.ts';
