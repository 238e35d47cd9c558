import type { Lang } from '#server/platform/context.ts';
import { publish } from '#server/platform/realtime/index.ts';
import {
  isServerMessageCode,
  type MessageParams,
  type ServerMessageCode,
  serverText,
} from '#shared/i18n/server-messages/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { JobDeps, JobRow } from './types.ts';

/** A line of a job's log: what a robot wrote, or a text of the product by its code. */
export type Line = { at: number; level: 'debug' | 'info' | 'warn' | 'error' } & (
  | { text: string }
  | { code: ServerMessageCode; params: MessageParams }
);

const longestLine = 8_000;

/** What a line is searched by. */
const messageOf = (line: Line): string =>
  'text' in line
    ? line.text
    : `${serverText(line.code, line.params, 'zh')} / ${serverText(line.code, line.params, 'en')}`;

/** A text that the database takes, also within JSON: no zero bytes, no half of a character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const storableParams = (params: MessageParams): MessageParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value]),
  );

/** Lines as the columns at, level, message and says. */
export const columnsOf = (lines: readonly Line[]): [Date[], string[], string[], (string | null)[]] => [
  lines.map(({ at }) => new Date(at)),
  lines.map(({ level }) => level),
  lines.map((line) => storable(messageOf(line).slice(0, longestLine))),
  lines.map((line) =>
    'text' in line ? null : JSON.stringify({ code: line.code, params: storableParams(line.params) }),
  ),
];

/** The text of a stored line in the language of the reader; lines of robots stay as written. */
export function shownLine({ message, says: states }: { message: string; says: unknown }, lang: Lang): string {
  const { code, params } = asRecord(states);
  if (typeof code !== 'string' || !isServerMessageCode(code)) return message;
  const known = Object.entries(asRecord(params)).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return serverText(code, Object.fromEntries(known), lang).trim();
}

/** Puts lines at the end of a locked job's log; times are the product's. */
export async function appendLines({ database }: JobDeps, job: JobRow, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  await database.execute(
    `with kept as (
       insert into job_log (job_id, line, tenant_id, at, level, message, says)
       select $1, $2::int + n.place::int - 1, $3, n.at, n.level, n.message, n.says::jsonb
       from unnest($4::timestamptz[], $5::text[], $6::text[], $7::text[]) with ordinality as n(at, level, message, says, place))
     update job set log_lines = log_lines + $8 where id = $1`,
    [job.id, job.log_lines, job.tenant_id, ...columnsOf(lines), lines.length],
  );
  await publish(database, { tenantId: job.tenant_id, topic: 'jobLog', payload: { jobId: String(job.id) } });
}
