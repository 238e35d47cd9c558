import type { Database } from '../db/database.ts';
import { type OrderedRun, readOrdered, type RunKind } from './define-run.ts';
import * as queries from './run-queries.ts';

/** A run of a kind that a user ordered, whatever tenants it is about; `lock` keeps others from changing it until the transaction ends. */
export async function findUserRun<Params, Outcome>(
  database: Database,
  kind: RunKind<Params, Outcome>,
  wanted: { userId: number; id: number; lock?: boolean },
): Promise<OrderedRun<Params, Outcome> | undefined> {
  const row = await queries.findOfUser(database, { kind: kind.kind, lock: false, ...wanted });
  return row === undefined ? undefined : readOrdered(kind, row);
}

/** The run of a kind that a browser of a user ordered with a key before. */
export async function findRunByKey<Params, Outcome>(
  database: Database,
  kind: RunKind<Params, Outcome>,
  sent: { userId: number; clientKey: string },
): Promise<OrderedRun<Params, Outcome> | undefined> {
  const row = await queries.findByKey(database, { kind: kind.kind, ...sent });
  return row === undefined ? undefined : readOrdered(kind, row);
}

/** Runs of a kind that a user ordered, newest first. */
export async function listUserRuns<Params, Outcome>(
  database: Database,
  kind: RunKind<Params, Outcome>,
  { userId, limit }: { userId: number; limit: number },
): Promise<OrderedRun<Params, Outcome>[]> {
  const rows = await queries.selectOfUser(database, { kind: kind.kind, userId, limit });
  return rows.map((row) => readOrdered(kind, row));
}

/** How many runs of a kind that a user ordered wait or are under way. */
export const countOpenUserRuns = (database: Database, kind: { kind: string }, userId: number): Promise<number> =>
  queries.countOpenOfUser(database, { kind: kind.kind, userId });
