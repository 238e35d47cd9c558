import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { loadSettings } from './platform/config/index.ts';
import type { Settings } from './platform/config/index.ts';
import { lockDirectory } from './platform/db/directory-lock.ts';
import { backUpEmbedded, restoreEmbedded } from './platform/db/embedded-backup.ts';
import { startProblem } from './platform/errors/start-problem.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { createLogger } from './platform/log/logger.ts';
import type { Product } from './core.ts';
import type { WorldStarter } from './start-product.ts';

const keepCompiledAfterMs = 10_000;
/** What does not end by then is left as a kill would leave it: nothing is lost by that. */
const stopMostMs = 4_800;

const say = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
const complain = (...lines: readonly string[]): void => void process.stderr.write(`${lines.join('\n')}\n`);

// The only place that knows the simulator: it is started like a foreign server and spoken to over its socket.
const startWorld: WorldStarter = async ({ settings, clock }) => {
  const { startSimulator } = await import('#simulator/index.ts');
  const simulator = await startSimulator({
    seed: settings.simulatorSeed,
    host: '127.0.0.1',
    port: settings.simulatorPort,
    now: clock.now,
    speed: () => clock.time().speed,
    ediFolder: settings.ediFolder,
    cargoImpFolder: settings.cargoImpFolder,
    robots: settings.simulatorRobots,
    bookingsFile: join(settings.dataDir, 'world-bookings.json'),
  });
  return { baseUrl: simulator.baseUrl, stop: () => simulator.stop() };
};

/** Stops once, however often asked, after the start if that is not over; a second signal ends the process at once. */
function stopOnSignals(running: { product: Promise<Product> }): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    setTimeout(() => {
      complain(
        '未能在 5 秒内正常结束，直接退出；数据不受影响。',
        'Did not end within 5 seconds and was left as it is; no data are lost.',
      );
      process.exit(1);
    }, stopMostMs).unref();
    const stopped = running.product.then((product) => product.stop());
    stopped.then(
      () => process.exit(0),
      (error: unknown) => {
        complain(String(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  // The process that started us is gone: living on alone would hold the data directory.
  process.on('disconnect', stop);
  if (process.send !== undefined && !process.connected) stop();
}

/** Empties the embedded database; refused while another process uses it. The key of the installation stays. */
async function removeEmbeddedData(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const leave = lockDirectory(join(dataDir, 'database.lock'), dataDir);
  await rm(join(dataDir, 'database'), { recursive: true, force: true });
  leave();
}

/** Value of `--name=value`. */
const optionOf = (args: readonly string[], name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Work on the embedded database that ends when it is done; false when none was asked for. */
async function copyData(args: readonly string[], { databaseUrl, dataDir, logLevel }: Settings): Promise<boolean> {
  const [backUpTo, restoreFrom] = [optionOf(args, 'backup'), optionOf(args, 'restore')];
  if (backUpTo === undefined && restoreFrom === undefined) return false;
  if (databaseUrl !== undefined) {
    throw new StartupError('PostgreSQL 请使用 pg_dump 和 pg_restore。', 'Use pg_dump and pg_restore with PostgreSQL.');
  }
  const log = createLogger({ level: logLevel });
  if (backUpTo !== undefined) {
    await backUpEmbedded(dataDir, backUpTo, log);
    say(`已备份到 ${backUpTo}`, `Backed up to ${backUpTo}`);
  } else if (restoreFrom !== undefined) {
    await restoreEmbedded(dataDir, restoreFrom, log);
    say(`已从 ${restoreFrom} 恢复`, `Restored from ${restoreFrom}`);
  }
  return true;
}

/** Loads no more than the roles of this process need, so that a worker that ended is back soon. */
async function start(settings: Settings, again: () => void): Promise<Product> {
  if (settings.roles.join() === 'worker' && !settings.simulated) {
    const { startWorker } = await import('./worker-role.ts');
    return startWorker(settings);
  }
  const { startProduct } = await import('./start-product.ts');
  return startProduct(settings, startWorld, again);
}

/** Writes down what was compiled, with the functions in use by then: a process that is killed does not do it at its end. */
function keepCompiled(): void {
  setTimeout(() => flushCompileCache(), keepCompiledAfterMs).unref();
}

/** Calls it once, however often asked; when it fails, the process ends. */
function once(act: () => Promise<void>): () => void {
  let called = false;
  return () => {
    if (called) return;
    called = true;
    act().catch((error: unknown) => {
      complain('重新启动失败。Portolan could not start again.', String(error));
      process.exit(1);
    });
  };
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--version')) {
    say(packageJson.version);
    return;
  }
  const loaded = loadSettings(process.env, args);
  if (loaded.problems !== undefined) {
    for (const problem of loaded.problems) complain(`${problem.zh} / ${problem.en}`);
    process.exit(1);
  }
  const { settings } = loaded;
  if (await copyData(args, settings)) return;
  if (args.includes('--rotate-keys')) {
    const { rotateSecrets } = await import('./rotate-secrets.ts');
    if (!(await rotateSecrets(settings, say))) process.exitCode = 1;
    return;
  }
  if (args.includes('--migrate')) {
    const { migrateCommand } = await import('./migrate-command.ts');
    await migrateCommand(settings, args.includes('--dry-run'), say);
    return;
  }
  if (args.includes('--create-admin')) {
    const { createAdmin } = await import('./create-admin.ts');
    await createAdmin(settings, say);
    return;
  }
  if (args.includes('--reset')) {
    if (settings.databaseUrl !== undefined) {
      complain(
        '使用 PostgreSQL 时不能重置，请自行清空数据库。',
        'A PostgreSQL database is not reset from here; empty it yourself.',
      );
      process.exit(1);
    }
    await removeEmbeddedData(settings.dataDir);
    say('数据已清空，正在重新创建…', 'The data were removed; starting over…');
  }
  const running = { product: start(settings, () => again()) };
  const report = async (): Promise<void> => {
    const { announcement, url } = await running.product;
    say(...announcement, `Portolan is ready at ${url}`);
  };
  const again = once(async () => {
    const { stop } = await running.product;
    await stop();
    running.product = start(settings, () => {});
    await report();
  });
  stopOnSignals(running);
  await report();
  keepCompiled();
}

try {
  await main();
} catch (error) {
  const plain = startProblem(error, process.env['DATA_DIR'] ?? 'data');
  if (plain !== undefined) complain(plain.zh, plain.en);
  else
    complain(
      '启动失败。Portolan could not start.',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  process.exit(1);
}
