import type { EventContent, LegContent, ShipmentContent } from '../../tracking/model.ts';

/** What people removed from the word of a source: `booking`, `legs`, `leg[CNSHA>USLAX]`, `container[…]`, `event[…]`. */
export type RemovedItem = string;

/** Everything a record says: as long as the source says nothing new. */
export const removedBooking: RemovedItem = 'booking';

/** The whole route of a record. */
export const removedLegs: RemovedItem = 'legs';

/** One leg, by its ports: numbers change when legs come and go. */
export const removedLeg = (leg: Pick<LegContent, 'portOfLoading' | 'portOfDischarge'>): RemovedItem =>
  `leg[${leg.portOfLoading ?? ''}>${leg.portOfDischarge ?? ''}]`;

/** A container with all its milestones. */
export const removedContainer = (containerNo: string): RemovedItem => `container[${containerNo}]`;

type Milestone = Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode'>;

/** All reports of a milestone of a container at a port. */
const removedEvent = (event: Milestone): RemovedItem =>
  `event[${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}]`;

/** The time by which one of several reports of a milestone is recognised. */
const reportTime = (event: Pick<EventContent, 'actual' | 'estimated' | 'planned'>): number | null =>
  event.actual ?? event.estimated ?? event.planned;

/** One of several reports of a milestone, by its time. */
const removedReport = (event: EventContent): RemovedItem => `${removedEvent(event)}@${reportTime(event) ?? ''}`;

/** How an event is named when it is removed: by its time only where the milestone is reported more than once. */
export const removalOfEvent = (event: EventContent, among: readonly EventContent[]): RemovedItem =>
  among.filter((other) => removedEvent(other) === removedEvent(event)).length > 1
    ? removedReport(event)
    : removedEvent(event);

const isKept = (event: EventContent, removed: ReadonlySet<RemovedItem>): boolean =>
  !removed.has(removedEvent(event)) &&
  !removed.has(removedReport(event)) &&
  (event.containerNo === null || !removed.has(removedContainer(event.containerNo)));

/** A content without what people removed from it; the same object where nothing of it was. */
export function withoutRemoved(content: ShipmentContent, removed: ReadonlySet<RemovedItem>): ShipmentContent {
  if (removed.size === 0) return content;
  const legs = removed.has(removedLegs) ? [] : content.legs.filter((leg) => !removed.has(removedLeg(leg)));
  return {
    ...content,
    legs:
      legs.length === content.legs.length ? content.legs : legs.map((leg, index) => ({ ...leg, sequence: index + 1 })),
    containers: content.containers.filter(({ containerNo }) => !removed.has(removedContainer(containerNo))),
    events: content.events.filter((event) => isKept(event, removed)),
  };
}
