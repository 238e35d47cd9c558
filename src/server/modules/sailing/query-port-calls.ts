import type { CallData, ParsedBody } from '#contract/index.ts';
import type { PortCallRow } from '#contract/sailing.ts';
import { berthState } from '#domain/sailing/berth-state.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import type { Instant } from '#shared/time/instant.ts';
import { addLocalDays, fromLocalText, localDayStart } from '#shared/time/zone.ts';
import { arrivalOf, departureOf, presentPorts } from './present.ts';
import { listPortCallRows, type PortCallRecord } from './port-call-queries.ts';
import { listSources } from './read-queries.ts';

const daysBack = 3;
const daysAhead = 14;
const mostDays = 92;

type Input = ParsedBody<'portCallQuery'>;

/** The days asked for, as people at the port count them. */
function daysOf(input: Input, zone: string, now: Instant): { from: Instant; to: Instant } {
  const dayOf = (text: string | undefined): Instant | undefined => {
    if (text === undefined) return undefined;
    const at = fromLocalText(`${text} 00:00:00`, zone);
    if (at === undefined) throw refused('sailing.badDate');
    return at;
  };
  const today = localDayStart(now, zone);
  const from = dayOf(input.dateFrom) ?? addLocalDays(today, -daysBack, zone);
  const last = dayOf(input.dateTo);
  const to = last === undefined ? addLocalDays(from, daysBack + daysAhead, zone) : addLocalDays(last, 1, zone);
  return { from, to: Math.min(to, addLocalDays(from, mostDays, zone)) };
}

function present(row: PortCallRecord, now: Instant): PortCallRow {
  const near = row.near_at === null ? null : { at: row.near_at, navStatus: row.near_status, speedKn: row.near_speed };
  return {
    callId: String(row.id),
    carrierCode: row.carrier_code,
    sellers: row.sellers.map(({ carrierCode }) => carrierCode),
    serviceCode: row.service_code,
    vesselName: row.vessel_name,
    imo: row.imo,
    mmsi: row.mmsi,
    importVoyage: row.import_voyage,
    exportVoyage: row.export_voyage,
    terminal: row.terminal,
    arrival: arrivalOf(row),
    departure: departureOf(row),
    seenArrival: row.seen_arrival,
    seenDeparture: row.seen_departure,
    state: berthState(
      {
        omitted: row.omitted,
        toldArrival: row.actual_arrival,
        toldDeparture: row.actual_departure,
        seenArrival: row.seen_arrival,
        seenDeparture: row.seen_departure,
        near,
      },
      now,
    ),
    cutOffs: row.cut_offs.map(({ code, at }) => ({ code, time: at })),
    differs: row.differences.length > 0,
    changedTime: row.changed_at,
  };
}

/** Vessels that call at a port in some days, each with the state of its call from schedules and positions. */
export async function queryPortCalls({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: Input;
  reference: ReferenceSnapshot;
}): Promise<CallData<'portCallQuery'>> {
  if (input.importVoyage !== undefined && input.exportVoyage !== undefined) throw refused('tracking.oneVoyage');
  const portCode = reference.rules.resolvePort(input.portCode);
  if (portCode === undefined) throw refused('sailing.unknownPort', { code: input.portCode });
  const now = ctx.clock.now();
  const place = reference.ports.get(portCode);
  const [rows, sources] = await Promise.all([
    listPortCallRows(ctx, {
      portCode,
      ...daysOf(input, place?.zone ?? 'UTC', now),
      carrierCodes: input.carrierCodes,
      vesselName: input.vesselName?.toUpperCase(),
      importVoyage: input.importVoyage?.toUpperCase(),
      exportVoyage: input.exportVoyage?.toUpperCase(),
      near: place?.lon == null || place.lat === null ? null : { lon: place.lon, lat: place.lat },
    }),
    listSources(ctx, 'sea'),
  ]);
  const found = rows
    .map((row) => present(row, now))
    .filter(({ state }) => input.states === undefined || input.states.includes(state));
  const { limit, offset } = rowsOf(input);
  const [port] = presentPorts([portCode], reference);
  return {
    ...pageOf(found.slice(offset, offset + limit), found.length, input),
    port: port as CallData<'portCallQuery'>['port'],
    sources,
  };
}
