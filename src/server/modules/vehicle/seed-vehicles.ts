import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { parseRoadSites, parseWorldVehicles } from '#shared/reference/road.ts';

const read = (name: string): Promise<string> => readFile(new URL(`../../../../seeds/${name}`, import.meta.url), 'utf8');

/** Sites and vehicles of the simulated world; what is there already stays as people have it. */
export async function seedVehicles(database: Database): Promise<void> {
  const tenants = await database.system.selectFrom('tenant').select(['id', 'code']).execute();
  const idOf = new Map(tenants.map(({ id, code }) => [code, id]));
  const known = await database.system.selectFrom('vehicle').select('id').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  const sites = parseRoadSites(await read('road-sites.csv'));
  const vehicles = parseWorldVehicles(await read('world-vehicles.csv'));
  await database.transaction(async () => {
    for (const tenant of new Set(vehicles.map((one) => one.tenant))) {
      const tenantId = idOf.get(tenant);
      if (tenantId === undefined) continue;
      const used = new Set(vehicles.filter((one) => one.tenant === tenant).flatMap((one) => one.sites));
      await database.system
        .insertInto('road_site')
        .values(
          sites
            .filter(({ code }) => used.has(code))
            .map(({ code, nameCn, nameEn, lon, lat, radiusM, zone }) => ({
              tenant_id: tenantId,
              code,
              name_cn: nameCn,
              name_en: nameEn,
              lon,
              lat,
              radius_m: radiusM,
              zone,
            })),
        )
        .execute();
    }
    await database.system
      .insertInto('vehicle')
      .values(
        vehicles.flatMap((one) => {
          const tenantId = idOf.get(one.tenant);
          return tenantId === undefined
            ? []
            : [
                {
                  tenant_id: tenantId,
                  plate_no: one.plate,
                  protocol: one.edition === 'GT06' ? 'GT06' : 'JT808',
                  terminal_no: one.terminalNo,
                  vehicle_kind: one.kind,
                  driver_name: one.driver,
                  driver_phone: one.phone,
                  lane_sites: one.sites.join(','),
                  corridor_km: 12,
                  temperature_min: one.kind === 'REEFER' ? 2 : null,
                  temperature_max: one.kind === 'REEFER' ? 8 : null,
                  enabled: true,
                },
              ];
        }),
      )
      .execute();
  });
}

/** Tells the vehicles of the simulated world where to connect. */
export function dialWorldVehicles(worldUrl: string, protocol: VehicleProtocol, port: number, log: Logger): void {
  fetch(`${worldUrl}/vehicles/dial`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ protocol, port }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => log.warn({ err: error }, 'the vehicles of the world were not told where to connect'));
}
