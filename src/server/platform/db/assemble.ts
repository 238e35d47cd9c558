import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import type { TenantScope } from '../context.ts';
import type { Database } from './database.ts';
import { createDialect } from './dialect.ts';
import type { Engine, EngineTransaction, Statement, StatementResult } from './engine.ts';
import { createRefusedWrites, DISK_FULL_CHANNEL } from './refused-writes.ts';
import { scopePlugin } from './scope-plugin.ts';

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

/** Makes a Database of an engine: the current transaction is kept per call chain. */
export function assembleDatabase(engine: Engine, log: Logger): Database {
  const currents = new AsyncLocalStorage<Current | undefined>();
  /** Milliseconds that a statement of this chain of calls may take. */
  const limits = new AsyncLocalStorage<number | undefined>();

  const current = (): Current | undefined => {
    const found = currents.getStore();
    if (found?.state === 'ended')
      throw new Error('the transaction this code belongs to has ended: an await is missing, or use detached');
    return found;
  };

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
    const limited = { ...statement, limitMs: limits.getStore() };
    return noted(readOnly ? engine.read(limited) : engine.run(limited));
  };

  /** Runs a raw statement; its caller says what its rows are. */
  const raw = async <Row>(statement: Statement, readOnly: boolean): Promise<{ rows: Row[]; rowCount: number }> => {
    const { rows, rowCount } = await route(statement, readOnly);
    return { rows: rows as Row[], rowCount };
  };

  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    if (current() !== undefined) return work();
    const own: Current = { transaction: await engine.begin(limits.getStore()), state: 'open', callbacks: [] };
    let result: T;
    try {
      result = await currents.run(own, work);
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
  const detached = <T>(work: () => T): T => currents.run(undefined, () => limits.run(undefined, work));

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
    inTransaction: () => currents.getStore()?.state === 'open',
    detached,
    query: async <Row>(text: string, values: readonly unknown[] = []) => (await raw<Row>({ text, values }, true)).rows,
    execute: <Row>(text: string, values: readonly unknown[] = []) => raw<Row>({ text, values }, false),
    later: async (text, values) => {
      const found = current();
      if (found === undefined) await route({ text, values }, false);
      else found.transaction.later({ text, values });
    },
    patient: engine.patient,
    limited: (limitMs, work) => limits.run(limitMs, work),
    listen: (channel, handler) => detached(() => engine.listen(channel, handler)),
    notify: (channel, payload = '') => detached(() => engine.notify(channel, payload)),
    holdKey: () => detached(engine.holdKey),
    goneKeys: (keys) => detached(() => engine.goneKeys(keys)),
    copy: engine.copy,
    refusedWrites,
    connections: () => engine.connections?.() ?? null,
    ping: async () => void (await engine.read({ text: 'select 1', values: [] })),
    close: engine.close,
  };
}
