import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { CallValueSources } from '#domain/network/sailing/model.ts';
import { judgeReliability } from '#domain/network/sailing/reliability.ts';
import { type ReferenceSnapshot, routeBetweenPorts } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { CallRow } from './call-rows.ts';
import { arrivalOf, departureOf, presentPorts, statedOf } from './present.ts';
import { listCallRows, listCallsBetween, listChanges, listPastCalls, listValueSources } from './read-queries.ts';

const reliabilityMs = 84 * DAY_MS;

type Leg = CallData<'sailingGet'>['legs'][number];

/** Calls where one boards and alights, leg by leg. */
function readRouteId(routeId: string): { board: number; alight: number }[] {
  const legs = routeId.split('_').map((text) => /^(\d{1,15})-(\d{1,15})$/.exec(text));
  return legs.flatMap((match) => (match === null ? [] : [{ board: Number(match[1]), alight: Number(match[2]) }]));
}

const presentStop = (row: CallRow, valueSources: ReadonlyMap<number, CallValueSources>): Leg['stops'][number] => ({
  callId: String(row.id),
  portCode: row.port_code,
  terminal: row.terminal,
  arrival: arrivalOf(row),
  departure: departureOf(row),
  ...statedOf(valueSources.get(row.id)),
  omitted: row.omitted,
  differences: row.differences.map(({ field, values }) => ({
    field,
    values: values.map(({ carrierCode, value, statedAt }) => ({ carrierCode, value, saidTime: statedAt })),
  })),
});

/** The usual way by sea through these ports, in one piece. */
function lineThrough(ports: readonly string[], reference: ReferenceSnapshot): Pick<Leg, 'line' | 'distanceNm'> {
  const line: [number, number][] = [];
  let distanceNm = 0;
  for (const [index, port] of ports.slice(1).entries()) {
    const way = routeBetweenPorts(itemAt(ports, index), port, reference);
    if (way === undefined) return { line: [], distanceNm: null };
    distanceNm += way.distanceNm;
    const shift = line.length === 0 ? 0 : 360 * Math.round(((line.at(-1)?.[0] ?? 0) - (way.line[0]?.[0] ?? 0)) / 360);
    line.push(...way.line.map(([lon, lat]): [number, number] => [lon + shift, lat]));
  }
  return { line, distanceNm: Math.round(distanceNm) };
}

async function reliabilityOf(ctx: Ctx, board: CallRow, portCode: string): Promise<Leg['reliability'][number]> {
  const now = ctx.clock.now();
  const past = await listPastCalls(ctx, {
    carrierCode: board.carrier_code,
    serviceCode: board.service_code,
    portCode,
    from: now - reliabilityMs,
    to: now,
  });
  const judged = judgeReliability(
    past.map((row) => ({
      omitted: row.omitted,
      planned: row.planned_arrival,
      reported: row.actual_arrival,
      seen: row.seen_at,
    })),
  );
  return { portCode, ...judged };
}

/** One way in detail: every call on it, its line, what carriers tell differently, what changed, and how reliable the services are. */
export async function getSailing({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'sailingGet'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'sailingGet'>> {
  const wanted = readRouteId(input.routeId);
  const rows = await listCallRows(
    ctx,
    wanted.flatMap(({ board, alight }) => [board, alight]),
  );
  const legs: Leg[] = [];
  for (const { board, alight } of wanted) {
    const [from, to] = [rows.get(board), rows.get(alight)];
    if (from === undefined || to === undefined) throw refused('error.notFound');
    const stops = await listCallsBetween(ctx, from, to);
    const valueSources = await listValueSources(
      ctx,
      stops.map(({ id }) => id),
    );
    const sailed = stops.filter(({ omitted }) => !omitted).map(({ port_code }) => port_code);
    legs.push({
      stops: stops.map((stop) => presentStop(stop, valueSources)),
      ...lineThrough(sailed, reference),
      reliability: await Promise.all([from, to].map((call) => reliabilityOf(ctx, from, call.port_code))),
    });
  }
  if (legs.length === 0) throw refused('error.notFound');
  const changes = await listChanges(ctx, [...rows.keys()]);
  return {
    legs,
    ports: presentPorts(
      legs.flatMap(({ stops }) => stops.map(({ portCode }) => portCode)),
      reference,
    ),
    changes: changes.map((row) => ({ ...row, callId: String(row.callId) })),
  };
}
