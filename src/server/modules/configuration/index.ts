export { configurationModule, entityServices } from './configuration-module.ts';
export { entityExport } from './entity-export.ts';
