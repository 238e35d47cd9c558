import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { loadSettings, startWarnings } from './platform/config/index.ts';
import type { Settings } from './platform/config/index.ts';
import { startProblem } from './platform/errors/start-problem.ts';
import { parseCommand } from './commands/command.ts';
import { showHelp, showVersion } from './commands/help.ts';
import { commands } from './commands/index.ts';
import type { Product } from './core.ts';
import type { WorldStarter } from './start-product.ts';

const keepCompiledAfterMs = 10_000;
/** What does not end by then is left as a kill would leave it: nothing is lost by that. */
const maxStopMs = 25_000;
/** A start that is not over by then is left as a kill would leave it. */
const maxStartingMs = 15_000;

const say = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
// A reader that has seen enough, such as `head`, ends nothing.
process.stdout.on('error', () => {});
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

/**
 * Stops once, however often asked; a second signal ends the process at once. `running` is there from the beginning: a start that is
 * under way is waited for, but not for long.
 */
function stopOnSignals(running: { product: Promise<Product> }): void {
  let stopping = false;
  const stopProduct = async (): Promise<void> => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxStartingMs, undefined).unref());
    const product = await Promise.race([running.product.catch(() => undefined), late]);
    await product?.stop();
  };
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    setTimeout(() => {
      complain(
        '未能在 25 秒内正常结束，直接退出；数据不受影响。',
        'Did not end within 25 seconds and was left as it is; no data are lost.',
      );
      process.exit(1);
    }, maxStopMs).unref();
    stopProduct().then(
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

/** Starts the product and says where it is. */
async function run(settings: Settings): Promise<void> {
  for (const { zh, en } of startWarnings(settings)) complain(zh, en);
  // Loading begins after signals are heard.
  const running = { product: Promise.resolve().then(() => start(settings, () => again())) };
  const report = async (): Promise<void> => {
    const { announcement, url } = await running.product;
    say(...announcement, `Portolan is ready at ${url}`);
  };
  const again = once(async () => {
    await (await running.product).stop();
    running.product = start(settings, () => {});
    await report();
  });
  stopOnSignals(running);
  await report();
  keepCompiled();
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const called = parseCommand(commands, args);
  // These two need no settings.
  if (called?.command.name === 'help') return void (await showHelp({ ...called.requested, say }));
  if (called?.command.name === 'version') return void (await showVersion({ say }));
  const loaded = loadSettings(process.env, args);
  if (loaded.problems !== undefined) {
    for (const problem of loaded.problems) complain(`${problem.zh} / ${problem.en}`);
    process.exit(1);
  }
  const { settings } = loaded;
  if (called !== undefined) {
    const { runCommand } = await import('./commands/run-command.ts');
    const outcome = await runCommand(called.command, called.requested, settings, say);
    // What hangs on the network does not keep the console.
    if (outcome !== 'start') return void process.stdout.write('', () => process.exit(outcome));
  }
  await run(settings);
}

try {
  await main();
} catch (error) {
  const plain = startProblem(error, {
    dataDir: process.env['DATA_DIR'] ?? 'data',
    databaseUrl: process.env['DATABASE_URL'],
  });
  if (plain !== undefined) complain(plain.zh, plain.en);
  else
    complain(
      '启动失败。Portolan could not start.',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  process.exit(1);
}
