import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { SECOND_MS } from '#shared/time/instant.ts';
import type { Database } from '../db/database.ts';
import { mayFrameCall } from '../auth/frame-tokens.ts';

/** What a call does, as far as the time of its statements goes. */
export type CallKind = 'read' | 'write' | 'file';

/** How long one statement of a call may take, by the kind of call; what takes longer is a run or a task, with limits of its own. */
const limits: Readonly<Record<CallKind, number>> = {
  read: 25 * SECOND_MS,
  write: 30 * SECOND_MS,
  file: 30 * SECOND_MS,
};

/** Calls that move whole files or lists, by the last segment of their paths. */
const files = /(import|export|download|upload|file)/i;
/** Calls that only ask, by the last segment of their paths. */
const asks = /^(query|get|detail|history|preview|find|pick|list|count|all|map|search|overview|compare|recognise)/i;

/** The kind of a call. */
export function kindOfCall(name: CallName): CallKind {
  const { path }: CallPath = paths[name];
  const last = path.split('/').at(-1) ?? '';
  if (files.test(last)) return 'file';
  return asks.test(last) || mayFrameCall(name) ? 'read' : 'write';
}

/** How long one statement of a call may take, in milliseconds. */
export const statementLimitOf = (name: CallName): number => limits[kindOfCall(name)];

/** Runs the work of a call: its statements end in time, and what only asks may read on a replica. */
export function runCall<T>(database: Pick<Database, 'limited' | 'onReplica'>, name: CallName, work: () => T): T {
  const mayRead = kindOfCall(name) !== 'write';
  return database.limited(statementLimitOf(name), () => (mayRead ? database.onReplica(work) : work()));
}
