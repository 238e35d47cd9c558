import { z } from 'zod';
import {
  type BackgroundModule,
  defineRecurring,
  defineTask,
  type Queue,
  repeat,
  workOn,
} from '#server/platform/queue/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { processFile } from './process-file.ts';
import { retryWaiting, tieMessages } from './tie-messages.ts';
import type { EdiDeps } from './types.ts';

/** Reads a large file of electronic messages. */
const fileTask = defineTask('edi_file', z.object({ fileId: z.number() }));
const tieTask = defineRecurring('edi_tie');

/** How long a kept file may wait to be read before its reading counts as interrupted. */
const INTERRUPTED_MS = 10 * MINUTE_MS;

/** Has the files read whose reading was interrupted: the database went away, or the process ended. */
export async function resumeFiles({ database, clock, queue }: EdiDeps & { queue: Queue }): Promise<void> {
  const { rows } = await database.execute<{ id: number }>(
    `select id from edi_file where state = 'received' and direction = 'in' and received_at < $1 order by id limit 100`,
    [new Date(clock.now() - INTERRUPTED_MS)],
  );
  const schedule = ediFileScheduler(queue);
  for (const { id } of rows) await schedule(id);
}

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
      await resumeFiles(deps);
      await tieMessages(deps);
      await retryWaiting(deps);
    }),
  ],
});
