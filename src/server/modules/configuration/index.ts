export { configurationModule, entityServices } from './configuration-module.ts';
export { entityExport } from './entity-export.ts';
export { assetLogText, readAsset } from './read-asset.ts';
export type { AssetSource, AssetValue } from './read-asset.ts';
