import { defineModule } from '#server/module/index.ts';
import { ediMessagesSource } from './messages-source.ts';
import { ediPartnerHooks } from './partner-hooks.ts';
import { ediRoutes } from './routes.ts';
import { ediTasks } from './tasks.ts';
export { openFolder, watchFolder } from './folder.ts';
export { seedEdiPartners } from './seed-partners.ts';
export type { EdiDeps } from './types.ts';

/** Electronic messages from and to partners. */
export const edi = defineModule({
  name: 'edi',
  routes: ediRoutes,
  background: ediTasks,
  lists: () => [ediMessagesSource],
  hooks: { ediPartner: ediPartnerHooks },
});
