import { publish } from '#server/platform/realtime/index.ts';
import type { JobDeps, JobRow } from './types.ts';

/** A line of a job's log. */
export type Line = { at: number; level: 'debug' | 'info' | 'warn' | 'error'; text: string };

const longestLine = 8_000;

/** Lines as the columns at, level and message. */
export const columnsOf = (lines: readonly Line[]): [Date[], string[], string[]] => [
  lines.map(({ at }) => new Date(at)),
  lines.map(({ level }) => level),
  lines.map(({ text }) => text.slice(0, longestLine).replaceAll('\0', '')),
];

/** Puts lines at the end of a locked job's log; times are the product's. */
export async function appendLines({ database }: JobDeps, job: JobRow, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await database.execute(
    `with kept as (
       insert into job_log (job_id, line, tenant_id, at, level, message)
       select $1, $2::int + n.place::int - 1, $3, n.at, n.level, n.message
       from unnest($4::timestamptz[], $5::text[], $6::text[]) with ordinality as n(at, level, message, place))
     update job set log_lines = log_lines + $7 where id = $1`,
    [job.id, job.log_lines, job.tenant_id, ...columnsOf(lines), lines.length],
  );
  await publish(database, { tenantId: job.tenant_id, topic: 'jobLog', payload: { jobId: String(job.id) } });
}
