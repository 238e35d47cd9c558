export { configurationModule, entityServices } from './configuration-module.ts';
export { assetReader } from './read-asset.ts';
export { entityExport } from './entity-export.ts';
