export { openFolder, watchFolder } from './folder.ts';
export { ediMessagesSource } from './messages-source.ts';
export { ediPartnerHooks } from './partner-hooks.ts';
export { ediModule } from './routes.ts';
export { seedEdiPartners } from './seed-partners.ts';
export { ediFileScheduler, ediTasks } from './tasks.ts';
export type { EdiDeps } from './types.ts';
