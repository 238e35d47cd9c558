import { type BackgroundModule, workOn } from '#server/platform/queue/index.ts';
import { importTask } from './import-verbs.ts';
import { type ImportDeps, runImport } from './run-import.ts';

/** Writing the rows of imported files. */
export const importTasks = (deps: ImportDeps): BackgroundModule => ({
  tasks: [
    workOn(importTask, {
      concurrency: 2,
      run: async (tasks, signal) => {
        for (const { importId } of tasks) await runImport(deps, importId, signal);
      },
    }),
  ],
});
