import { readFile } from 'node:fs/promises';
import { parseAirlines, parseCarriers } from '#shared/reference/carriers.ts';
import { buildApp } from './app.ts';
import { portOf } from './connectors/port-of.ts';
import { causeNotifier, pipelineDeps } from './background.ts';
import { auditModule } from './modules/administration/audit/index.ts';
import { deliveryOf, openCore, startParts } from './core.ts';
import type { Closer, Core, Product } from './core.ts';
import { autotestModule } from './modules/exceptions/rule-backtest/index.ts';
import { assetReader, configurationModule } from './modules/administration/configuration/index.ts';
import { entityServices } from './entity-services.ts';
import { businessDataModule } from './modules/tracking/business-data/index.ts';
import { importModule } from './entity/index.ts';
import type { Asked, Say } from './commands/command.ts';
import { listenForCommands } from './commands/control.ts';
import { exportLists } from './export-lists.ts';
import { listModule } from './list-sources.ts';
import { pullScheduler, pushScheduler } from './modules/intake/collection/index.ts';
import { ediFileScheduler, ediModule, seedEdiPartners } from './modules/intake/edi/index.ts';
import { exceptionModule, tracePresenter } from './modules/exceptions/exception/index.ts';
import { exportModule } from './modules/administration/export/index.ts';
import { functionCallModule, functionServices } from './modules/execution/function-call/index.ts';
import type { FunctionBases } from './modules/execution/function-call/index.ts';
import { incidentModule } from './modules/exceptions/incident/index.ts';
import { handlingModule } from './modules/exceptions/handling/index.ts';
import { jobModule, robotModule } from './modules/execution/job/index.ts';
import { masterdataModule } from './modules/administration/masterdata/index.ts';
import { nothingConfigured, notificationModule } from './modules/administration/notification/index.ts';
import { firstRunCode, wantsFirstRun } from './modules/administration/auth/index.ts';
import { assistantModule } from './modules/interfaces/assistant/index.ts';
import { outwardModule } from './modules/interfaces/outward/index.ts';
import { sourceModule } from './modules/intake/source/index.ts';
import { overviewModule } from './modules/exceptions/overview/index.ts';
import { overrideModule } from './modules/tracking/override/index.ts';
import { precedenceModule } from './modules/intake/precedence/index.ts';
import { sourceScoreModule } from './modules/intake/source-score/index.ts';
import { preferenceModule } from './modules/administration/preference/index.ts';
import { findTracePosition, positionModule } from './modules/network/position/index.ts';
import { lookupScheduler, pushModule, retractionScheduler } from './modules/intake/push/index.ts';
import { replayModule } from './modules/intake/replay/index.ts';
import { orderModule } from './modules/commerce/order/index.ts';
import { bookingModule } from './modules/commerce/booking/index.ts';
import { eventModule } from './modules/exceptions/event/index.ts';
import { eventItemModule, seedEventItems } from './modules/exceptions/event-item/index.ts';
import { freightModule, seedFreight } from './modules/commerce/freight/index.ts';
import { orchestrationModule } from './modules/execution/orchestration/index.ts';
import { seedVehicles, vehicleModule } from './modules/network/vehicle/index.ts';
import { refusalModule } from './modules/intake/refusal/index.ts';
import { rpaModule } from './modules/intake/rpa/index.ts';
import { flightModule } from './modules/network/flight/index.ts';
import { sailingModule } from './modules/network/sailing/index.ts';
import { handOverModule } from './modules/tracking/hand-over/index.ts';
import { whatIfModule } from './modules/commerce/what-if/index.ts';
import { demoLogins, seedWorld, worldLogins, worldPassword } from './modules/world/seed/index.ts';
import { scheduleModule } from './modules/execution/schedule/index.ts';
import { landModule } from './modules/tracking/land/index.ts';
import { airModule } from './modules/tracking/air/index.ts';
import { subscriptionModule } from './modules/tracking/subscription/index.ts';
import { testShipmentModule } from './modules/tracking/test-shipment/index.ts';
import { traceModule } from './modules/tracking/trace/index.ts';
import { traceIndexModule } from './modules/tracking/trace-index/index.ts';
import { trackingModule } from './modules/tracking/shipment/index.ts';
import { unknownPortModule } from './modules/intake/unknown-port/index.ts';
import { userModule } from './modules/administration/user/index.ts';
import { riskModule } from './modules/network/risk/index.ts';
import { vesselModule } from './modules/network/vessel/index.ts';
import { REMOVED_CHANNEL, worldModule } from './modules/world/world/index.ts';
import type { WorldClock } from './platform/clock/world-clock.ts';
import type { Settings } from './platform/config/index.ts';
import { listeningAt, portOrAny, whereToListen } from './platform/errors/listening-at.ts';
import type { HttpModule } from './platform/http/index.ts';
import { createLiveHub } from './platform/realtime/index.ts';
import { openWorker } from './worker-role.ts';

/** Starts a simulated world as a server of its own. */
export type WorldStarter = (options: {
  settings: Settings;
  clock: WorldClock;
}) => Promise<{ baseUrl: string; stop: () => Promise<void> }>;

/** The subscription list, what is done about subscriptions, and expert values: all fuse in the call itself. */
function subscriptionModules(core: Parameters<typeof productModules>[0]): HttpModule[] {
  const { reference, queue } = core;
  const pipeline = pipelineDeps({ ...core, database: queue.database, log: queue.log });
  return [
    subscriptionModule({ reference, schedulePulls: pullScheduler(queue) }),
    airModule(reference.current, pullScheduler(queue)),
    landModule(reference.current, pullScheduler(queue)),
    replayModule({ pipeline, queue, reference, jobs: jobParts(core) }),
    overrideModule({ pipeline, reference }),
    businessDataModule({ pipeline, reference }),
    traceModule({ reference, pipeline }, tracePresenter(reference.current), findTracePosition),
    precedenceModule({ pipeline, queue }),
    testShipmentModule({ reference: reference.current, schedulePulls: pullScheduler(queue) }),
    sourceScoreModule(core.reference.current),
    unknownPortModule({ reference, queue }),
  ];
}

/** What jobs need: assets of tenants, and notifications where they can be sent. */
const jobParts = (core: Parameters<typeof productModules>[0]) => {
  const { queue, delivery, keys } = core;
  const readAsset = assetReader({ database: queue.database, keys });
  return delivery === undefined
    ? { readAsset }
    : { readAsset, notify: causeNotifier({ ...core, database: queue.database }, delivery) };
};

/** What hand-overs need: they are mailed where notifications can be sent. */
const handOverParts = (core: Parameters<typeof productModules>[0]) => {
  const { queue, delivery, reference } = core;
  return delivery === undefined
    ? { reference }
    : { reference, tell: causeNotifier({ ...core, database: queue.database }, delivery) };
};

/** The features of the product. */
export const productModules = (
  core: Pick<Core, 'reference' | 'keys' | 'queue' | 'clock' | 'worldClock'> &
    Partial<Pick<Core, 'functionBases' | 'delivery' | 'ediFolder'>>,
): HttpModule[] => [
  masterdataModule(core.reference),
  configurationModule(entityServices(core)),
  importModule(entityServices(core), core.queue),
  exportModule(exportLists(core), core.queue),
  userModule(entityServices(core)),
  auditModule(core.reference, entityServices(core)),
  preferenceModule(),
  exceptionModule(core.reference),
  handlingModule(core.reference),
  autotestModule(core),
  incidentModule(core.reference),
  trackingModule(core.reference, tracePresenter(core.reference.current), findTracePosition),
  positionModule,
  vehicleModule(entityServices(core)),
  sailingModule(core.reference, core.keys),
  whatIfModule(core.reference),
  handOverModule(handOverParts(core)),
  flightModule(core.reference),
  freightModule(entityServices(core), () => core.reference.current()),
  bookingModule(core.reference),
  eventModule(core.reference.current),
  eventItemModule(core),
  orderModule(core.reference),
  vesselModule(core.reference),
  riskModule(core.reference),
  ...subscriptionModules(core),
  listModule(core.reference.current),
  traceIndexModule(core.reference.current),
  refusalModule,
  rpaModule({ reference: core.reference, queue: core.queue }),
  jobModule({ ...jobParts(core), services: entityServices(core), queue: core.queue }),
  robotModule({ ...jobParts(core), services: entityServices(core) }),
  orchestrationModule(jobParts(core)),
  scheduleModule,
  worldModule({ clock: core.clock, simulated: core.worldClock }),
  overviewModule(core),
  notificationModule({ ...core, settings: core.delivery ?? nothingConfigured, services: entityServices(core) }),
  functionCallModule(functionServices({ ...core, hasWorld: core.worldClock !== null })),
  sourceModule({
    keys: core.keys,
    reference: () => core.reference.current(),
    allowed: core.delivery?.allowedUrls ?? [],
  }),
  assistantModule({
    reference: () => core.reference.current(),
    publicUrl: () => core.delivery?.publicUrl ?? '',
  }),
  outwardModule({
    keys: core.keys,
    allowed: core.delivery?.allowedUrls ?? [],
    schedulePulls: pullScheduler(core.queue),
  }),
  ediModule({
    reference: core.reference,
    scheduleProcessing: pushScheduler(core.queue),
    scheduleFile: ediFileScheduler(core.queue),
    folder: core.ediFolder ?? null,
  }),
  pushModule({
    keys: core.keys,
    scheduleProcessing: pushScheduler(core.queue),
    scheduleRetractions: retractionScheduler(core.queue),
    scheduleLookup: lookupScheduler(core.queue),
    schedulePulls: pullScheduler(core.queue),
  }),
];

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
