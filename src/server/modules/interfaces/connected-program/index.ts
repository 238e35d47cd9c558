import { defineModule } from '#server/module/index.ts';
import { connectedProgramRoutes } from './routes.ts';

export { type ProgramGrant, grantOfToken } from './token-grant.ts';
export { issuerOf, resourceDocumentAt } from './mount.ts';

/** Programs that people connect by OAuth. */
export const connectedProgram = defineModule({
  name: 'connected-program',
  routes: connectedProgramRoutes,
});
