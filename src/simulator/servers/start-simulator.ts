import Fastify from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { RECORDING_PATH, startAisServer } from '../ais/server.ts';
import { startEdiPartners } from '../edi/index.ts';
import type { WorldReference } from '../network/types.ts';
import { type World, createWorld } from '../world.ts';
import { startReceivers } from '../receivers/index.ts';
import { addAggregatorRoutes } from './aggregator-routes.ts';
import { addCarrierRoutes } from './carrier-routes.ts';
import type { ServerContext } from './context.ts';
import { addCustomsRoutes } from './customs-routes.ts';
import { addFunctionRoutes } from './function-routes.ts';
import { addSubscriptionRoutes } from './subscription-routes.ts';
import { createSubscriptions } from './subscriptions.ts';
import { addSiteRoutes } from '../pages/site-routes.ts';
import { addScheduleRoutes } from '../schedules/schedule-routes.ts';
import { startRobot } from '../pages/robot.ts';
import { addShipperRoutes, tenants } from './shipper-routes.ts';

/** How to start the simulator. */
export type SimulatorOptions = {
  seed: string;
  host: string;
  /** 0 = any free port. */
  port: number;
  /** The clock of the world. */
  now: () => Instant;
  /** World seconds per real second, shown by /world only. */
  speed?: () => number;
  /** Whether carriers' servers fail, answer slowly and so on; true unless told otherwise. */
  faults?: boolean;
  /** Real milliseconds between two looks for events to push; 1,000 unless told otherwise. */
  pushEveryMs?: number;
  /** Real milliseconds between two looks of the robot at what is wanted; 3,000 unless told otherwise. */
  robotEveryMs?: number;
  /** Folder into which terminals and carriers put files of electronic messages; none when absent. */
  ediFolder?: string | null;
  /** Ports, carriers and ships; read from the seed files unless given. */
  reference?: WorldReference;
};

/** A running simulator. */
export type Simulator = {
  baseUrl: string;
  world: World;
  /** Pushes all events that are due and waits until they are delivered or given up for now. */
  pushNow(): Promise<void>;
  /** Has the robot look at what is wanted now; gives how many pages that were. */
  robotNow(): Promise<number>;
  /** Has the ships' transmitters say what is due by now. */
  reportNow(): void;
  stop(): Promise<void>;
};

/** Starts the world behind one HTTP listener: carriers, aggregator, customs, the tenants' order systems and a few services of theirs. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const world = createWorld({ seed: options.seed, reference: options.reference });
  const stopper = new AbortController();
  const context: ServerContext = {
    world,
    now: options.now,
    faults: options.faults ?? true,
    stopping: stopper.signal,
  };
  const app = Fastify({ logger: false, bodyLimit: 1_048_576, forceCloseConnections: true });
  const subscriptions = createSubscriptions(context);
  addCarrierRoutes(app, context, (scope) => addSubscriptionRoutes(scope, context, subscriptions));
  addScheduleRoutes(app, context);
  addAggregatorRoutes(app, context);
  addCustomsRoutes(app, context);
  addShipperRoutes(app, context);
  addSiteRoutes(app, context);
  const robot = startRobot(app, {
    now: options.now,
    stopping: stopper.signal,
    everyMs: options.robotEveryMs ?? 3_000,
  });
  const receivers = await startReceivers(app, { host: options.host, now: options.now, stopping: stopper.signal });
  addFunctionRoutes(app, context);
  const ais = await startAisServer(app, {
    world,
    host: options.host,
    now: options.now,
    speed: options.speed ?? (() => 1),
  });
  app.get('/world', () => {
    const now = options.now();
    const alive = world.shipmentsAlive(now);
    return {
      seed: options.seed,
      now: toIsoText(now),
      speed: options.speed?.() ?? 1,
      ais: { port: ais.port, recording: RECORDING_PATH },
      carriers: world.network.carriers.map(({ code, name }) => ({ code, name })),
      tenants,
      counts: {
        services: world.network.services.length,
        vessels: new Set(world.network.services.flatMap(({ fleet }) => fleet)).size,
        shipmentsAlive: alive.length,
        containersAlive: alive.reduce((sum, { containers }) => sum + containers.length, 0),
        subscriptions: subscriptions.count(),
      },
    };
  });
  const address = await app.listen({ host: options.host, port: options.port });
  const timer = setInterval(() => void subscriptions.pushDue(), options.pushEveryMs ?? 1_000);
  timer.unref();
  const edi = options.ediFolder ? startEdiPartners({ world, folder: options.ediFolder, now: options.now }) : undefined;
  return {
    baseUrl: address,
    world,
    pushNow: () => subscriptions.pushDue(),
    robotNow: () => robot.workNow(),
    reportNow: () => ais.sendNow(),
    async stop() {
      clearInterval(timer);
      stopper.abort();
      await edi?.stop();
      await robot.stop();
      await ais.stop();
      await app.close();
      await receivers.stop();
    },
  };
}
