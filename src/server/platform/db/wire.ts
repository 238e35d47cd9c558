import type { Socket } from 'node:net';
import type pg from 'pg';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { codeOf } from '#shared/values/errors.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Statement, StatementResult } from './engine.ts';
import type { PreparedNames } from './prepared-names.ts';

/** The socket of a connection, which pg's published types leave out. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** Whether a prepared statement was not run since its tables have changed, as by the migration of a newer version. */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && asRecord(error)['routine'] === 'RevalidateCachedQuery';

/** Runs one statement on a connection, prepared where `names` give it a name. Several statements in one text give the last result. */
export async function runOn(
  client: pg.ClientBase,
  { text, values }: Statement,
  names?: PreparedNames,
): Promise<StatementResult> {
  const name = names?.of(text);
  // Without values the simple protocol is used, which takes several statements in one text (migrations).
  const asked: Promise<pg.QueryResult | pg.QueryResult[]> =
    values.length === 0 && name === undefined ? client.query(text) : client.query({ text, values: [...values], name });
  const answer = await asked.catch((error: unknown) => {
    if (isOutdated(error)) names?.renew(name);
    throw error;
  });
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0, command: result?.command ?? '' };
}

// Classes of errors after which a connection is of no use: connection failure, shutdown, crash.
const FATAL_CLASSES = ['08', '57P', '25P03'];

/** Must the connection be given up after this error? Errors of a statement leave it usable. */
export function breaksConnection(error: unknown): boolean {
  noteDatabaseLost(error);
  const code = codeOf(error);
  return typeof code !== 'string' || code.length !== 5 || FATAL_CLASSES.some((prefix) => code.startsWith(prefix));
}

/** Lets calls run one after the other. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = tail.then(work, work);
    tail = run.catch(() => {});
    return run;
  };
}
