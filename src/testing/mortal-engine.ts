import type { Engine, EngineTransaction } from '#server/platform/db/engine.ts';

/** What every statement of a process that has ended fails with. */
class Killed extends Error {
  constructor() {
    super('killed');
  }
}

/**
 * The engine of a process that ends at the n-th step from now: before a statement, before a commit, or after one whose answer does not
 * arrive. From then on nothing more is done; a transaction that is open is rolled back, as the database does when a connection is lost.
 */
export function mortalEngine(engine: Engine) {
  let left = Infinity;
  let counted = 0;
  const step = (): void => {
    counted += 1;
    left -= 1;
    if (left < 0) throw new Killed();
  };
  const begin: Engine['begin'] = async (limitMs) => {
    step();
    const inner = await engine.begin(limitMs);
    let committed = false;
    const transaction: EngineTransaction = {
      run: async (statement) => {
        step();
        return inner.run(statement);
      },
      later: (statement) => {
        step();
        inner.later(statement);
      },
      commit: async () => {
        step();
        await inner.commit();
        committed = true;
        step();
      },
      rollback: async () => {
        if (!committed) await inner.rollback();
      },
    };
    return transaction;
  };
  const mortal: Engine = {
    ...engine,
    read: async (statement) => {
      step();
      return engine.read(statement);
    },
    run: async (statement) => {
      step();
      const result = await engine.run(statement);
      step();
      return result;
    },
    begin,
  };
  return {
    engine: mortal,
    dieAfter: (steps: number): void => {
      left = steps;
      counted = 0;
    },
    isDead: (): boolean => left < 0,
    /** A new process starts; gives how many steps the last one made. */
    revive: (): number => {
      left = Infinity;
      return counted;
    },
  };
}
