import type { Instant } from '#shared/time/instant.ts';
import { isBySea } from './journey/mode.ts';
import { profileOf } from './journey/profiles.ts';
import { backbone, stageMilestones } from './milestone-order.ts';
import type { ShipmentContent } from './model.ts';
import { buildStages } from './stages.ts';
import type { TimelineMilestone } from './timeline.ts';

/** The last milestone that happened, as a list shows it. */
export type CurrentMilestone = { statusCode: string; portCode: string | null; at: Instant };

/** How far a shipment or a container is: last milestone that happened, and the share done from 0 to 1. */
export type Progress = { current: CurrentMilestone | null; share: number };

const countedAtSea: ReadonlySet<string> = new Set([...backbone, ...stageMilestones.transhipment]);

function findLastDone(steps: readonly TimelineMilestone[]): number {
  return steps.findLastIndex(({ actual }) => actual !== null);
}

/**
 * Progress of one container (null: of the bill as such). The current milestone is the farthest one in the order of
 * the voyage; steps before it count as done even when nobody reported them.
 */
export function containerProgress(content: ShipmentContent, containerNo: string | null): Progress {
  const profile = profileOf(content.mode);
  const counted = profile === undefined ? countedAtSea : new Set(profile.backbone);
  const all = buildStages(content, containerNo).flatMap((stage) => stage.milestones);
  const steps = all.filter(({ statusCode }) => counted.has(statusCode));
  const last = all[findLastDone(all)];
  const done = findLastDone(steps) + 1;
  return {
    current:
      last === undefined || last.actual === null
        ? null
        : { statusCode: last.statusCode, portCode: last.portCode, at: last.actual },
    share: steps.length === 0 ? 0 : done / steps.length,
  };
}

/** Progress of a shipment: the container that is least far tells where it stands, the share is the mean of all. */
export function shipmentProgress(content: ShipmentContent): Progress {
  // By other modes the whole consignment is reported as such; its parts may go different ways.
  if (content.containers.length === 0 || !isBySea(content.mode)) return containerProgress(content, null);
  const all = content.containers.map(({ containerNo }) => containerProgress(content, containerNo));
  const slowest = all.reduce((least, one) => (one.share < least.share ? one : least));
  return { current: slowest.current, share: all.reduce((sum, { share }) => sum + share, 0) / all.length };
}
