import { DAY_MS } from '#shared/time/instant.ts';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import type { MapLine, MapPlace } from '#web/kit/map/map-model.ts';
import { textAt } from '#web/kit/value/loose-row.ts';

export type TraceContainer = TraceDetail['containers'][number];
export type TraceStage = TraceContainer['stages'][number];
export type TraceMilestone = TraceStage['milestones'][number];

/** A port of the route with the part it plays. */
export type RouteStop = { role: 'pol' | 'transhipment' | 'pod' | 'last'; code: string };

/**
 * Ports the cargo passes: loading, every transhipment in order, discharge. When the port of discharge is unknown, the
 * last port is not taken for it. When the legs end before the port of discharge, their end is a transhipment.
 */
export function routeOf(trace: Pick<TraceDetail, 'booking' | 'legs'>): RouteStop[] {
  const legs = trace.legs.toSorted((a, b) => a.sequence - b.sequence);
  const first = textAt(trace.booking, 'polCode') ?? legs[0]?.portOfLoading ?? null;
  const discharge = textAt(trace.booking, 'podCode');
  const endOfLegs = legs.at(-1)?.portOfDischarge ?? null;
  const last = discharge ?? endOfLegs;
  const endsBefore = endOfLegs !== null && endOfLegs !== last;
  const between = (endsBefore ? legs : legs.slice(0, -1)).flatMap(
    (leg, index) => leg.portOfDischarge ?? legs[index + 1]?.portOfLoading ?? [],
  );
  return [
    ...(first === null ? [] : [{ role: 'pol' as const, code: first }]),
    ...between.map((code) => ({ role: 'transhipment' as const, code })),
    ...(last === null ? [] : [{ role: discharge === null ? ('last' as const) : ('pod' as const), code: last }]),
  ];
}

/** Path of the provenance of one of a milestone's times; '' for a milestone nobody has mentioned yet. */
export function timePath(milestone: Pick<TraceMilestone, 'path'>, kind: 'planned' | 'estimated' | 'actual'): string {
  return milestone.path === '' ? '' : `${milestone.path.replace(/\.$/, '')}.${kind}`;
}

/** How much later than planned a milestone is, in ms; undefined when one side is missing or it is less than half a day. */
export function slipOf(planned: number | null | undefined, now: number | null | undefined): number | undefined {
  if (planned == null || now == null) return undefined;
  const slip = now - planned;
  return Math.abs(slip) < DAY_MS / 2 ? undefined : slip;
}

/** How far a milestone is: done, missing although later ones are done, the next to come, or later. */
export type Progress = 'done' | 'missing' | 'next' | 'later';

/** Progress of every milestone of a container in the order of the way. */
export function progressOf(stages: readonly TraceStage[]): Map<TraceMilestone, Progress> {
  const all = stages.flatMap((stage) => stage.milestones);
  const last = all.findLastIndex((milestone) => milestone.actual !== null);
  const progress = (milestone: TraceMilestone, index: number): Progress => {
    if (milestone.actual !== null) return 'done';
    if (index < last) return 'missing';
    return index === last + 1 ? 'next' : 'later';
  };
  return new Map(all.map((milestone, index) => [milestone, progress(milestone, index)]));
}

/** Calendar days from the day of `now` at a place to a day given as yyyy-MM-dd; negative when it has passed. */
export function daysUntil(day: string, todayAtPlace: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${todayAtPlace}T00:00:00Z`)) / DAY_MS);
}

/** Changes of the ETA, newest first, each with its difference to the one before. */
export function etaChanges(
  history: TraceDetail['etaHistory'],
): { value: number; knownAt: number; sourceCode: string | null; change: number }[] {
  const sorted = history.toSorted((a, b) => a.knownAt - b.knownAt);
  return sorted
    .map((entry, index) => ({
      ...entry,
      change: index === 0 ? 0 : entry.value - (sorted[index - 1]?.value ?? entry.value),
    }))
    .toReversed();
}

/** What the map draws: travelled and remaining parts of every leg, the ports, the vessel. */
export function mapContentOf(
  trace: TraceDetail,
  nameOf: (code: string) => string,
  notes: { estimated: string },
): { lines: MapLine[]; places: MapPlace[] } {
  const lines = trace.track.flatMap((leg): MapLine[] => [
    { id: `${leg.leg}/travelled`, kind: 'travelled', points: leg.travelled },
    { id: `${leg.leg}/remaining`, kind: 'remaining', points: leg.remaining },
  ]);
  const places = routeOf(trace).flatMap(({ role, code }): MapPlace[] => {
    const place = trace.places[code];
    if (place?.lon == null || place.lat == null) return [];
    return [
      {
        id: code,
        at: [place.lon, place.lat],
        label: nameOf(code),
        note: code,
        kind: role === 'transhipment' ? 'transhipment' : 'port',
      },
    ];
  });
  if (trace.vessel !== null) {
    const { name, lon, lat, estimated } = trace.vessel;
    places.push({
      id: 'vessel',
      at: [lon, lat],
      label: name,
      ...(estimated ? { note: notes.estimated } : {}),
      kind: 'vessel',
    });
  }
  return { lines, places };
}

/** When any source last answered; null when none ever has. */
export function freshnessOf(sources: TraceDetail['sources']): number | null {
  const times = sources.flatMap((source) => source.lastSuccessTime ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}
