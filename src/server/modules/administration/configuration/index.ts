export { configurationModule } from './configuration-module.ts';
export { dictionaryHooks } from './dictionary-users.ts';
export { assetReader } from './read-asset.ts';
export { entityExport } from './entity-export.ts';
