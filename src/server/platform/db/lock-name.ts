import type { Database } from './database.ts';

/** Who else may hold a name: nobody, or others who want no more than to read what it stands for. */
type LockMode = 'alone' | 'shared';

/**
 * Waits until no other transaction holds this name, and holds it until the current one ends. For what is looked up before it is
 * written and what no constraint of a table can refuse: the second caller sees what the first one wrote. It comes before other locks
 * where that is possible, so that two callers cannot wait for each other.
 */
export async function lockName(database: Database, name: string, mode: LockMode = 'alone'): Promise<void> {
  if (!database.inTransaction()) throw new Error(`the name "${name}" is locked outside of a transaction`);
  const kind = mode === 'shared' ? '_shared' : '';
  await database.execute(`select pg_advisory_xact_lock${kind}(hashtext($1))`, [name]);
}

/** A limit: how many there may be of what the name says (unique among all locked names), how many there are, and the refusal of one more. */
export type Cap = { of: string; limit: number; count: () => Promise<number>; refusal: () => Error };

/** Makes room for one more in the current transaction, or refuses: those who come at the same moment are counted one after the other. */
export async function keepCap(database: Database, { of, limit, count, refusal }: Cap): Promise<void> {
  await lockName(database, of);
  if ((await count()) >= limit) throw refusal();
}
