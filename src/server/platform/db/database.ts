import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import type { Engine, HeldKey, PoolCounts, EngineTransaction, Statement, StatementResult } from './engine.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { openPostgresEngine, openReplicaLink } from './postgres-engine.ts';
import { createReadRouting, openReadReplicas, type ReadReplicas, type ReplicaState } from './read-replicas.ts';
import { hostsOf } from './database-hosts.ts';
import type { DiskNeed } from './disk-space.ts';
import type { RefusedWrites } from './refused-writes.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { createDialect } from './dialect.ts';
import { createRefusedWrites, DISK_FULL_CHANNEL } from './refused-writes.ts';
import { scopePlugin } from './scope-plugin.ts';

/** Whose rows a caller may see. */
export type TenantScope = { kind: 'all' } | { kind: 'tenants'; tenantIds: readonly number[] };

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
  /** Runs `work` outside the current transaction and on the primary: for timers, loops and memories that are shared. */
  detached: <T>(work: () => T) => T;
  /**
   * Runs `work`, whose single reads may go to a replica that has everything committed by now; after its first write or transaction they
   * go to the primary. Without replicas it just runs.
   */
  onReplica: <T>(work: () => T) => T;
  /** The replicas of this process, as they are at the moment. */
  replicas: () => ReplicaState[];
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
  /** Folder of the files of the archive; null: nothing is archived. */
  readonly archiveFolder: string | null;
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
  /** Replicas for reads of calls, of one or several hosts, and how long a read waits for one that is behind. */
  replicas?: { url: string; waitMs: number } | null;
  dataDir?: string | undefined;
  poolSize: number;
  log: Logger;
  /** A statement running longer is ended (default 30 s). */
  statementTimeoutMs?: number;
  /** A transaction idle for longer is rolled back (default 60 s). */
  idleTransactionTimeoutMs?: number;
  /** Embedded only: how much of its disk must stay free; with less it takes no writes. */
  disk?: DiskNeed | null;
  /** Folder of the archive (`platform/archive`). */
  archiveFolder?: string | null;
  /** Embedded only: tar of a prepared data directory to begin a new one from. */
  template?: Uint8Array<ArrayBuffer> | undefined;
};

/** Opens the database named by the options; schema changes are `migrate`'s business. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const engine: Engine =
    options.url === undefined
      ? await openEmbeddedEngine(options)
      : await openPostgresEngine({ ...options, url: options.url });
  return assembleDatabase(engine, options.log, {
    replicas: openReplicas(engine, options),
    archiveFolder: options.archiveFolder,
  });
}

function openReplicas(engine: Engine, options: DatabaseOptions): ReadReplicas | undefined {
  const { replicas, log } = options;
  if (replicas == null) return undefined;
  const links = hostsOf(replicas.url).map((url) => openReplicaLink({ ...options, url }));
  return openReadReplicas({ links, primary: engine, waitMs: replicas.waitMs, log });
}

type Current = { transaction: EngineTransaction; state: 'open' | 'ended'; callbacks: (() => void | Promise<void>)[] };

/** A view takes about so many bytes. */
const VIEW_BYTES = 4_000;

const MAX_VIEWS_BYTES = 2_000_000;

/** Runs the callbacks of a committed transaction one after the other; one that fails is logged and passed over. */
async function runCallbacks(callbacks: readonly (() => void | Promise<void>)[], log: Logger): Promise<void> {
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      log.error({ err: error }, 'a callback after commit failed');
    }
  }
}

/** Closes the ways Kysely offers around its plugins: taking them off, and running what is compiled already. */
function sealed(view: Kysely<DB>): Kysely<DB> {
  const refuse = (): never => {
    throw new Error('scoped statement refused: the scope cannot be taken off, use database.system');
  };
  return Object.defineProperties(view, { withoutPlugins: { value: refuse }, executeQuery: { value: refuse } });
}

/** Bound views of `system`, the most recent ones kept. */
function createScopes(system: Kysely<DB>): (scope: TenantScope) => Kysely<DB> {
  const views = new BytesCache<string, Kysely<DB>>('tenant_views', MAX_VIEWS_BYTES);
  return (scope) => {
    if (scope.kind === 'all') return system;
    const tenantIds = [...new Set(scope.tenantIds)].sort((a, b) => a - b);
    const key = tenantIds.join(',');
    const known = views.get(key);
    const view = known ?? sealed(system.withPlugin(scopePlugin(tenantIds)));
    if (known === undefined) views.set(key, view, VIEW_BYTES + key.length);
    return view;
  };
}

/** What each chain of calls carries: its transaction, and how long a statement of it may take. */
function createChains() {
  const currents = new AsyncLocalStorage<Current | undefined>();
  /** Milliseconds that a statement of this chain of calls may take. */
  const limits = new AsyncLocalStorage<number | undefined>();
  return {
    current: (): Current | undefined => {
      const found = currents.getStore();
      if (found?.state === 'ended')
        throw new Error('the transaction this code belongs to has ended: an await is missing, or use detached');
      return found;
    },
    inTransaction: () => currents.getStore()?.state === 'open',
    inside: <T>(own: Current, work: () => T): T => currents.run(own, work),
    detached: <T>(work: () => T): T => currents.run(undefined, () => limits.run(undefined, work)),
    limitMs: () => limits.getStore(),
    limited: <T>(limitMs: number, work: () => T): T => limits.run(limitMs, work),
  };
}

async function closeAll(...all: readonly ({ close: () => Promise<void> } | undefined)[]): Promise<void> {
  for (const one of all) await one?.close();
}

/** What a database has besides its engine. */
type Besides = { replicas?: ReadReplicas | undefined; archiveFolder?: string | null | undefined };

/** Makes a Database of an engine: the current transaction is kept per call chain. */
export function assembleDatabase(engine: Engine, log: Logger, besides: Besides = {}): Database {
  const { replicas, archiveFolder = null } = besides;
  const { current, inTransaction, inside, limitMs, limited, ...chains } = createChains();
  const reads = createReadRouting(replicas);
  const detached = <T>(work: () => T): T => chains.detached(() => reads.outside(work));
  const refusedWrites = createRefusedWrites((payload) => detached(() => engine.notify(DISK_FULL_CHANNEL, payload)));
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      refusedWrites.note(error);
      throw error;
    }
  };

  const route = (statement: Statement, readOnly: boolean): Promise<StatementResult> => {
    const found = current();
    if (found !== undefined) return noted(found.transaction.run(statement));
    const bounded = { ...statement, limitMs: limitMs() };
    return noted(reads.run(bounded, readOnly, readOnly ? engine.read : engine.run));
  };

  /** Runs a raw statement; its caller says what its rows are. */
  const raw = async <Row>(statement: Statement, readOnly: boolean): Promise<{ rows: Row[]; rowCount: number }> => {
    const { rows, rowCount } = await route(statement, readOnly);
    return { rows: rows as Row[], rowCount };
  };

  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    if (current() !== undefined) return work();
    reads.stayOnPrimary();
    const own: Current = { transaction: await engine.begin(limitMs()), state: 'open', callbacks: [] };
    let result: T;
    try {
      result = await inside(own, work);
      own.state = 'ended';
      await noted(own.transaction.commit());
    } catch (error) {
      own.state = 'ended';
      await own.transaction.rollback();
      throw error;
    }
    await runCallbacks(own.callbacks, log);
    return result;
  };

  const system = new Kysely<DB>({ dialect: createDialect(route) });
  const scoped = createScopes(system);

  return {
    kind: engine.kind,
    system,
    scoped,
    transaction,
    afterCommit: (callback) => {
      const found = current();
      if (found === undefined) void runCallbacks([callback], log);
      else found.callbacks.push(callback);
    },
    inTransaction,
    detached,
    onReplica: reads.onReplica,
    replicas: () => replicas?.states() ?? [],
    query: async <Row>(text: string, values: readonly unknown[] = []) => (await raw<Row>({ text, values }, true)).rows,
    execute: <Row>(text: string, values: readonly unknown[] = []) => raw<Row>({ text, values }, false),
    later: async (text, values) => {
      const found = current();
      if (found === undefined) await route({ text, values }, false);
      else found.transaction.later({ text, values });
    },
    patient: engine.patient,
    limited,
    listen: (channel, handler) => detached(() => engine.listen(channel, handler)),
    notify: (channel, payload = '') => detached(() => engine.notify(channel, payload)),
    holdKey: () => detached(engine.holdKey),
    goneKeys: (keys) => detached(() => engine.goneKeys(keys)),
    archiveFolder,
    copy: engine.copy,
    refusedWrites,
    connections: () => engine.connections?.() ?? null,
    ping: async () => void (await engine.read({ text: 'select 1', values: [] })),
    close: () => closeAll(replicas, engine),
  };
}
