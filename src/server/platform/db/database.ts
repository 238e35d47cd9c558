import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import type { TenantScope } from '../context.ts';
import { assembleDatabase } from './assemble.ts';
import type { Engine, HeldKey, PoolCounts } from './engine.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { openPostgresEngine } from './postgres-engine.ts';
import type { DiskNeed } from './disk-space.ts';
import type { RefusedWrites } from './refused-writes.ts';

/** One database of the product, embedded or a PostgreSQL server; both behave alike. */
export type Database = {
  readonly kind: 'embedded' | 'postgres';
  /** Unbound: platform and background code only. */
  readonly system: Kysely<DB>;
  /** Every statement on a table with a tenant column is limited to `scope`, by construction. */
  scoped: (scope: TenantScope) => Kysely<DB>;
  /**
   * Runs `work` in one transaction: whatever it runs on `system`, `scoped` or `query` belongs to it.
   * A nested call joins the outer transaction; an error rolls everything back and is rethrown.
   */
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
  /** Calls back once the current transaction is committed (never after a roll-back); at once outside of one. */
  afterCommit: (callback: () => void | Promise<void>) => void;
  /** Is there a current transaction? */
  inTransaction: () => boolean;
  /** Runs `work` outside the current transaction: for timers and loops that are started within one. */
  detached: <T>(work: () => T) => T;
  /** A raw prepared read (hot lists) on the read connection, or in the current transaction. Must not write. */
  query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** A raw statement of platform code (may write), in the current transaction if there is one. */
  execute: <Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<{ rows: Row[]; rowCount: number }>;
  /**
   * A statement whose result nobody needs, such as an entry of the audit: in a transaction it is sent without waiting for its answer,
   * and where it fails, the commit fails with its error and nothing stays. Outside of one it is waited for.
   */
  later: (text: string, values: readonly unknown[]) => Promise<void>;
  /** Runs `work`, within which a statement may take up to `limitMs`: migrations, maintenance. */
  patient: <T>(limitMs: number, work: () => Promise<T>) => Promise<T>;
  /**
   * Runs `work`, within which no statement may take longer than `limitMs`. On the embedded database a statement cannot be
   * ended by itself: there the limit of the database counts.
   */
  limited: <T>(limitMs: number, work: () => T) => T;
  /** Handler gets the payload, or '' when notifications may have been missed. Resolves to the unlisten call. */
  listen: (channel: string, handler: (payload: string) => void) => Promise<() => Promise<void>>;
  /** Tells listeners of all processes, outside of any transaction, soon; equal calls in between are reported once. */
  notify: (channel: string, payload?: string) => void;
  /** Holds a key that nobody else holds, as long as this process lives and reaches the database. */
  holdKey: () => Promise<HeldKey>;
  /** Those of `keys` that no living process holds. */
  goneKeys: (keys: readonly number[]) => Promise<number[]>;
  /** Copies the directory of the embedded database while it is in use; undefined for a server. */
  copy: Engine['copy'];
  /** Whether the database refused to write because its disk is full; whatever it refuses to this process is noted here. */
  readonly refusedWrites: RefusedWrites;
  /** Connections of this process to the server, and who waits for one; null for the embedded database, which has one, used in turns. */
  connections: () => PoolCounts | null;
  /** Fails when the database does not answer. */
  ping: () => Promise<void>;
  /** Waits for running statements, writes everything down and lets go. */
  close: () => Promise<void>;
};

/** How to open a database: `url` = PostgreSQL, else `dataDir` = embedded (`memory://` for a passing one). */
export type DatabaseOptions = {
  url?: string | undefined;
  dataDir?: string | undefined;
  poolSize: number;
  log: Logger;
  /** A statement running longer is ended (default 30 s). */
  statementTimeoutMs?: number;
  /** A transaction idle for longer is rolled back (default 60 s). */
  idleTransactionTimeoutMs?: number;
  /** Embedded only: how much of its disk must stay free; with less it takes no writes. */
  disk?: DiskNeed | null;
  /** Embedded only: tar of a prepared data directory to begin a new one from. */
  template?: Uint8Array<ArrayBuffer> | undefined;
};

/** Opens the database named by the options; schema changes are `migrate`'s business. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine: Engine =
    options.url === undefined
      ? await openEmbeddedEngine(options)
      : await openPostgresEngine({ ...options, url: options.url });
  return assembleDatabase(engine, options.log);
}
