import type pg from 'pg';
import type { EngineTransaction, Statement, StatementResult } from './engine.ts';
import type { PreparedNames } from './prepared-names.ts';
import { createQueue, runOn } from './wire.ts';

type Options = { client: pg.Client; names: PreparedNames; idleMs: number; done: () => void };

/** A transaction on the shared connection; nobody else has a turn until it ends, so an idle one is ended by force. */
export async function createEmbeddedTransaction({ client, names, idleMs, done }: Options): Promise<EngineTransaction> {
  const inOrder = createQueue();
  let ended = false;
  let broken: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = 0;

  const end = async (command: 'commit' | 'rollback'): Promise<string> => {
    ended = true;
    clearTimeout(timer);
    try {
      return (await inOrder(() => runOn(client, { text: command, values: [] }))).command;
    } finally {
      done();
    }
  };
  const arm = (): void => {
    clearTimeout(timer);
    if (ended || running > 0) return;
    timer = setTimeout(() => {
      broken = new Error(`the transaction was rolled back: it did nothing for ${idleMs} ms`);
      end('rollback').catch(() => {});
    }, idleMs);
    timer.unref();
  };

  await runOn(client, { text: 'begin', values: [] });
  arm();
  const unawaited: Promise<unknown>[] = [];
  const run = async (statement: Statement): Promise<StatementResult> => {
    if (broken !== undefined) throw broken;
    if (ended) throw new Error('the transaction has ended');
    running += 1;
    clearTimeout(timer);
    try {
      return await inOrder(() => runOn(client, statement, names));
    } finally {
      running -= 1;
      arm();
    }
  };
  return {
    run,
    later: (statement) => {
      const answer = run(statement);
      answer.catch(() => {});
      unawaited.push(answer);
    },
    commit: async () => {
      if (broken !== undefined) throw broken;
      await Promise.all(unawaited);
      if ((await end('commit')) !== 'COMMIT')
        throw new Error('the transaction was rolled back: a statement in it had failed');
    },
    rollback: async () => {
      if (!ended) await end('rollback').catch(() => {});
    },
  };
}
