import { type BackgroundModule, isLastAttempt, workOn } from '#server/platform/queue/index.ts';
import { endForsakenExports } from './export-queries.ts';
import { exportTask } from './export-verbs.ts';
import { type ExportDeps, runExport } from './run-export.ts';

/** Writing lists into files. */
export const exportTasks = (deps: ExportDeps): BackgroundModule => ({
  tasks: [
    workOn(exportTask, {
      run: async ([task], signal, { tasks }) => {
        if (task !== undefined) await runExport(deps, task.exportId, signal, isLastAttempt(tasks[0]));
      },
    }),
  ],
  chores: [{ name: 'forsaken exports', run: () => endForsakenExports(deps.database, exportTask.kind) }],
});
