import { SECOND_MS } from '#shared/time/instant.ts';
import type { JobDeps, JobRow } from './types.ts';

/** How long a job may take to stop, and how long its robot may be silent (the machine's time). */
export async function limitsOf(
  { database }: Pick<JobDeps, 'database'>,
  job: Pick<JobRow, 'process_id' | 'robot_id'>,
): Promise<{ stopMs: number; lostMs: number }> {
  const [row] = await database.query<{ stop: number | null; lost: number | null }>(
    'select (select stop_limit_s from process where id = $1) as stop, (select lost_after_s from robot where id = $2) as lost',
    [job.process_id, job.robot_id],
  );
  // A process and a robot with open jobs are kept: the standard ones are for rows of before that rule.
  return { stopMs: (row?.stop ?? 60) * SECOND_MS, lostMs: (row?.lost ?? 120) * SECOND_MS };
}
