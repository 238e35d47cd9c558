import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { lockDirectory } from './directory-lock.ts';
import { openLink, type EmbeddedLink } from './embedded-link.ts';
import { createMaintenance } from './embedded-maintenance.ts';
import { createEmbeddedTransaction } from './embedded-transaction.ts';
import type { Engine, Statement, StatementResult } from './engine.ts';
import { createLocalKeys } from './held-keys.ts';
import { createLocalChannels } from './local-channels.ts';
import { createPreparedNames } from './prepared-names.ts';
import { createTurns } from './turns.ts';
import { runOn } from './wire.ts';

const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const MAINTENANCE_LIMIT_MS = 600_000;
const REOPEN_DELAY_MS = 1_000;
const PRIVATE_DIRECTORY = 0o700;

type EmbeddedOptions = {
  dataDir?: string | undefined;
  log: Logger;
  statementTimeoutMs?: number;
  idleTransactionTimeoutMs?: number;
  template?: Uint8Array<ArrayBuffer> | undefined;
};

/** The embedded engine can also copy its directory: for prepared templates and backups. */
export type EmbeddedEngine = Engine & { dump: () => Promise<Uint8Array<ArrayBuffer>> };

type Home = { location: string; fresh: boolean; ready: () => void; leave: () => void };

/** Locks and prepares the directory; a first start that was cut short is begun again. */
function enterHome(dataDir: string | undefined): Home {
  if (dataDir === undefined || dataDir.startsWith('memory://')) {
    return { location: 'memory://', fresh: true, ready: () => {}, leave: () => {} };
  }
  const root = path.resolve(dataDir);
  mkdirSync(root, { recursive: true, mode: PRIVATE_DIRECTORY });
  chmodSync(root, PRIVATE_DIRECTORY);
  const leave = lockDirectory(path.join(root, 'database.lock'), root);
  const location = path.join(root, 'database');
  const unfinished = path.join(root, 'database.unfinished');
  if (existsSync(unfinished)) rmSync(location, { recursive: true, force: true });
  const fresh = !existsSync(location);
  if (fresh) {
    writeFileSync(unfinished, '');
    mkdirSync(location, { mode: PRIVATE_DIRECTORY });
  }
  return { location, fresh, ready: () => rmSync(unfinished, { force: true }), leave };
}

/** Keeps one link open: when it ends by itself, the next caller gets a new one. */
function createLinks(
  open: () => Promise<EmbeddedLink>,
  first: EmbeddedLink,
  log: Logger,
): { get: () => Promise<EmbeddedLink> } {
  let link: Promise<EmbeddedLink> = Promise.resolve(first);
  let failedAt = 0;
  const watch = (opened: EmbeddedLink): EmbeddedLink => {
    void opened.ended.then((error) => {
      if (error === undefined) return;
      log.error({ err: error }, 'the embedded database is opened again');
      reopen();
    });
    return opened;
  };
  const reopen = (): void => {
    link = open().then(watch);
    link.catch((error: unknown) => {
      failedAt = Date.now();
      log.error({ err: error }, 'the embedded database cannot be opened');
    });
  };
  watch(first);
  return {
    get: async () => {
      try {
        return await link;
      } catch (error) {
        if (Date.now() - failedAt < REOPEN_DELAY_MS) throw error;
        reopen();
        return link;
      }
    },
  };
}

/** The embedded database: PGlite in a worker thread, one connection that all share by turns. */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { log, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const home = enterHome(options.dataDir);
  let limitMs = statementTimeoutMs;
  const open = (template: Uint8Array<ArrayBuffer> | undefined): Promise<EmbeddedLink> =>
    openLink({ dataDir: home.location, template, limitMs: () => limitMs });
  let first: EmbeddedLink;
  try {
    first = await open(home.fresh ? options.template : undefined);
  } catch (error) {
    home.leave();
    throw error;
  }
  home.ready();
  const links = createLinks(() => open(undefined), first, log);
  const turn = createTurns();
  const nameOf = createPreparedNames();
  const channels = createLocalChannels(log);

  const run = async (statement: Statement): Promise<StatementResult> => {
    const done = await turn();
    let answer: Promise<StatementResult>;
    try {
      const { client } = await links.get();
      // Sent now, answered later: the next one may be sent meanwhile.
      answer = runOn(client, statement, nameOf(statement.text));
    } finally {
      done();
    }
    return answer;
  };
  const patient = async <T>(limit: number, work: () => Promise<T>): Promise<T> => {
    limitMs = Math.max(limit, statementTimeoutMs);
    try {
      return await work();
    } finally {
      limitMs = statementTimeoutMs;
    }
  };
  const maintenance = createMaintenance((statement) => patient(MAINTENANCE_LIMIT_MS, () => run(statement)), log);
  if (home.location !== 'memory://') maintenance.start();

  return {
    kind: 'embedded',
    read: run,
    run,
    begin: async () => {
      const done = await turn();
      try {
        const { client } = await links.get();
        const idleMs = options.idleTransactionTimeoutMs ?? IDLE_TRANSACTION_TIMEOUT_MS;
        return await createEmbeddedTransaction({ client, nameOf, idleMs, done });
      } catch (error) {
        done();
        throw error;
      }
    },
    patient,
    listen: channels.listen,
    notify: channels.notify,
    ...createLocalKeys(),
    dump: async () => (await links.get()).dump(),
    close: async () => {
      if (home.location !== 'memory://') await maintenance.stop();
      await channels.flush();
      const done = await turn();
      await (await links.get()).close();
      done();
      home.leave();
    },
  };
}
