export { openFolder, watchFolder } from './folder.ts';
export { processFile } from './process-file.ts';
export { ediModule } from './routes.ts';
export { seedEdiPartners } from './seed-partners.ts';
export { retryWaiting, tieMessages } from './tie-messages.ts';
export type { EdiDeps } from './types.ts';
