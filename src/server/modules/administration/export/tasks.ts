import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { type ExportDeps, exportRuns } from './work-export.ts';

/** Writing lists into files. */
export const exportTasks = (deps: ExportDeps): BackgroundModule => ({ tasks: [], runs: exportRuns(deps) });
