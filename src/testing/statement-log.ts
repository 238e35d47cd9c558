import { AsyncLocalStorage } from 'node:async_hooks';
import type { Engine, Statement } from '#server/platform/db/engine.ts';

/** A statement as it was sent, by what it was sent for. */
export type LoggedStatement = { sentFor: string; text: string; values: readonly unknown[] };

/** What was sent. */
export type StatementLog = {
  /** Statements of this work are kept as sent for this. */
  during: <T>(sentFor: string, work: () => T) => T;
  statements: () => LoggedStatement[];
};

/**
 * An engine that keeps every statement that is sent through it while `during` runs, once for each text and what it was sent for, and
 * with so many different values.
 */
export function loggingEngine(engine: Engine, valuesKept = 3) {
  const purpose = new AsyncLocalStorage<string>();
  const kept = new Map<string, LoggedStatement[]>();
  const note = ({ text, values }: Statement): void => {
    const sentFor = purpose.getStore();
    if (sentFor === undefined) return;
    const key = `${sentFor}\n${text}`;
    const same = kept.get(key) ?? [];
    if (same.length < valuesKept) kept.set(key, [...same, { sentFor, text, values }]);
  };
  const noted =
    <T>(send: (statement: Statement) => T) =>
    (statement: Statement): T => {
      note(statement);
      return send(statement);
    };
  const logging: Engine = {
    ...engine,
    read: noted(engine.read),
    run: noted(engine.run),
    begin: async (limitMs) => {
      const inner = await engine.begin(limitMs);
      return { ...inner, run: noted(inner.run), later: noted(inner.later) };
    },
  };
  const log: StatementLog = {
    during: (sentFor, work) => purpose.run(sentFor, work),
    statements: () => [...kept.values()].flat(),
  };
  return { engine: logging, ...log };
}
