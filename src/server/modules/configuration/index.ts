export { configurationModule } from './configuration-module.ts';
