import { railMilestones as r } from '#domain/tracking/journey/rail.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import type { StripSpan } from '#web/kit/chart/time-strip.ts';
import type { TraceMilestone, TraceStage } from './trace-model.ts';

/** Goods at a station, in a train, or while the gauge is changed: what is planned, expected and known. */
export type RailPart = { spans: readonly StripSpan[]; plannedHours?: number; hours?: number };

/** A station of the way: how long the goods stand there, and the train in which they leave it. */
export type RailStation = {
  code: string;
  zone: string | null;
  border: boolean;
  stay: RailPart;
  gauge: RailPart;
  run: RailPart & { train: string | null };
};

type Kind = StripSpan['kind'];
type Times = Partial<Record<Kind, Instant | null>>;

const hoursOf = (from: Instant, to: Instant): number => Math.round((to - from) / HOUR_MS);

/** From one moment to another; the one of the two that is known; none where neither is. */
function spanOf(kind: Kind, from: Instant | null | undefined, to: Instant | null | undefined): StripSpan[] {
  if (from == null) return to == null ? [] : [{ kind, from: to }];
  return [to == null || to < from ? { kind, from } : { kind, from, to }];
}

/** What lasts from one milestone to another; what has begun lasts until now, and is expected to last until its end. */
function partOf(begins: Times, ends: Times, now: Instant): RailPart {
  const [from, to] = [begins.actual ?? null, ends.actual ?? null];
  const open = from !== null && to === null;
  const end = ends.estimated ?? ends.planned ?? null;
  const expected = open
    ? end !== null && end > now
      ? spanOf('estimated', now, end)
      : []
    : from === null && to === null
      ? spanOf('estimated', begins.estimated, ends.estimated)
      : [];
  const [plannedFrom, plannedTo] = [begins.planned ?? null, ends.planned ?? null];
  const isPlanned = plannedFrom !== null && plannedTo !== null && plannedTo > plannedFrom;
  const known = [...spanOf('actual', from, open ? now : to), ...expected];
  return {
    // A plan of one moment is no measure of what lasts.
    spans: [...(isPlanned || known.length === 0 ? spanOf('planned', plannedFrom, plannedTo) : []), ...known],
    ...(isPlanned ? { plannedHours: hoursOf(plannedFrom, plannedTo) } : {}),
    ...(from === null ? {} : { hours: hoursOf(from, to ?? now) }),
  };
}

/** Stations in the order in which goods by rail come to them, of the milestones of a wagon or container. */
export function railLineOf(stages: readonly TraceStage[], now: Instant): RailStation[] {
  const codes = [...new Set(stages.flatMap(({ portCode }) => portCode ?? []))];
  const stations = codes.map((code) => {
    const all = stages.filter(({ portCode }) => portCode === code).flatMap((stage) => stage.milestones);
    const of = (...statuses: readonly string[]): TraceMilestone | undefined =>
      statuses
        .map((status) => all.find(({ statusCode }) => statusCode === status))
        .find((one) => one !== undefined && (one.actual ?? one.estimated ?? one.planned) !== null);
    const came = of(r.arrived, r.borderReached) ?? of(r.accepted, r.loaded);
    return { code, all, of, came, left: of(r.departed, r.borderLeft) };
  });
  return stations.map(({ code, all, of, came, left }, index) => {
    const next = stations[index + 1]?.came;
    return {
      code,
      zone: all[0]?.zone ?? null,
      border: of(r.borderReached, r.borderLeft) !== undefined,
      stay: partOf(came ?? {}, left ?? of(r.handedOver, r.unloaded) ?? {}, now),
      gauge: partOf(
        { actual: of(r.gaugeStarted)?.actual ?? null },
        { actual: of(r.gaugeFinished)?.actual ?? null },
        now,
      ),
      run: { ...partOf(left ?? {}, next ?? {}, now), train: left?.vesselName ?? null },
    };
  });
}
