import type { Instant } from '#shared/time/instant.ts';
import type { StageKind } from './journey/profile.ts';
import { eventsOfContainer } from './containers.ts';
import { emptyEvent } from './empty-content.ts';
import type { EventContent, ShipmentContent } from './model.ts';

/** How sure a shown time is. */
export type TimeClassifier = 'actual' | 'estimated' | 'planned';

/** One milestone on the timeline; without any time it is one still to come. */
export type TimelineMilestone = {
  statusCode: string;
  portCode: string | null;
  /** Which event it is, for provenance; null for a milestone that no source has reported yet. */
  event: EventContent | null;
  planned: Instant | null;
  estimated: Instant | null;
  actual: Instant | null;
  /** The time to show: actual, else estimated, else planned. */
  shownAt: Instant | null;
  classifier: TimeClassifier | null;
};

/** A part of the voyage with its milestones in order. */
export type TimelineStage = {
  kind: StageKind;
  /** 1 for the first transhipment, 2 for the next; 0 for all other parts. */
  number: number;
  portCode: string | null;
  milestones: TimelineMilestone[];
};

function classifierOf({ planned, estimated, actual }: EventContent): TimeClassifier | null {
  if (actual !== null) return 'actual';
  if (estimated !== null) return 'estimated';
  return planned === null ? null : 'planned';
}

/** A known milestone as the timeline shows it. */
export function toMilestone(event: EventContent): TimelineMilestone {
  const { statusCode, portCode, planned, estimated, actual } = event;
  return {
    statusCode,
    portCode,
    event,
    planned,
    estimated,
    actual,
    shownAt: actual ?? estimated ?? planned,
    classifier: classifierOf(event),
  };
}

/** An expected milestone that no source has reported; the booking may have its planned time. */
export function toExpected(
  statusCode: string,
  portCode: string | null,
  times: Partial<EventContent> = {},
): TimelineMilestone {
  const { planned = null, estimated = null, actual = null } = times;
  const milestone = toMilestone({ ...emptyEvent(null, statusCode, portCode), planned, estimated, actual });
  return { ...milestone, event: null };
}

/** Events of a container and, where it has none of a status at a port, those of the whole bill that it can have had; null = the bill's only. */
export const eventsFor = (content: ShipmentContent, containerNo: string | null): EventContent[] =>
  containerNo === null ? content.events.filter((event) => !event.containerNo) : eventsOfContainer(content, containerNo);
