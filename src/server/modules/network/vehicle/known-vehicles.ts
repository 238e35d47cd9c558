import type { Site, VehiclePlan } from '#domain/network/vehicle/advance.ts';
import { toLane } from '#domain/network/position/lane.ts';
import type { RegisteredVehicle } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';

type PlanRow = {
  id: number;
  tenant_id: number;
  lane_sites: string | null;
  temperature_min: number | null;
  temperature_max: number | null;
  terminal_no: string;
  networks: string | null;
  clock_zone: string | null;
  epoch: number | null;
};

/** What may let a device stay connected, and the zone of its clock; null: as its protocol has it. */
type PlannedDevice = { terminalNo: string; networks: string | null; clockZone: string | null; epoch: number };
type SiteRow = { id: number; tenant_id: number; code: string; lon: number; lat: number; radius_m: number };

/** What vehicles are judged by: the sites of their tenants, and their usual ways. */
export type PlanKeeper = {
  planOf: (vehicle: RegisteredVehicle) => VehiclePlan;
  /** What is known of its device; undefined for a vehicle that is not in use. */
  deviceOf: (vehicle: RegisteredVehicle) => PlannedDevice | undefined;
  refresh: () => Promise<void>;
  /** Reads again where one of these vehicles was added since, so that its first positions are judged by its plan. */
  prepare: (vehicles: readonly RegisteredVehicle[]) => Promise<void>;
};

const noPlan: VehiclePlan = { sites: [], lane: null };

/** Keeps sites and usual ways at hand; vehicles out of use are requested once between two refreshes. */
export function keepPlans(database: Database): PlanKeeper {
  let plans = new Map<number, VehiclePlan>();
  let devices = new Map<number, PlannedDevice>();
  let missing = new Set<number>();
  /** Numbers of the refresh that began last, and of the latest one that has ended. */
  let [begun, done] = [0, 0];
  const keeper: PlanKeeper = {
    async prepare(vehicles) {
      const fresh = vehicles.map(({ vehicleId }) => vehicleId).filter((id) => !devices.has(id) && !missing.has(id));
      if (fresh.length === 0) return;
      const requested = [...missing, ...fresh];
      await keeper.refresh();
      missing = new Set(requested.filter((id) => !devices.has(id)));
    },
    deviceOf: ({ vehicleId }) => devices.get(vehicleId),
    planOf: ({ vehicleId }) => plans.get(vehicleId) ?? noPlan,
    async refresh() {
      missing = new Set();
      const number = (begun += 1);
      // Vehicles first: the sites that one was made with are there when it is.
      const { rows: vehicles } = await database.execute<PlanRow>(
        `select v.id, v.tenant_id, v.lane_sites, v.temperature_min, v.temperature_max, v.terminal_no, v.networks, v.clock_zone, d.epoch
         from vehicle v left join vehicle_device d on d.vehicle_id = v.id where v.enabled`,
      );
      const { rows: sites } = await database.execute<SiteRow>(
        'select id, tenant_id, code, lon, lat, radius_m from road_site order by id',
      );
      // What was read before does not replace what a later one has read.
      if (number < done) return;
      done = number;
      const byTenant = Map.groupBy(sites, ({ tenant_id }) => tenant_id);
      const toSite = ({ id, lon, lat, radius_m }: SiteRow): Site => ({ id, lon, lat, radiusM: radius_m });
      const sitesOf = new Map([...byTenant].map(([tenant, own]) => [tenant, own.map(toSite)]));
      devices = new Map(
        vehicles.map(({ id, terminal_no: terminalNo, networks, clock_zone: clockZone, epoch }) => [
          id,
          { terminalNo, networks, clockZone, epoch: epoch ?? 0 },
        ]),
      );
      plans = new Map(
        vehicles.map(({ id, tenant_id, lane_sites, temperature_min: min, temperature_max: max }) => {
          const own = byTenant.get(tenant_id) ?? [];
          const line = (lane_sites ?? '')
            .split(',')
            .map((code) => own.find((site) => site.code === code.trim()))
            .flatMap((site) => (site === undefined ? [] : [[site.lon, site.lat] as const]));
          return [
            id,
            {
              sites: sitesOf.get(tenant_id) ?? [],
              lane: line.length < 2 ? null : toLane(line),
              cold: min === null && max === null ? null : { min, max },
            },
          ];
        }),
      );
    },
  };
  return keeper;
}
