import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { deviceName } from './device-name.ts';
import {
  countFixes,
  findOwnVehicle,
  findPhoto,
  listAlarms,
  listFixes,
  listGateways,
  listPhotos,
  listPositions,
  listSites,
  listStays,
} from './read-queries.ts';

/** Vehicles of a map, and points of a track, at most. */
const maxVehicles = 5_000;
const maxPoints = 2_000;

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Newest positions of all vehicles of the caller's tenants. */
export async function getVehiclePositions({ ctx }: { ctx: Ctx }): Promise<CallData<'vehiclePositions'>> {
  return (await listPositions(ctx, maxVehicles)).map(({ id, ...row }) => ({
    ...row,
    vehicleId: String(id),
    speed: tenth(row.speed),
    direction: Math.round(row.direction) % 360,
  }));
}

/** The usual way of a vehicle: the sites that its codes name. */
async function laneOf(ctx: Ctx, vehicle: { tenant_id: number; lane_sites: string | null }) {
  const own = (await listSites(ctx)).filter(({ tenant_id }) => tenant_id === vehicle.tenant_id);
  return (vehicle.lane_sites ?? '').split(',').flatMap((code) => {
    const site = own.find((one) => one.code === code.trim());
    return site === undefined
      ? []
      : [{ siteCode: site.code, siteName: site.name_cn, siteNameEn: site.name_en, lon: site.lon, lat: site.lat }];
  });
}

/** Track of a vehicle, of the last 24 hours unless specified otherwise, with its stays and pictures. */
export async function getVehicleTrack({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vehicleTrack'>;
}): Promise<CallData<'vehicleTrack'>> {
  const vehicle = await findOwnVehicle(ctx, input.vehicleId);
  if (vehicle === undefined) throw refused('error.notFound');
  const to = input.timeTo ?? ctx.clock.now();
  const from = Math.min(input.timeFrom ?? to - DAY_MS, to);
  const counted = await countFixes(ctx, vehicle.id, from, to);
  const believed = Number(counted.find(({ flaw }) => flaw === null)?.n ?? 0);
  const stepS = believed <= maxPoints ? 0.001 : (to - from) / 1000 / maxPoints;
  const [fixes, stays, alarms, lane, photos] = [
    believed === 0 ? [] : await listFixes(ctx, vehicle.id, from, to, stepS),
    await listStays(ctx, vehicle.id, from, to),
    await listAlarms(ctx, vehicle.id, from, to),
    await laneOf(ctx, vehicle),
    await listPhotos(ctx, vehicle.id, from, to),
  ];
  return {
    vehicleId: String(vehicle.id),
    plateNo: vehicle.plate_no,
    source: deviceName(vehicle.terminal_no, ctx.lang),
    timeFrom: from,
    timeTo: to,
    points: fixes.map((fix) => [
      fix.at,
      fix.lon,
      fix.lat,
      tenth(fix.speed_kmh),
      Math.round(fix.course) % 360,
      fix.temperature_c,
    ]),
    total: counted.reduce((sum, { n }) => sum + Number(n), 0),
    refused: counted.flatMap(({ flaw, n }) =>
      flaw === null
        ? []
        : [{ reason: flaw, reasonText: refusalText(`vehicle_${flaw}`, {}, ctx.lang), count: Number(n) }],
    ),
    stays,
    alarms,
    lane,
    corridorKm: vehicle.corridor_km,
    photos: photos.map(({ id, ...photo }) => ({ ...photo, photoId: String(id) })),
    temperatureMin: vehicle.temperature_min,
    temperatureMax: vehicle.temperature_max,
  };
}

/** A photograph of a vehicle. */
export async function getVehiclePhoto({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'vehiclePhoto'>;
}): Promise<CallData<'vehiclePhoto'>> {
  const photo = await findPhoto(ctx, input.photoId);
  if (photo === undefined) throw refused('error.notFound');
  const { id, data, ...shown } = photo;
  return { ...shown, photoId: String(id), image: Buffer.from(data).toString('base64') };
}

/** How receiving from vehicles goes, per protocol. */
export const getVehicleGateways = ({ ctx }: { ctx: Ctx }): Promise<CallData<'vehicleGateways'>> => listGateways(ctx);
