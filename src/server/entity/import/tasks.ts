import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { type ImportDeps, importWork } from './work-import.ts';

/** Writing the rows of imported files. */
export const importTasks = (deps: ImportDeps): BackgroundModule => ({ tasks: [], runs: importWork(deps) });
