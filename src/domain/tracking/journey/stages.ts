import type { EventContent, ShipmentContent } from '../model.ts';
import { eventsFor, type TimelineStage, toExpected, toMilestone } from '../timeline.ts';
import type { ModeProfile, StagePlace } from './profile.ts';

type Ends = { start: string | null; end: string | null };

/** Places where goods change what carries them, in the order in which they come to them. */
function transferPlaces({ legs, events }: ShipmentContent, { start, end }: Ends): string[] {
  const places = new Set<string>();
  for (const { portOfLoading, portOfDischarge } of legs) {
    for (const place of [portOfLoading, portOfDischarge]) if (place !== null) places.add(place);
  }
  for (const { portCode } of events) if (portCode !== null) places.add(portCode);
  return [...places].filter((place) => place !== start && place !== end);
}

const placeOf = (portCode: string | null, { start, end }: Ends): StagePlace | undefined => {
  if (portCode === null) return undefined;
  return portCode === start ? 'start' : portCode === end ? 'end' : 'transfer';
};

/** The part of the profile an event belongs to: one at its place with its code, else any with its code, else any at its place. */
function partOf(profile: ModeProfile, statusCode: string, place: StagePlace | undefined) {
  const withCode = profile.stages.filter(({ milestones }) => milestones.includes(statusCode));
  if (profile.ahead?.includes(statusCode) === true) return withCode[0];
  return (
    withCode.find((stage) => stage.place === place) ??
    (place === undefined ? withCode[0] : (profile.stages.find((stage) => stage.place === place) ?? withCode[0]))
  );
}

const rankIn = (milestones: readonly string[], statusCode: string): number => {
  const rank = milestones.indexOf(statusCode);
  return rank < 0 ? milestones.length : rank;
};

/** What happened to a consignment and its parts; parts that are handed over do not hand over the whole one as long as others are not. */
function withoutParts({ completed }: ModeProfile, { booking, containers, events }: ShipmentContent): EventContent[] {
  const isWhole = (unitNo: string | null): boolean => !unitNo || unitNo === booking.billNo;
  const done = events.filter(({ statusCode, actual }) => statusCode === completed && actual !== null);
  const units = new Set(done.map(({ containerNo }) => containerNo));
  const isDone = done.length === 0 || containers.every(({ containerNo: no }) => isWhole(no) || units.has(no));
  if (isDone && !done.some(({ containerNo }) => isWhole(containerNo))) return events;
  return events.filter(({ statusCode, containerNo }) => statusCode !== completed || isWhole(containerNo));
}

/** The timeline of a consignment (null), or of one of its units, by the profile of its mode. */
export function buildModeStages(
  profile: ModeProfile,
  content: ShipmentContent,
  unitNo: string | null,
): TimelineStage[] {
  const { booking, legs } = content;
  const ends: Ends = {
    start: booking.portOfLoading ?? legs[0]?.portOfLoading ?? null,
    end: booking.portOfDischarge ?? legs.at(-1)?.portOfDischarge ?? null,
  };
  const transfers = transferPlaces(content, ends);
  const stages = profile.stages.flatMap((part): (TimelineStage & { part: typeof part })[] =>
    part.place === 'transfer'
      ? transfers.map((portCode, index) => ({ kind: part.kind, number: index + 1, portCode, milestones: [], part }))
      : [{ kind: part.kind, number: 0, portCode: ends[part.place], milestones: [], part }],
  );
  // The whole consignment, also under its own number, has what happened to all of its parts.
  const isWhole = unitNo === null || unitNo === booking.billNo;
  for (const event of isWhole ? withoutParts(profile, content) : eventsFor(content, unitNo)) {
    const part = partOf(profile, event.statusCode, placeOf(event.portCode, ends));
    const own = stages.filter((stage) => stage.part === part);
    // Without a stop on the way, what happened there follows the departure.
    const stage = own.find(({ portCode }) => portCode === event.portCode) ?? own[0] ?? stages[0];
    stage?.milestones.push(toMilestone(event));
  }
  return stages.map(({ part, ...stage }) => {
    const known = new Set(stage.milestones.map(({ statusCode }) => statusCode));
    const expected = part.milestones.filter(
      (code) => profile.backbone.includes(code) && !known.has(code) && part.unexpected?.includes(code) !== true,
    );
    const milestones = [...stage.milestones, ...expected.map((code) => toExpected(code, stage.portCode))];
    milestones.sort(
      (a, b) =>
        rankIn(part.milestones, a.statusCode) - rankIn(part.milestones, b.statusCode) ||
        (a.shownAt ?? Number.MAX_SAFE_INTEGER) - (b.shownAt ?? Number.MAX_SAFE_INTEGER),
    );
    return { ...stage, milestones };
  });
}
