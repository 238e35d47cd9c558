import type { Instant } from '#shared/time/instant.ts';
import { airMilestones } from '../tracking/journey/air.ts';
import type { ContainerContent, EventContent, HappenedEvent, ShipmentContent } from '../tracking/model.ts';

/** The pieces of a consignment on one flight, with what happened to them. */
export type AirLot = {
  unit: ContainerContent;
  flight: string;
  from: string | null;
  to: string | null;
  pieces: number;
  planned: Instant | null;
  departed: EventContent | undefined;
  arrived: EventContent | undefined;
  counted: EventContent | undefined;
};

const find = (events: readonly EventContent[], unitNo: string, statusCode: string): EventContent | undefined =>
  events.find((event) => event.containerNo === unitNo && event.statusCode === statusCode);

const done = (event: EventContent | undefined): EventContent | undefined =>
  event === undefined || event.actual === null ? undefined : event;

/** The flights that a consignment's pieces are on, or were booked on. */
export function airLotsOf({ containers, events }: ShipmentContent): AirLot[] {
  return containers.flatMap((unit): AirLot[] => {
    if (unit.vesselName == null) return [];
    const of = (code: string): EventContent | undefined => find(events, unit.containerNo, code);
    const departed = of(airMilestones.departed);
    return [
      {
        unit,
        flight: unit.vesselName,
        from: unit.portOfLoading ?? null,
        to: unit.portOfDischarge ?? null,
        pieces: unit.quantity ?? 0,
        planned: departed?.planned ?? of(airMilestones.booked)?.planned ?? null,
        departed: done(departed),
        arrived: done(of(airMilestones.arrived)),
        counted: done(of(airMilestones.receivedFromFlight)),
      },
    ];
  });
}

/** How many pieces the whole consignment has; null while no source has reported it. */
export const totalPieces = ({ containers, booking }: ShipmentContent): number | null =>
  containers.find(({ containerNo }) => containerNo === booking.billNo)?.quantity ?? null;

/** How many pieces have left an airport on any flight after a moment. */
export const flownFrom = (lots: readonly AirLot[], airport: string | null): number =>
  lots.reduce((sum, { from, departed, pieces }) => sum + (from === airport && departed !== undefined ? pieces : 0), 0);

/** Discrepancies of a code that were reported, such as OFLD. */
export const discrepanciesOf = ({ events }: ShipmentContent, ...codes: readonly string[]): HappenedEvent[] =>
  events.filter(
    (event): event is HappenedEvent =>
      event.statusCode === airMilestones.discrepancy && event.actual !== null && codes.includes(event.place ?? ''),
  );
