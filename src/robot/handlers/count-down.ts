import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf } from '../fields.ts';
import { type Executor, JobError, Stopped } from '../types.ts';

const longest = 3_600;

/** Counts seconds down, says so every second, and fails at the end if it is reported to: to try limits, stop and kill. */
export const countDown: Executor = async (job, { log, progress, stopping }) => {
  const { seconds = 5, fail = false } = fieldsOf(job.input);
  const all = Math.max(0, Math.min(longest, Number(seconds) || 0));
  for (let left = all; left > 0; left -= 1) {
    progress(((all - left) / all) * 100, `${left} s`);
    log('info', `${left} s left`);
    await sleep(1000, undefined, { signal: stopping }).catch(() => {
      log('warn', 'asked to stop');
      throw new Stopped();
    });
  }
  if (fail) throw new JobError('told_to_fail', 'it was told to fail');
  return { counted: all };
};
