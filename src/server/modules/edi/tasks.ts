import { z } from 'zod';
import {
  type BackgroundModule,
  defineRecurring,
  defineTask,
  type Queue,
  repeat,
  workOn,
} from '#server/platform/queue/index.ts';
import { processFile } from './process-file.ts';
import { retryWaiting, tieMessages } from './tie-messages.ts';
import type { EdiDeps } from './types.ts';

/** Reads a large file of electronic messages. */
const fileTask = defineTask('edi_file', z.object({ fileId: z.number() }));
const tieTask = defineRecurring('edi_tie');

const fileLeaseMs = 120_000;
const tieEveryMs = 30_000;

/** Has a large file of electronic messages read in the background. */
export const ediFileScheduler =
  (queue: Queue) =>
  async (fileId: number): Promise<void> => {
    await queue.enqueue(fileTask, { fileId }, { singletonKey: String(fileId) });
  };

/** Reading files of messages, and tying messages to shipments that came later. */
export const ediTasks = (deps: EdiDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [
    workOn(fileTask, {
      leaseMs: fileLeaseMs,
      run: async ([task]) => {
        if (task !== undefined) await processFile(deps, task.fileId);
      },
    }),
    repeat(deps, tieTask, tieEveryMs, async () => {
      await tieMessages(deps);
      await retryWaiting(deps);
    }),
  ],
});
