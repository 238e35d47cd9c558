import Fastify from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { startCargoImp } from '../air/cargo-imp.ts';
import { type Consignments, createConsignments } from '../air/consignments.ts';
import { RECORDING_PATH, startAisServer } from '../ais/server.ts';
import { addDialectRoutes } from '../dialects/dialect-routes.ts';
import type { Partner } from '../folders/start-partner.ts';
import { startEdiPartners } from '../edi/index.ts';
import type { WorldReference } from '../network/types.ts';
import { throughOf } from '../journeys/through.ts';
import { type World, createWorld } from '../world.ts';
import { startReceivers } from '../receivers/index.ts';
import { addPlatforms } from '../platforms/index.ts';
import { addAirRoutes } from './air-routes.ts';
import { addLandRoutes } from './land-routes.ts';
import { addCarrierRoutes } from './carrier-routes.ts';
import type { ServerContext } from './context.ts';
import { addCustomsRoutes } from './customs-routes.ts';
import { addFunctionRoutes } from './function-routes.ts';
import { addSubscriptionRoutes } from './subscription-routes.ts';
import { createSubscriptions } from './subscriptions.ts';
import { addSiteRoutes } from '../pages/site-routes.ts';
import { addScheduleRoutes } from '../schedules/schedule-routes.ts';
import { addRobots } from '../robots/index.ts';
import { addBookingRoutes } from '../commerce/booking-routes.ts';
import { openCustomerBookings } from '../commerce/customer-bookings.ts';
import { addOfferRoutes } from '../commerce/offer-routes.ts';
import { addWeatherRoutes } from '../weather/weather-routes.ts';
import { startDevices } from '../vehicles/dial.ts';
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
  /** Whether carriers' servers fail, answer slowly and so on; true unless specified otherwise. */
  faults?: boolean;
  /** Real milliseconds between two looks for events to push; 1,000 unless specified otherwise. */
  pushEveryMs?: number;
  /** Whether robots work, each in a process of its own, once they are hired; not unless specified otherwise. */
  robots?: boolean;
  /** Folder into which terminals and carriers put files of electronic messages; none when absent. */
  ediFolder?: string | null;
  /** Folder into which airlines put status messages of Cargo-IMP, as files and mails; none when absent. */
  cargoImpFolder?: string | null;
  /** File in which carriers keep what customers booked; only in memory when absent. */
  bookingsFile?: string | null;
  /** Ports, carriers and ships; read from the seed files unless given. */
  reference?: WorldReference;
};

/** A running simulator. */
export type Simulator = {
  baseUrl: string;
  world: World;
  /** Pushes all events that are due and waits until they are delivered or given up for now. */
  pushNow(): Promise<void>;
  /** Has the ships' transmitters say what is due by now. */
  reportNow(): void;
  /** Has the devices of trucks connect, or report what is due by now. */
  driveNow(): void;
  stop(): Promise<void>;
};

/** Starts those who put files into folders: terminals, carriers, airlines. */
function startFolders(
  { seed, now, ediFolder, cargoImpFolder }: SimulatorOptions,
  world: World,
  consignments: Consignments,
): Partner[] {
  return [
    ...(ediFolder ? [startEdiPartners({ world, folder: ediFolder, now })] : []),
    ...(cargoImpFolder ? [startCargoImp({ seed, consignments, folder: cargoImpFolder, now })] : []),
  ];
}

/** Starts the world behind one HTTP listener: carriers, aggregator, customs, the tenants' order systems and a few services of theirs. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const bookings = openCustomerBookings(options.bookingsFile ?? null);
  const world = createWorld({ seed: options.seed, reference: options.reference, bookedBy: bookings.planOf });
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
  addDialectRoutes(app, context);
  addScheduleRoutes(app, context);
  addOfferRoutes(app, context);
  addBookingRoutes(app, context, bookings);
  const platforms = addPlatforms(app, context);
  addCustomsRoutes(app, context);
  addWeatherRoutes(app, context);
  const consignments = createConsignments(options.seed, throughOf(world).air);
  const air = addAirRoutes(app, context, consignments);
  const land = addLandRoutes(app, context);
  addShipperRoutes(app, context);
  addSiteRoutes(app, context);
  const robots = addRobots(app, { seed: options.seed, enabled: options.robots === true });
  const receivers = await startReceivers(app, { host: options.host, now: options.now, stopping: stopper.signal });
  addFunctionRoutes(app, context);
  const ais = await startAisServer(app, {
    world,
    host: options.host,
    now: options.now,
    speed: options.speed ?? (() => 1),
  });
  const devices = startDevices(app, { seed: options.seed, host: options.host, now: options.now });
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
  const pushDue = async (): Promise<void> => {
    await Promise.all([subscriptions.pushDue(), land.pushDue(), air.pushDue(), platforms.pushDue()]);
  };
  const timer = setInterval(() => void pushDue(), options.pushEveryMs ?? 1_000);
  timer.unref();
  const partners = startFolders(options, world, consignments);
  return {
    baseUrl: address,
    world,
    pushNow: pushDue,
    reportNow: () => ais.sendNow(),
    driveNow: () => devices.reportNow(),
    async stop() {
      clearInterval(timer);
      stopper.abort();
      await Promise.all(partners.map((partner) => partner.stop()));
      await robots.stop();
      devices.stop();
      await ais.stop();
      await app.close();
      await receivers.stop();
    },
  };
}
