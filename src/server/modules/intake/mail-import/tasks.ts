import { worldMs } from '#server/platform/clock/clock.ts';
import { type BackgroundModule, isLastAttempt, workOn } from '#server/platform/queue/index.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { answerMail } from './answer-mail.ts';
import { listInterrupted } from './mail-queries.ts';
import { answerTask, mailTask, scheduleAnswer, scheduleMail } from './mail-tasks.ts';
import { giveUpMail, takeMail } from './take-mail.ts';
import type { MailDeps } from './types.ts';

const leaseMs = 5 * MINUTE_MS;
/** How long an import of orders is left before it is looked at again. */
const againMs = SECOND_MS;
/** A mail whose work should be over by then has lost its task. */
const interruptedMs = 10 * MINUTE_MS;

/** Taking mails, and answering them; what lost its task goes on. */
export const mailImportTasks = (deps: MailDeps): BackgroundModule => ({
  tasks: [
    workOn(mailTask, {
      leaseMs,
      run: async ([payload], signal, { tasks: [task] }) => {
        if (payload === undefined) return [];
        try {
          if (await takeMail(deps, payload.mailId, signal)) return [];
          return [{ index: 0, postponedTo: deps.clock.now() + worldMs(deps.clock, againMs) }];
        } catch (error) {
          if (task !== undefined && isLastAttempt(task)) await giveUpMail(deps, payload.mailId);
          throw error;
        }
      },
    }),
    workOn(answerTask, {
      run: async ([payload], signal, { tasks: [task] }) => {
        if (payload === undefined) return;
        await answerMail(deps, payload.mailId, task !== undefined && isLastAttempt(task), signal);
      },
    }),
  ],
  chores: [
    {
      name: 'interrupted mails',
      run: async () => {
        for (const { id, answer } of await listInterrupted(deps.database, deps.clock.now() - interruptedMs)) {
          if (answer) await scheduleAnswer(deps.queue, id);
          else await scheduleMail(deps.queue, id);
        }
      },
    },
  ],
});
