import type { CallData, ParsedBody } from '#contract/index.ts';
import type { PortCallRow } from '#contract/network/sailing.ts';
import { berthState } from '#domain/network/sailing/berth-state.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import type { Instant } from '#shared/time/instant.ts';
import { addLocalDays, fromLocalText, localDayStart } from '#shared/time/zone.ts';
import { itemAt } from '#shared/values/items.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { arrivalOf, cutOffsOf, departureOf, presentPorts, statedOf } from './present.ts';
import {
  listPortCallRows,
  listPortCallRowsById,
  type PortCallRecord,
  type PortCallWish,
  usualWaitMs,
} from './port-call-queries.ts';
import { listSources, listValueSources } from './read-queries.ts';

const daysBack = 3;
const daysAhead = 14;
const maxDays = 92;

type Input = ParsedBody<'portCallQuery'>;

/** As it is stored: upper case, whatever width it was entered in. */
const plain = (text: string | undefined): string | undefined => text?.normalize('NFKC').toUpperCase();

/** The days requested, as people at the port count them. */
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
  return { from, to: Math.min(to, addLocalDays(from, maxDays, zone)) };
}

/** When she berths: as positions show it; before that, so long after her arrival as vessels waited there of late. */
function berthingOf(
  row: PortCallRecord,
  state: PortCallRow['state'],
  waitMs: number | undefined,
  now: Instant,
): PortCallRow['berthing'] {
  const planned = null;
  if (row.seen_berth !== null) return { planned, estimated: null, actual: row.seen_berth };
  const arrival = row.seen_arrival ?? row.actual_arrival ?? row.estimated_arrival ?? row.planned_arrival;
  const isComing = state === 'expected' || state === 'anchorage';
  if (!isComing || waitMs === undefined || arrival === null) return { planned, estimated: null, actual: null };
  return { planned, estimated: Math.max(arrival + waitMs, now), actual: null };
}

/** A row of the plan without which source reported its times, which a file does not have. */
export type PlannedCall = Omit<PortCallRow, 'arrivalSaid' | 'departureSaid'>;

function present(row: PortCallRecord, waitMs: number | undefined, now: Instant): PlannedCall {
  const near = row.near_at === null ? null : { at: row.near_at, navStatus: row.near_status, speedKn: row.near_speed };
  const state = berthState(
    {
      omitted: row.omitted,
      reportedArrival: row.actual_arrival,
      reportedDeparture: row.actual_departure,
      seenArrival: row.seen_arrival,
      seenDeparture: row.seen_departure,
      near,
    },
    now,
  );
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
    berthing: berthingOf(row, state, waitMs, now),
    departure: departureOf(row),
    seenArrival: row.seen_arrival,
    seenDeparture: row.seen_departure,
    state,
    cutOffs: cutOffsOf(row),
    differs: row.differences.length > 0,
    changedTime: row.changed_at,
  };
}

/** A question for the calls at a port once read: which rows, of which port, and in which states. */
export type PortCallQuestion = { wish: PortCallWish; zone: string; states: readonly string[] | undefined };

/** Reads what is wanted; refused where the port is not known or both voyages are given. */
export function readQuestion(input: Input, reference: ReferenceSnapshot, now: Instant): PortCallQuestion {
  if (input.importVoyage !== undefined && input.exportVoyage !== undefined) throw refused('tracking.oneVoyage');
  const portCode = reference.rules.resolvePort(input.portCode);
  if (portCode === undefined) throw refused('sailing.unknownPort', { code: input.portCode });
  const place = reference.ports.get(portCode);
  const zone = zoneOfPlace(place?.zone);
  const wish = {
    portCode,
    ...daysOf(input, zone, now),
    dateOf: input.dateOf,
    carrierCodes: input.carrierCodes,
    vesselName: plain(input.vesselName),
    importVoyage: plain(input.importVoyage),
    exportVoyage: plain(input.exportVoyage),
    near: place?.lon == null || place.lat === null ? null : { lon: place.lon, lat: place.lat },
  };
  return { wish, zone, states: input.states };
}

const isWanted = ({ state }: PlannedCall, states: PortCallQuestion['states']): boolean =>
  states === undefined || states.includes(state);

/** Adds which source reported the times and the cut-offs. */
async function withValueSources(ctx: Ctx, rows: readonly PlannedCall[]): Promise<PortCallRow[]> {
  const valueSources = await listValueSources(
    ctx,
    rows.map(({ callId }) => Number(callId)),
  );
  return rows.map((row) => {
    const reported = valueSources.get(Number(row.callId));
    const cutOffs = row.cutOffs.map(({ code, time }) => ({ code, at: time }));
    return { ...row, ...statedOf(reported), cutOffs: cutOffsOf({ cut_offs: cutOffs }, reported) };
  });
}

/** Calls by id that are in one of the wanted states, in the order of arrival or of departure. */
export async function portCallsById(
  ctx: Ctx,
  { wish, states }: PortCallQuestion,
  ids: readonly number[],
): Promise<PlannedCall[]> {
  const now = ctx.clock.now();
  const [rows, waitMs] = await Promise.all([
    listPortCallRowsById(ctx, ids, wish),
    usualWaitMs(ctx, wish.portCode, now),
  ]);
  return rows.map((row) => present(row, waitMs, now)).filter((row) => isWanted(row, states));
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
  const now = ctx.clock.now();
  const { wish, states } = readQuestion(input, reference, now);
  const [rows, waitMs, sources] = await Promise.all([
    listPortCallRows(ctx, wish),
    usualWaitMs(ctx, wish.portCode, now),
    listSources(ctx, 'sea'),
  ]);
  const found = rows.map((row) => present(row, waitMs, now)).filter((row) => isWanted(row, states));
  const { limit, offset } = rowsOf(input);
  return {
    ...pageOf(await withValueSources(ctx, found.slice(offset, offset + limit)), found.length, input),
    port: itemAt(presentPorts([wish.portCode], reference), 0),
    sources,
  };
}
