import { advanceVehicle, type FixFlaw, type FixNews } from '#domain/network/vehicle/advance.ts';
import type { VehicleFix } from '#domain/network/vehicle/types.ts';
import { type HeldReason, isHeldJump } from '#domain/network/vehicle/device-trust.ts';
import type { RegisteredVehicle, VehicleReport } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import {
  existing,
  insertFixes,
  insertPhoto,
  listStates,
  upsertAlarms,
  upsertExcursions,
  upsertStays,
  type VehicleState,
  writeStates,
} from './ingest-queries.ts';
import { type HeldFix, holdBack } from './held-queries.ts';
import type { PlanKeeper } from './known-vehicles.ts';
import { vehicleDays } from './partitions.ts';

/** What taking in has done so far. */
export type IngestCounts = { reports: number; positions: number; photos: number; held: number } & Record<
  string,
  number
>;

/** Whether a position is held for review, and from which network it comes. Without this it is taken as it is. */
export type Suspicion = {
  network: string;
  reason: HeldReason | null;
  /** Neither a code nor bound networks say that it is the device: a jump is held for review, too. */
  isUnproven: boolean;
};

/** What the gateway takes in. `isConfirmed`: somebody has looked at the position. */
export type GatewayReport =
  | Exclude<VehicleReport, { kind: 'fix' }>
  | (Extract<VehicleReport, { kind: 'fix' }> & { suspicion?: Suspicion; isConfirmed?: boolean })
  | { kind: 'gone' };

/** Collects what devices tell and writes it in batches; each report is answered once its batch is stored. */
export type VehicleIngest = {
  /** Resolves when it is stored, fails when it could not be: the device sends it again. */
  take: (vehicle: RegisteredVehicle, report: GatewayReport) => Promise<void>;
  waiting: () => number;
  flush: () => Promise<void>;
  /** Forgets what is known of vehicles, because somebody else may have written. */
  forget: () => void;
  counts: () => IngestCounts;
};

type Waiting = {
  vehicle: RegisteredVehicle;
  report: GatewayReport;
  at: Instant;
  stored: () => void;
  failed: (error: unknown) => void;
};
/** `place`: where the vehicle is believed to be, the news included. */
type Fixed = { vehicle: RegisteredVehicle; news: FixNews; place: { lon: number; lat: number } | null };
type Written = { changed: Map<number, VehicleState>; fixed: Fixed[]; heldNow: number };
type Step = { state: VehicleState; fixed?: Fixed; held?: HeldFix };

/** What is known of a vehicle takes about so many bytes. */
const vehicleBytes = 1_500;
const maxStatesBytes = 48_000_000;
/** Positions of one statement: much more at a time would hold up everybody else. */
const maxBatch = 2_000;

/** Takes one report into what is known of its vehicle. */
function advance(plans: Pick<PlanKeeper, 'planOf'>, state: VehicleState, { report, vehicle, at }: Waiting): Step {
  const suspicion = report.kind === 'fix' ? report.suspicion : undefined;
  if (report.kind === 'fix' && suspicion !== undefined && suspicion.reason !== null)
    return { state, held: { vehicle, at, fix: report.fix, network: suspicion.network, reason: suspicion.reason } };
  const heard = { ...state, vehicle, heardAt: Math.max(state.heardAt, at), connected: report.kind !== 'gone' };
  if (report.kind === 'gone') return { state: { ...heard, heardAt: state.heardAt } };
  if (report.kind !== 'fix') return { state: heard };
  const trust = { checksumOk: report.checksumOk, isConfirmed: report.isConfirmed === true };
  const { memory, news } = advanceVehicle(state.memory, report.fix, plans.planOf(vehicle), at, trust);
  const isWithoutFlaw = news.flaw === null || news.flaw === 'jump';
  if (suspicion?.isUnproven === true && isWithoutFlaw && isHeldJump(state.memory.last, report.fix))
    return { state: heard, held: { vehicle, at, fix: report.fix, network: suspicion.network, reason: 'jump' } };
  const flaws = news.flaw === null ? state.flaws : { ...state.flaws, [news.flaw]: (state.flaws[news.flaw] ?? 0) + 1 };
  return { state: { ...heard, memory, flaws }, fixed: { vehicle, news, place: memory.last } };
}

/** Days far off would each want a partition of their own: such positions are counted and not kept. */
const isKept = ({ news }: Fixed): boolean =>
  !news.isDuplicate && news.flaw !== 'future' && news.flaw !== 'tooOld' && news.flaw !== 'noSatellites';

/** Makes the partitions that positions need; remembers those that are there. */
function keepDays(database: Database) {
  let days: Set<number> | undefined;
  return {
    forget: () => (days = undefined),
    async prepare(fixed: readonly Fixed[]): Promise<void> {
      days ??= new Set(await vehicleDays.list(database));
      const known = days;
      const wanted = new Set(fixed.map(({ news }) => Math.floor(news.fix.at / DAY_MS)));
      const fresh = [...wanted].filter((day) => !known.has(day));
      await vehicleDays.create(database, fresh);
      for (const day of fresh) known.add(day);
    },
  };
}

function countUp(counts: IngestCounts, batch: readonly Waiting[], fixed: readonly Fixed[]): void {
  counts.reports += batch.length;
  counts.positions += fixed.length;
  counts.photos += batch.filter(({ report }) => report.kind === 'photo').length;
  for (const { news } of fixed) if (news.flaw !== null) counts[news.flaw] = (counts[news.flaw] ?? 0) + 1;
}

/** Writes what positions brought: stays, excursions and alarms that began or ended. */
async function writeNews(database: Database, fixed: readonly Fixed[]): Promise<void> {
  await upsertStays(
    database,
    fixed.flatMap(({ vehicle, news }) => news.stays.map((stay) => ({ vehicle, stay }))),
  );
  await upsertExcursions(
    database,
    fixed.flatMap(({ vehicle, news }) => news.excursions.map((excursion) => ({ vehicle, excursion }))),
  );
  await upsertAlarms(
    database,
    fixed.flatMap(({ vehicle, news, place }) => news.alarms.map((alarm) => ({ vehicle, alarm, place }))),
  );
}

/** Makes an ingest of one process; only one process at a time may write. */
export function createVehicleIngest(deps: {
  database: Database;
  plans: Pick<PlanKeeper, 'planOf' | 'prepare'>;
  now: () => Instant;
  /** Reported of each position that was taken and not believed, once that is stored. */
  onUnbelieved?: (vehicle: RegisteredVehicle, flaw: FixFlaw, fix: VehicleFix) => void;
}): VehicleIngest {
  const { database, plans, now } = deps;
  const states = new BytesCache<number, VehicleState>('vehicle_states', maxStatesBytes);
  const remember = (id: number, state: VehicleState): void => states.set(id, state, vehicleBytes);
  const counts: IngestCounts = { reports: 0, positions: 0, photos: 0, held: 0 };
  const waiting: Waiting[] = [];
  const days = keepDays(database);

  async function load(batch: readonly Waiting[]): Promise<void> {
    const vehicles = new Map(batch.map(({ vehicle }) => [vehicle.vehicleId, vehicle]));
    const missing = [...vehicles.values()].filter(({ vehicleId }) => !states.has(vehicleId));
    if (missing.length === 0) return;
    for (const state of await listStates(database, missing)) remember(state.vehicle.vehicleId, state);
  }

  async function write(batch: readonly Waiting[]): Promise<Written> {
    await load(batch);
    await plans.prepare(batch.map(({ vehicle }) => vehicle));
    const alive = await existing(
      database,
      [...new Set(batch.map(({ vehicle }) => vehicle.vehicleId))].toSorted((a, b) => a - b),
    );
    const changed = new Map<number, VehicleState>();
    const fixed: Fixed[] = [];
    const held: HeldFix[] = [];
    for (const one of batch) {
      const { vehicleId } = one.vehicle;
      if (!alive.has(vehicleId)) continue;
      const step = advance(plans, changed.get(vehicleId) ?? (states.get(vehicleId) as VehicleState), one);
      changed.set(vehicleId, step.state);
      if (step.fixed !== undefined) fixed.push(step.fixed);
      if (step.held !== undefined) held.push(step.held);
      if (one.report.kind === 'photo') await insertPhoto(database, { ...one.report, vehicle: one.vehicle });
    }
    const kept = fixed.filter(isKept);
    await days.prepare(kept);
    await insertFixes(database, kept);
    await writeStates(
      database,
      [...changed.values()].filter(({ heardAt }) => Number.isFinite(heardAt)),
    );
    await writeNews(database, fixed);
    return { changed, fixed, heldNow: await holdBack(database, held) };
  }

  return {
    take: (vehicle, report) =>
      new Promise((stored, failed) => waiting.push({ vehicle, report, at: now(), stored, failed })),
    waiting: () => waiting.length,
    async flush() {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, maxBatch);
        try {
          const { changed, fixed, heldNow } = await database.transaction(() => write(batch));
          for (const [id, state] of changed) remember(id, state);
          countUp(counts, batch, fixed);
          counts.held += heldNow;
          for (const { vehicle, news } of fixed)
            if (news.flaw !== null) deps.onUnbelieved?.(vehicle, news.flaw, news.fix);
          for (const { stored } of batch) stored();
        } catch (error) {
          states.clear();
          days.forget();
          for (const { failed } of batch) failed(error);
          throw error;
        }
      }
    },
    forget: () => states.clear(),
    counts: () => ({ ...counts }),
  };
}
