import { sql, type SqlBool } from 'kysely';
import { gpsVehiclesList } from '#lists/gps-vehicles.ts';
import { kmBetween } from '#domain/network/vehicle/advance.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { both, type Lang } from '#shared/i18n/text.ts';
import type { ListRow, SourcesOfRow } from '#shared/list/declare.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { deviceName } from './device-name.ts';
import { accessSql, countHeld, doubtfulSql } from './access-queries.ts';
import { alarmSql, listSites, stateSql } from './read-queries.ts';

type Row = ListRow<typeof gpsVehiclesList>;
type Site = Awaited<ReturnType<typeof listSites>>[number];

const from = (ctx: Ctx) =>
  ctx.db
    .selectFrom('vehicle as v')
    .leftJoin('vehicle_state as s', 's.vehicle_id', 'v.id')
    .leftJoin('vehicle_device as d', 'd.vehicle_id', 'v.id')
    .where('v.enabled', '=', true);

const nearest = (sites: readonly Site[], lon: number, lat: number): { site: Site; km: number } | undefined =>
  sites.map((site) => ({ site, km: kmBetween([site.lon, site.lat], [lon, lat]) })).toSorted((a, b) => a.km - b.km)[0];

const tenth = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

async function loadRows(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const now = ctx.clock.now();
  const rows = await from(ctx)
    .innerJoin('tenant as t', 't.id', 'v.tenant_id')
    .selectAll('s')
    .select([
      'v.id',
      'v.plate_no',
      'v.driver_name',
      'v.terminal_no',
      'v.corridor_km',
      'v.temperature_min',
      'v.temperature_max',
    ])
    .select([
      'v.tenant_id as owner',
      't.name as tenant_cn',
      't.name_en as tenant_en',
      stateSql(now).as('state'),
      accessSql(now).as('access'),
      doubtfulSql(ctx).as('doubtful'),
      alarmSql(ctx).as('present_alarm'),
    ])
    .where('v.id', 'in', ids)
    .execute();
  const held = await countHeld(ctx, ids);
  const sites = Map.groupBy(await listSites(ctx), ({ tenant_id }) => tenant_id);
  return rows.map((row) => {
    const own = sites.get(row.owner) ?? [];
    const found = row.lon === null || row.lat === null ? undefined : nearest(own, row.lon, row.lat);
    const isKnown = row.fix_at !== null;
    return {
      vehicleId: String(row.id),
      plateNo: row.plate_no,
      state: row.state,
      driverName: row.driver_name,
      speed: tenth(row.speed_kmh),
      direction: row.course === null ? null : Math.round(row.course) % 360,
      ignition: row.ignition === null ? null : row.ignition ? 1 : 0,
      reportTime: row.heard_at,
      stateMinutes:
        isKnown && row.movement_since !== null ? Math.max(0, Math.floor((now - row.movement_since) / MINUTE_MS)) : null,
      offLaneKm: tenth(row.off_lane_km),
      temperature: tenth(row.temperature_c),
      mileageKm: tenth(row.mileage_km),
      refused: Object.values(row.flaws ?? {}).reduce((sum, n) => sum + n, 0),
      alarm: row.present_alarm,
      access: row.access,
      held: held.get(row.id) ?? 0,
      doubtful: row.doubtful ? 1 : 0,
      tenantName: (ctx.lang === 'en' ? row.tenant_en : null) ?? row.tenant_cn,
      terminalNo: row.terminal_no,
      lon: row.lon,
      lat: row.lat,
      siteName: found?.site.name_cn ?? null,
      siteNameEn: found?.site.name_en ?? null,
      siteKm: found === undefined ? null : found.site.id === row.site_id ? 0 : tenth(found.km),
      corridorKm: row.corridor_km,
      coldRange:
        row.temperature_min === null && row.temperature_max === null
          ? null
          : `${row.temperature_min ?? ''}~${row.temperature_max ?? ''}`,
      zone: found?.site.zone ?? null,
    };
  });
}

/** Near which site a vehicle is; its position where its tenant has no sites. */
const placeText = (row: Row, lang: Lang): string => {
  if (row.siteName === null)
    return row.lat === null || row.lon === null ? '' : `${row.lat.toFixed(5)}, ${row.lon.toFixed(5)}`;
  const name = lang === 'zh' ? row.siteName : (row.siteNameEn ?? row.siteName);
  if (row.siteKm === 0) return name;
  return both(`距${name} ${row.siteKm} 公里`, `${row.siteKm} km from ${name}`)[lang];
};

/** All that moves was reported by the device of the vehicle, when it last reported. */
function statedOfRow({ terminalNo, reportTime }: Row, lang: Lang): SourcesOfRow {
  if (reportTime === null) return {};
  const statement = { source: deviceName(terminalNo, lang), time: reportTime };
  return Object.fromEntries(gpsVehiclesList.said.map((column) => [column, statement]));
}

/** Vehicles of the caller's tenants that are in use, with what is known of them now. */
export const gpsVehiclesSource: ListSource = listSource(gpsVehiclesList, {
  from,
  id: 'v.id',
  columns: {
    plateNo: 'v.plate_no',
    driverName: 'v.driver_name',
    state: 's.movement',
    speed: 's.speed_kmh',
    reportTime: 's.heard_at',
    offLaneKm: 's.off_lane_km',
  },
  where: {
    // However a plate is written: 沪D·A5217 is 沪DA5217.
    plateNo: (plates: readonly string[]) =>
      sql<SqlBool>`v.plate_no = any(${plates.map((plate) => plate.replaceAll(/[\s·-]/g, ''))})`,
    state: (values: readonly string[], ctx: Ctx) => sql<SqlBool>`${stateSql(ctx.clock.now())} = any(${values})`,
    access: (values: readonly string[], ctx: Ctx) => sql<SqlBool>`${accessSql(ctx.clock.now())} = any(${values})`,
    alarm: (values: readonly string[], ctx: Ctx) => sql<SqlBool>`${alarmSql(ctx)} = any(${values})`,
    doubtful: (value: 0 | 1, ctx: Ctx) => (value === 1 ? doubtfulSql(ctx) : sql<SqlBool>`not ${doubtfulSql(ctx)}`),
    tab: (value: string, ctx: Ctx) => sql<SqlBool>`${stateSql(ctx.clock.now())} = ${value}`,
  },
  // A tenant has thousands of vehicles at most, and what they do changes with the clock: they are counted.
  tabs: async (ctx) => {
    const rows = await ctx.db
      .selectFrom(from(ctx).select(stateSql(ctx.clock.now()).as('state')).as('one'))
      .select((eb) => ['one.state', eb.fn.countAll<number>().as('n')])
      .groupBy('one.state')
      .execute();
    const n = new Map(rows.map((row) => [row.state, Number(row.n)]));
    const of = (name: (typeof rows)[number]['state']): number => n.get(name) ?? 0;
    return {
      all: [...n.values()].reduce((sum, one) => sum + one, 0),
      driving: of('driving'),
      idling: of('idling'),
      stopped: of('stopped'),
      offline: of('offline'),
    };
  },
  load: loadRows,
  said: async (ctx, rows) =>
    new Map((rows as readonly Row[]).map((row) => [row.vehicleId, statedOfRow(row, ctx.lang)])),
  cells: { place: (row, ctx) => placeText(row as Row, ctx.lang) },
});
