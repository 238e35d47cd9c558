import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import type { TenantScope } from '../context.ts';
import type { Database } from './database.ts';
import { createDialect } from './dialect.ts';
import type { Engine, EngineTransaction, Statement, StatementResult } from './engine.ts';
import { scopePlugin } from './scope-plugin.ts';

type Current = { transaction: EngineTransaction; state: 'open' | 'ended'; callbacks: (() => void | Promise<void>)[] };

const MAX_SCOPES = 500;

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
  const views = new Map<string, Kysely<DB>>();
  return (scope) => {
    if (scope.kind === 'all') return system;
    const tenantIds = [...new Set(scope.tenantIds)].sort((a, b) => a - b);
    const key = tenantIds.join(',');
    const known = views.get(key);
    const view = known ?? sealed(system.withPlugin(scopePlugin(tenantIds)));
    views.delete(key);
    views.set(key, view);
    if (views.size > MAX_SCOPES) views.delete(views.keys().next().value ?? '');
    return view;
  };
}

/** Makes a Database of an engine: the current transaction is kept per call chain. */
export function assembleDatabase(engine: Engine, log: Logger): Database {
  const currents = new AsyncLocalStorage<Current | undefined>();

  const current = (): Current | undefined => {
    const found = currents.getStore();
    if (found?.state === 'ended')
      throw new Error('the transaction this code belongs to has ended: an await is missing, or use detached');
    return found;
  };

  const route = (statement: Statement, readOnly: boolean): Promise<StatementResult> => {
    const found = current();
    if (found !== undefined) return found.transaction.run(statement);
    return readOnly ? engine.read(statement) : engine.run(statement);
  };

  const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
    if (current() !== undefined) return work();
    const own: Current = { transaction: await engine.begin(), state: 'open', callbacks: [] };
    let result: T;
    try {
      result = await currents.run(own, work);
      own.state = 'ended';
      await own.transaction.commit();
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
  const detached = <T>(work: () => T): T => currents.run(undefined, work);

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
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await route({ text, values }, true)).rows as Row[],
    execute: async <Row>(text: string, values: readonly unknown[] = []) => {
      const { rows, rowCount } = await route({ text, values }, false);
      return { rows: rows as Row[], rowCount };
    },
    patient: engine.patient,
    listen: (channel, handler) => detached(() => engine.listen(channel, handler)),
    notify: (channel, payload = '') => detached(() => engine.notify(channel, payload)),
    holdKey: () => detached(engine.holdKey),
    goneKeys: (keys) => detached(() => engine.goneKeys(keys)),
    ping: async () => {
      await engine.read({ text: 'select 1', values: [] });
    },
    close: engine.close,
  };
}
