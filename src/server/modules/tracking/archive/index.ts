import { defineModule } from '#server/module/index.ts';
import { archiveTasks } from './tasks.ts';
export { archiveOverview } from './overview.ts';
export { pauseArchive } from './progress.ts';

/** History by ranges, and the archive of what is over for long. */
export const archive = defineModule({ name: 'archive', background: archiveTasks });
