import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { codeOf } from '#shared/values/errors.ts';
import { lockDirectory } from './directory-lock.ts';
import { within } from '../within.ts';
import { createDiskGuard, type DiskGuard } from './disk-guard.ts';
import type { DiskNeed } from './disk-space.ts';
import { openLink, type EmbeddedLink } from './embedded-link.ts';
import { createMaintenance } from './embedded-maintenance.ts';
import { createEmbeddedTransaction } from './embedded-transaction.ts';
import type { CopyReader, Engine, EngineTransaction, Statement, StatementResult } from './engine.ts';
import { createLocalKeys } from './held-keys.ts';
import { createLocalChannels } from './local-channels.ts';
import { createPreparedNames } from './prepared-names.ts';
import { diskFull } from './refused-writes.ts';
import { runOn } from './wire.ts';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Gives turns strictly in the order they were requested; call what you get when your turn is over. */
export function createTurns(): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve();
  return async () => {
    const before = tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    tail = promise;
    await before;
    return resolve;
  };
}

const creator = fileURLToPath(new URL('./embedded-creator.ts', import.meta.url));

/**
 * Makes a new embedded database in an empty directory, in a process of its own: making one takes 340 MB, which a process
 * that lives on would never give back. When that fails the directory is empty again, and opening it makes the database.
 */
async function createEmbedded(directory: string, log: Logger): Promise<void> {
  const execArgv = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning'];
  const child = fork(creator, [directory], { stdio: 'ignore', execArgv });
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  if (code === 0) return;
  log.warn({ code }, 'a new database could not be made by a process of its own');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
}

const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const MAINTENANCE_LIMIT_MS = 600_000;
const REOPEN_DELAY_MS = 1_000;
/** Closing waits so long for what runs, and then for what it writes down itself. */
const CLOSE_WITHIN_MS = 500;
const PRIVATE_DIRECTORY = 0o700;

type EmbeddedOptions = {
  dataDir?: string | undefined;
  log: Logger;
  statementTimeoutMs?: number;
  idleTransactionTimeoutMs?: number;
  template?: Uint8Array<ArrayBuffer> | undefined;
  /** How much of the disk stays free: with less the database takes no writes. */
  disk?: DiskNeed | null;
};

/** What the database says to a write in a session that only reads. */
const READ_ONLY = '25006';

/** Runs work of the database; while the disk is short, a refused write and a database that cannot be opened are named after it. */
async function namingFullDisk<T>(guard: DiskGuard | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (guard?.isShort() !== true) throw noteDatabaseLost(error);
    const code = codeOf(error);
    throw code === READ_ONLY || code === undefined ? diskFull(error) : error;
  }
}

/** A transaction whose errors are named after a full disk where that is their cause. */
const guarded = (transaction: EngineTransaction, guard: DiskGuard | undefined): EngineTransaction => ({
  ...transaction,
  run: (statement) => namingFullDisk(guard, () => transaction.run(statement)),
  later: transaction.later,
  commit: () => namingFullDisk(guard, transaction.commit),
});

/** The statement by which a session of the database refuses writes, or takes them again. */
const refusing = (refuse: boolean): string => `set default_transaction_read_only = ${refuse ? 'on' : 'off'}`;

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

/** Watches the disk of a database that is on one. */
const guardOf = (
  { location }: Home,
  { disk, log }: EmbeddedOptions,
  refuseWrites: (refuse: boolean) => Promise<void>,
): DiskGuard | undefined =>
  disk == null || location === 'memory://' ? undefined : createDiskGuard({ need: disk, refuseWrites, log });

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

/** Opens the embedded database, and creates it if there is none. If that fails, the directory is free for other processes. */
async function openFirst(
  home: Home,
  { template, log }: EmbeddedOptions,
  open: (template: EmbeddedOptions['template']) => Promise<EmbeddedLink>,
): Promise<EmbeddedLink> {
  try {
    if (home.fresh && home.location !== 'memory://' && template === undefined) await createEmbedded(home.location, log);
    return await open(home.fresh ? template : undefined);
  } catch (error) {
    home.leave();
    throw error;
  }
}

/** Copies the directory at a turn of its own, when no transaction is open. */
const copying =
  ({
    turn,
    link,
    patient,
  }: {
    turn: ReturnType<typeof createTurns>;
    link: () => Promise<EmbeddedLink>;
    patient: Engine['patient'];
  }): NonNullable<Engine['copy']> =>
  async (look) => {
    const done = await turn();
    try {
      const { client, dump } = await link();
      const ask: CopyReader = async (text) => (await runOn(client, { text, values: [] })).rows;
      const seen = await patient(MAINTENANCE_LIMIT_MS, async () => {
        await ask('checkpoint');
        return look(ask);
      });
      return { seen, bytes: await dump() };
    } finally {
      done();
    }
  };

/** The embedded database: PGlite in a worker thread, one connection that all share by turns. */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<Engine> {
  const { log, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const home = enterHome(options.dataDir);
  let limitMs = statementTimeoutMs;
  const open = async (template: Uint8Array<ArrayBuffer> | undefined): Promise<EmbeddedLink> => {
    const link = await openLink({ dataDir: home.location, template, limitMs: () => limitMs });
    if (guard?.isShort() === true) await link.client.query(refusing(true));
    return link;
  };
  const guard = guardOf(home, options, async (refuse) => void (await runNow({ text: refusing(refuse), values: [] })));
  const first = await openFirst(home, options, open);
  home.ready();
  const links = createLinks(() => open(undefined), first, log);
  const turn = createTurns();
  const names = createPreparedNames();
  const channels = createLocalChannels(log);

  const runNow = async (statement: Statement): Promise<StatementResult> => {
    const done = await turn();
    let answer: Promise<StatementResult>;
    try {
      const { client } = await links.get();
      // Sent now, answered later: the next one may be sent meanwhile.
      answer = runOn(client, statement, names);
    } finally {
      done();
    }
    return answer;
  };
  const run = (statement: Statement): Promise<StatementResult> => namingFullDisk(guard, () => runNow(statement));
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
  guard?.start();

  return {
    kind: 'embedded',
    read: run,
    run,
    begin: async () => {
      const done = await turn();
      try {
        const { client } = await links.get();
        const idleMs = options.idleTransactionTimeoutMs ?? IDLE_TRANSACTION_TIMEOUT_MS;
        return guarded(await createEmbeddedTransaction({ client, names, idleMs, done }), guard);
      } catch (error) {
        done();
        throw guard?.isShort() === true ? diskFull(error) : noteDatabaseLost(error);
      }
    },
    patient,
    listen: channels.listen,
    notify: channels.notify,
    ...createLocalKeys(),
    copy: copying({ turn, link: links.get, patient }),
    close: async () => {
      guard?.stop();
      await channels.flush();
      if (home.location !== 'memory://') await within(maintenance.stop(CLOSE_WITHIN_MS), CLOSE_WITHIN_MS);
      // What was committed is in the log of the database: without the checkpoint it is read again at the next start.
      if (home.location !== 'memory://')
        await within(run({ text: 'checkpoint', values: [] }), CLOSE_WITHIN_MS).catch(() => {});
      const turned = turn().then((done) => setImmediate(done));
      await within(turned, CLOSE_WITHIN_MS);
      await (await links.get()).close();
      home.leave();
    },
  };
}
