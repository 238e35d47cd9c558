import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { type ExportDeps, exportRuns } from './work-export.ts';

/** Writing lists into files. */
export const exportTasks = ({
  exportLists: lists,
  ...deps
}: Omit<ExportDeps, 'lists'> & { exportLists: ExportDeps['lists'] }): BackgroundModule => ({
  tasks: [],
  runs: exportRuns({ ...deps, lists }),
});
