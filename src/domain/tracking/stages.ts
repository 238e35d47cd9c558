import type { Instant } from '#shared/time/instant.ts';
import { shipmentOfContainer } from './containers.ts';
import { transhipmentPorts } from './derive.ts';
import { backbone, isWords, stageMilestones, stageOf } from './milestone-order.ts';
import type { StageKind } from './milestone-order.ts';
import { profileOf } from './journey/profiles.ts';
import { buildModeStages } from './journey/stages.ts';
import { eventsFor, type TimelineMilestone, type TimelineStage, toExpected, toMilestone } from './timeline.ts';
import { milestones } from './model.ts';
import type { EventContent, ShipmentContent } from './model.ts';

const papers: ReadonlySet<string> = new Set([
  milestones.customsRelease,
  milestones.terminalRelease,
  milestones.customsHold,
  milestones.inspection,
]);

type Voyage = {
  start: string | null;
  end: string | null;
  transhipments: (string | null)[];
  departedAt: Instant | null;
};

/** The part an event belongs to: papers and what only words tell by their port or time, all others by their code. */
function stageOfEvent(event: EventContent, voyage: Voyage): { kind: StageKind; number: number } | undefined {
  const byCode = stageOf(event.statusCode);
  const call = event.portCode ? voyage.transhipments.indexOf(event.portCode) : -1;
  if (byCode === 'transhipment') return { kind: byCode, number: Math.max(call, 0) + 1 };
  const onlyWords = byCode === undefined && isWords(event.statusCode);
  if (onlyWords || papers.has(event.statusCode)) {
    if (call >= 0) return { kind: 'transhipment', number: call + 1 };
    if (event.portCode !== null && event.portCode === voyage.end) return { kind: 'destination', number: 0 };
    if (event.portCode !== null && event.portCode === voyage.start) return { kind: 'origin', number: 0 };
    const time = event.actual ?? event.estimated ?? event.planned;
    if (time !== null && voyage.departedAt !== null) {
      return { kind: time > voyage.departedAt ? 'destination' : 'origin', number: 0 };
    }
    if (onlyWords) return { kind: 'origin', number: 0 };
  }
  return byCode && { kind: byCode, number: 0 };
}

function compareMilestones(kind: StageKind): (a: TimelineMilestone, b: TimelineMilestone) => number {
  const order = stageMilestones[kind];
  const rank = ({ statusCode }: TimelineMilestone): number => {
    const index = order.indexOf(statusCode);
    return index < 0 ? order.length : index;
  };
  return (a, b) =>
    rank(a) - rank(b) ||
    (a.shownAt ?? Number.MAX_SAFE_INTEGER) - (b.shownAt ?? Number.MAX_SAFE_INTEGER) ||
    (a.statusCode < b.statusCode ? -1 : 1);
}

function expectedIn(kind: StageKind, portCode: string | null, { booking }: ShipmentContent): TimelineMilestone[] {
  const codes =
    kind === 'transhipment'
      ? stageMilestones.transhipment
      : stageMilestones[kind].filter((code) => backbone.includes(code));
  return codes.map((code) => {
    if (code === milestones.departed) {
      return toExpected(code, portCode, {
        planned: booking.plannedDeparture,
        estimated: booking.etd,
        actual: booking.atd,
      });
    }
    if (code === milestones.arrived) {
      return toExpected(code, portCode, {
        planned: booking.plannedArrival,
        estimated: booking.eta,
        actual: booking.ata,
      });
    }
    return toExpected(code, kind === 'inland' ? null : portCode);
  });
}

/**
 * The timeline of one container (or, with null, of the whole bill): origin, sea, each transhipment, destination,
 * inland. Milestones every container passes are there even when nobody has mentioned them yet; codes of other modes are
 * left out.
 */
export function buildStages(content: ShipmentContent, containerNo: string | null): TimelineStage[] {
  const profile = profileOf(content.mode);
  if (profile !== undefined) return buildModeStages(profile, content, containerNo);
  return buildSeaStages(containerNo === null ? content : shipmentOfContainer(content, containerNo), containerNo);
}

function buildSeaStages(content: ShipmentContent, containerNo: string | null): TimelineStage[] {
  const { booking, legs } = content;
  const voyage: Voyage = {
    start: booking.portOfLoading ?? legs[0]?.portOfLoading ?? null,
    end: booking.portOfDischarge ?? legs[legs.length - 1]?.portOfDischarge ?? null,
    transhipments: transhipmentPorts(content),
    departedAt: booking.atd ?? booking.etd ?? legs[0]?.atd ?? null,
  };
  const events = eventsFor(content, containerNo);
  for (const { statusCode, portCode } of events) {
    const isNew = portCode !== null && !voyage.transhipments.includes(portCode);
    if (isNew && stageOf(statusCode) === 'transhipment') voyage.transhipments.push(portCode);
  }
  // A transhipment nobody gives a port for is still a part of the voyage.
  const isUnplaced = events.some(({ statusCode }) => stageOf(statusCode) === 'transhipment');
  if (isUnplaced && voyage.transhipments.length === 0) voyage.transhipments.push(null);
  const stages: (TimelineStage & { kind: StageKind })[] = [
    { kind: 'origin', number: 0, portCode: voyage.start, milestones: [] },
    { kind: 'sea', number: 0, portCode: voyage.start, milestones: [] },
    ...voyage.transhipments.map((portCode, index) => ({
      kind: 'transhipment' as const,
      number: index + 1,
      portCode,
      milestones: [],
    })),
    { kind: 'destination', number: 0, portCode: voyage.end, milestones: [] },
    { kind: 'inland', number: 0, portCode: null, milestones: [] },
  ];
  for (const event of events) {
    const place = stageOfEvent(event, voyage);
    const stage = place && stages.find(({ kind, number }) => kind === place.kind && number === place.number);
    stage?.milestones.push(toMilestone(event));
  }
  for (const stage of stages) {
    const known = new Set(stage.milestones.map(({ statusCode }) => statusCode));
    const expected = expectedIn(stage.kind, stage.portCode, content).filter(({ statusCode }) => !known.has(statusCode));
    stage.milestones.push(...expected);
    stage.milestones.sort(compareMilestones(stage.kind));
  }
  return stages;
}
