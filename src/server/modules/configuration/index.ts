export { configurationModule, entityServices } from './configuration-module.ts';
