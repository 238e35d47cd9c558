import type { Site, VehiclePlan } from '#domain/vehicle/advance.ts';
import { toLane } from '#domain/position/lane.ts';
import type { KnownVehicle, VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';

type VehicleRow = { id: number; tenant_id: number; plate_no: string };
type PlanRow = {
  id: number;
  tenant_id: number;
  lane_sites: string | null;
  temperature_min: number | null;
  temperature_max: number | null;
};
type SiteRow = { id: number; tenant_id: number; code: string; lon: number; lat: number; radius_m: number };

/** The vehicle of a device that is in use. */
export async function findVehicle(
  database: Database,
  protocol: VehicleProtocol,
  terminalNo: string,
): Promise<KnownVehicle | undefined> {
  const { rows } = await database.execute<VehicleRow>(
    `select id, tenant_id, plate_no from vehicle where lower(terminal_no) = lower($1) and protocol = $2 and enabled`,
    [terminalNo, protocol],
  );
  const [row] = rows;
  return row && { vehicleId: row.id, tenantId: row.tenant_id, plateNo: row.plate_no, protocol };
}

/** Whether a plate is that of a vehicle with another device. */
export async function isPlateOfOther(database: Database, plateNo: string, terminalNo: string): Promise<boolean> {
  const { rows } = await database.execute(
    'select from vehicle where lower(plate_no) = lower($1) and lower(terminal_no) <> lower($2)',
    [plateNo, terminalNo],
  );
  return rows.length > 0;
}

/** What vehicles are judged by: the sites of their tenants, and their usual ways. */
export type PlanKeeper = { planOf: (vehicle: KnownVehicle) => VehiclePlan; refresh: () => Promise<void> };

const noPlan: VehiclePlan = { sites: [], lane: null };

/** Keeps sites and usual ways at hand; `refresh` reads them again. */
export function keepPlans(database: Database): PlanKeeper {
  let plans = new Map<number, VehiclePlan>();
  return {
    planOf: ({ vehicleId }) => plans.get(vehicleId) ?? noPlan,
    async refresh() {
      const [{ rows: sites }, { rows: vehicles }] = await Promise.all([
        database.execute<SiteRow>('select id, tenant_id, code, lon, lat, radius_m from road_site order by id'),
        database.execute<PlanRow>(
          'select id, tenant_id, lane_sites, temperature_min, temperature_max from vehicle where enabled',
        ),
      ]);
      const byTenant = Map.groupBy(sites, ({ tenant_id }) => tenant_id);
      const toSite = ({ id, lon, lat, radius_m }: SiteRow): Site => ({ id, lon, lat, radiusM: radius_m });
      const sitesOf = new Map([...byTenant].map(([tenant, own]) => [tenant, own.map(toSite)]));
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
}
