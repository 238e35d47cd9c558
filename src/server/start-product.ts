import { readFile } from 'node:fs/promises';
import { parseAirlines, parseCarriers } from '#shared/reference/carriers.ts';
import { buildApp } from './app.ts';
import { portOf } from './connectors/port-of.ts';
import { deliveryOf, openCore, startParts } from './core.ts';
import type { Closer, Core, Product } from './core.ts';
import type { Asked, Say } from './commands/command.ts';
import { listenForCommands } from './commands/control.ts';
import { seedEdiPartners } from './modules/intake/edi/index.ts';
import type { FunctionBases } from './modules/execution/function-call/index.ts';
import { firstRunCode, wantsFirstRun } from './modules/administration/auth/index.ts';
import { seedEventItems } from './modules/exceptions/event-item/index.ts';
import { seedFreight } from './modules/commerce/freight/index.ts';
import { seedVehicles } from './modules/network/vehicle/index.ts';
import { demoLogins, seedWorld, worldLogins, worldPassword } from './modules/world/seed/index.ts';
import { REMOVED_CHANNEL } from './modules/world/world/index.ts';
import type { WorldClock } from './platform/clock/world-clock.ts';
import type { Settings } from './platform/config/index.ts';
import { listeningAt, portOrAny, whereToListen } from './platform/errors/listening-at.ts';
import type { HttpModule } from './platform/http/index.ts';
import { createLiveHub } from './platform/realtime/index.ts';
import { productModules } from './product.ts';
import { openWorker } from './worker-role.ts';

/** Starts a simulated world as a server of its own. */
export type WorldStarter = (options: {
  settings: Settings;
  clock: WorldClock;
}) => Promise<{ baseUrl: string; stop: () => Promise<void> }>;

const carriersFile = new URL('../../seeds/carriers.csv', import.meta.url);
const airlinesFile = new URL('../../seeds/airlines.csv', import.meta.url);
/** Airlines whose servers the world runs. */
const worldAirlines: readonly string[] = ['CZ', 'CA', 'CK'];
/** Simulated carriers that push, as the world's description names them: the first four. */
const pushingCarriers = 4;

async function openWorld(core: Core, startWorld: WorldStarter, closers: Closer[]): Promise<string | null> {
  const { settings, worldClock } = core;
  if (worldClock === null) return null;
  let baseUrl = settings.simulatorUrl;
  if (settings.roles.includes('simulator')) {
    const { simulatorPort: wanted, simulatorPortIsFree } = settings;
    const port = simulatorPortIsFree ? await portOrAny(wanted, '127.0.0.1') : wanted;
    const world = await listeningAt({ name: 'SIMULATOR_PORT', port }, () =>
      startWorld({ settings: { ...settings, simulatorPort: port }, clock: worldClock }),
    );
    closers.push(world.stop);
    baseUrl = world.baseUrl;
  }
  const carriers = parseCarriers(await readFile(carriersFile, 'utf8')).filter((carrier) => carrier.simulated);
  await seedWorld(core.database, {
    baseUrl,
    secretKey: core.keys,
    now: worldClock.now(),
    land: true,
    airlines: parseAirlines(await readFile(airlinesFile, 'utf8'))
      .filter(({ iata }) => worldAirlines.includes(iata))
      .map(({ iata, nameCn, nameEn }) => ({ code: iata, nameCn, nameEn })),
    carriers: carriers.map((carrier, index) => ({
      code: carrier.code,
      nameCn: carrier.nameCn,
      nameEn: carrier.nameEn,
      pushes: index < pushingCarriers,
    })),
  });
  await seedEdiPartners(
    core.database,
    carriers.map(({ code, scac, nameCn, nameEn }) => ({ code, scac: scac ?? code, nameCn, nameEn })),
  );
  await seedFreight(
    core.database,
    carriers.map(({ code }) => code),
    worldClock.now(),
  );
  await seedEventItems(core.database);
  await seedVehicles(core.database);
  await core.reference.refresh();
  return baseUrl;
}

async function openWeb(core: Core, closers: Closer[]): Promise<string> {
  const { settings } = core;
  const live = await createLiveHub({ database: core.database, log: core.log });
  const app = await buildApp({
    settings: {
      ...settings,
      demoLogins: settings.simulated ? demoLogins : [],
      secret: core.keys[0]?.toString('base64') ?? '',
      keys: core.keys,
    },
    database: core.database,
    queue: core.queue,
    clock: core.clock,
    log: core.log,
    live,
    stopping: core.stopping,
    modules: productModules(core),
  });
  await listeningAt({ name: 'PORT', port: settings.port }, () =>
    app.listen(whereToListen({ host: settings.host, port: settings.port })),
  );
  closers.push(async () => {
    await app.close();
    await live.stop();
  });
  const port = portOf(app.server);
  if (port === undefined) throw new Error('the web application listens on no port');
  const host = ['0.0.0.0', '::', '::1', '127.0.0.1'].includes(settings.host) ? 'localhost' : settings.host;
  return `http://${host}:${port}`;
}

/** What to do with a product that nobody can sign in to. */
async function announceFirstRun(core: Core): Promise<string[]> {
  if (!core.settings.passwordSignIn || !(await wantsFirstRun(core.database))) return [];
  const code = firstRunCode(core.keys[0]?.toString('base64') ?? '');
  return [
    `还没有用户：请在浏览器中打开下面的地址，用设置码 ${code} 建立第一个管理员。`,
    `There is no user yet: open the address below in a browser and enter the set-up code ${code} to make the first administrator.`,
  ];
}

/** Where the simulated world is, when the port that it has by default was taken. */
function announcePort({ simulatorPort, simulatorPortIsFree }: Settings, worldUrl: string | null): string[] {
  if (worldUrl === null || !simulatorPortIsFree) return [];
  const { port } = new URL(worldUrl);
  if (port === String(simulatorPort)) return [];
  return [
    `端口 ${simulatorPort} 已被占用，模拟世界改用端口 ${port}。`,
    `Port ${simulatorPort} is in use: the simulated world listens on port ${port} instead.`,
  ];
}

function announce(core: Core): string[] {
  if (core.worldClock === null || core.settings.production) return [];
  return [
    `模拟世界的登录账号，密码均为 ${worldPassword} / Logins of the simulated world, password ${worldPassword}:`,
    ...worldLogins.map((login) => `  ${login.userCode.padEnd(10)}${login.role.zh} / ${login.role.en}`),
  ];
}

/** The configured base addresses of functions; the simulated world has services of its own to try. */
const functionBasesOf = ({ functionBases }: Core, worldUrl: string | null): FunctionBases =>
  worldUrl === null ? functionBases : new Map([['DEMO', `${worldUrl}/functions`], ...functionBases]);

/** The embedded database is in use from now on: commands of the console are run here. */
async function hearCommands({ settings, database, log }: Core): Promise<Closer> {
  if (database.kind !== 'embedded') return async () => {};
  const run = async (asked: Asked, say: Say): Promise<number> => {
    const { runAsked } = await import('./commands/run-command.ts');
    return runAsked(asked, { settings, database, say });
  };
  return listenForCommands(settings.dataDir, run, log);
}

/**
 * Starts the roles of this process, each after what it stands on; `stop` ends them in the reverse order. `again` is called when the
 * process has to start over.
 */
export function startProduct(settings: Settings, startWorld: WorldStarter, again: () => void): Promise<Product> {
  return startParts(async (closers, stopping) => {
    const opened = await openCore(settings, closers, stopping);
    closers.push(await hearCommands(opened));
    const worldUrl = await openWorld(opened, startWorld, closers);
    // A world that is removed goes while nothing runs: every process starts over.
    if (worldUrl !== null) closers.push(await opened.database.listen(REMOVED_CHANNEL, again));
    const core = {
      ...opened,
      functionBases: functionBasesOf(opened, worldUrl),
      delivery: deliveryOf(settings, worldUrl),
    };
    const webUrl = settings.roles.includes('web') ? await openWeb(core, closers) : null;
    // The port may be any free one: links are right once it is known.
    core.delivery.publicUrl = settings.publicUrl ?? webUrl ?? core.delivery.publicUrl;
    if (settings.roles.includes('worker')) await openWorker(core, worldUrl, webUrl, closers);
    return {
      url: webUrl ?? worldUrl ?? settings.roles.join(','),
      announcement:
        webUrl === null
          ? []
          : [...announcePort(settings, worldUrl), ...announce(core), ...(await announceFirstRun(core))],
    };
  });
}
