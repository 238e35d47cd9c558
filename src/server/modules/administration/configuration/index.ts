import { defineModule } from '#server/module/index.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { dictionaryHooks } from './dictionary-users.ts';
import { entityExports } from './entity-export.ts';
export { entityExport } from './entity-export.ts';
export { assetReader } from './read-asset.ts';

/** Configuration entities: their calls, and their lists as files. */
export const configuration = defineModule({
  name: 'configuration',
  routes: configurationRoutes,
  exports: entityExports,
  hooks: dictionaryHooks,
});
