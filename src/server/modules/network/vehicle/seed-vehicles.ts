import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { VehicleProtocol } from '#server/connectors/vehicle/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { parseRoadSites, parseWorldVehicles, type WorldVehicleRow } from '#shared/reference/road.ts';

const read = (name: string): Promise<string> =>
  readFile(new URL(`../../../../../seeds/${name}`, import.meta.url), 'utf8');

/** The maker of the simulated devices. */
const worldMaker = 'PLN';
/** The simulated devices connect from machines of the product's own network. */
const worldNetworks = '127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7';

/** What is entered of a simulated device, so that it may register; GT06 has no registration and is bound to networks. */
const deviceOf = ({ edition, terminalNo }: WorldVehicleRow) =>
  edition === 'GT06'
    ? { networks: worldNetworks }
    : { device_maker: worldMaker, device_id: terminalNo.slice(-deviceIdLength) };
const deviceIdLength = 7;

/** Enters the devices of vehicles that were seeded before devices had to be entered, where nobody has entered anything. */
async function enterDevices(database: Database, vehicles: readonly WorldVehicleRow[]): Promise<void> {
  const old = await database.system
    .selectFrom('vehicle as v')
    .leftJoin('vehicle_device as d', 'd.vehicle_id', 'v.id')
    .select(['v.id', 'v.terminal_no'])
    .where('v.device_id', 'is', null)
    .where('v.networks', 'is', null)
    .where((eb) =>
      eb.or([
        eb('d.legacy_no', 'is not', null),
        // GT06 has no code: one that has not signed in since networks are noted is from before.
        eb.and([
          eb('v.protocol', '=', 'GT06'),
          eb.not(eb.exists(eb.selectFrom('vehicle_network as n').select('n.id').whereRef('n.vehicle_id', '=', 'v.id'))),
        ]),
      ]),
    )
    .execute();
  for (const { id, terminal_no: terminalNo } of old) {
    const one = vehicles.find((vehicle) => vehicle.terminalNo === terminalNo);
    if (one !== undefined)
      await database.system.updateTable('vehicle').set(deviceOf(one)).where('id', '=', id).execute();
  }
}

/** Sites and vehicles of the simulated world; what is there already stays as people have it. */
export async function seedVehicles(database: Database): Promise<void> {
  const tenants = await database.system.selectFrom('tenant').select(['id', 'code']).execute();
  const idOf = new Map(tenants.map(({ id, code }) => [code, id]));
  const known = await database.system.selectFrom('vehicle').select('id').limit(1).executeTakeFirst();
  const vehicles = parseWorldVehicles(await read('world-vehicles.csv'));
  if (known !== undefined) return enterDevices(database, vehicles);
  const sites = parseRoadSites(await read('road-sites.csv'));
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
                  ...deviceOf(one),
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
  }).catch((error: unknown) => log.warn({ err: error }, 'the vehicles of the world have no address to connect to'));
}
