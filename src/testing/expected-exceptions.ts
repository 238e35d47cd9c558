import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { leadsThroughZone } from './seeded-zones.ts';
import type { PlantedCause, ShipmentTruth } from '../simulator/index.ts';

/** An exception that ought to be raised, and while it can be seen. */
export type Expected = { code: string; from: Instant; to: Instant | null; kind: string };

type Milestone = ShipmentTruth['shipment']['milestones'][number];

const delayMs = 2 * DAY_MS;
const of = (truth: ShipmentTruth, code: string): Milestone[] =>
  truth.shipment.milestones.filter((one) => one.code === code);

/** When a split shows: the cause tells when part of the cargo was booked again, the containers tell when they are loaded. */
const splitSeenAt = (truth: ShipmentTruth): Instant =>
  Math.max(
    ...of(truth, 'LOBD')
      .filter((one) => one.group === 1)
      .map((one) => one.actual),
  );

/** A late arrival is known in advance (ETA_SLIP); late it is two days after the plan. */
const lateArrivalAt = (truth: ShipmentTruth): Instant =>
  Math.max(...of(truth, 'BDAR').map((one) => one.planned)) + delayMs;

/** A container that was never loaded is noticed two days after departure, when the carrier would have reported it. */
const extraContainerAt = (truth: ShipmentTruth): Instant =>
  truth.shipment.containers.length > 1
    ? 0
    : Math.max(...of(truth, 'DLPT').map((one) => one.actual)) + delayMs + DAY_MS / 4;

function fromOf(truth: ShipmentTruth, cause: PlantedCause, code: string): Instant {
  if (code === 'CTN_COUNT') return Math.max(cause.from, extraContainerAt(truth));
  if (code === 'SPLIT_CARGO') return splitSeenAt(truth);
  if (code === 'ARRIVE_DELAY') return Math.max(cause.from, lateArrivalAt(truth));
  return cause.from;
}

/** A part of the cargo that goes later is a split; whether it looks like a roll of all of it is a matter of luck. */
const codesOf = ({ kind, codes }: PlantedCause): readonly string[] => (kind === 'splitCargo' ? ['SPLIT_CARGO'] : codes);

/** Until when nobody says anything of a shipment: what else was planted cannot be seen before. */
const silentUntil = (truth: ShipmentTruth): Instant =>
  Math.max(0, ...truth.causes.filter(({ kind }) => kind === 'noData').map(({ to }) => to ?? 0));

/** A dwell begins with the discharge, which nobody tells when discharges were planted to be missing. */
const isHidden = (truth: ShipmentTruth, code: string): boolean =>
  code === 'TRANSSHIP_DWELL' && truth.causes.some(({ kind }) => kind === 'missingDischarge');

/** Everything that was planted in a shipment as exceptions that should be found. */
export const expectedOf = (truth: ShipmentTruth): Expected[] =>
  truth.causes.flatMap((cause) =>
    codesOf(cause)
      .filter((code) => !isHidden(truth, code))
      .map((code) => ({
        code,
        from: code === 'NO_DATA' ? cause.from : Math.max(fromOf(truth, cause, code), silentUntil(truth)),
        to: cause.to,
        kind: cause.kind,
      })),
  );

/** What a wrong or late report brings about besides its own exception: the same disorder seen from another side. */
export const consequences: Readonly<Record<string, readonly string[]>> = {
  arrivalBeforeDeparture: ['STATUS_DISORDER', 'TIME_CONFLICT', 'LEG_OVERLAP'],
  // A gate-out reported before the discharge: free time outside seems to have begun days before the container left.
  eventDisorder: ['TIME_CONFLICT', 'DETENTION_RISK'],
  // Overdue by the clock, and nobody says that she left or arrived.
  goneStale: ['DEPART_DELAY', 'ARRIVE_DELAY'],
  futureActual: ['TIME_CONFLICT', 'STATUS_DISORDER', 'ATA_BEFORE_ATD', 'LEG_OVERLAP'],
  localTimeAsUtc: ['STATUS_DISORDER'],
  // Until the containers are loaded nobody can say whether all of them or a part goes with the later ship.
  splitCargo: ['ROLLED', 'VESSEL_MISMATCH', 'MISSING_MILESTONE'],
  customsHold: ['DEMURRAGE_RISK'],
  // A container that stands too long gives nobody anything to say.
  demurrage: ['DATA_STALE'],
  detention: ['DATA_STALE'],
};

const differs = (truth: ShipmentTruth, code: string): boolean =>
  of(truth, code).some((one) => one.actual - one.planned > delayMs);

/**
 * When an arrival has slipped for anyone who looks since a moment: three days against what stood then, or a day against what
 * stood at any time of the day before. Infinity: never.
 */
export function slipsAt(truth: ShipmentTruth, since: Instant): Instant {
  const moments = of(truth, 'BDAR').flatMap(({ planned, estimates }) => {
    const all = [{ value: planned, knownAt: 0 }, ...estimates];
    const reported = all.slice(
      Math.max(
        0,
        all.findLastIndex(({ knownAt }) => knownAt <= since),
      ),
    );
    return reported
      .filter(
        ({ value, knownAt }, index) =>
          value - (reported[0]?.value ?? value) >= 3 * DAY_MS ||
          reported
            .slice(0, index)
            .some(
              (earlier, place) =>
                value - earlier.value >= DAY_MS && (reported[place + 1]?.knownAt ?? 0) >= knownAt - DAY_MS,
            ),
      )
      .map(({ knownAt }) => knownAt);
  });
  return Math.min(...moments);
}

/** When an expected exception can be seen by anyone who looks since a moment; Infinity: what shows it had happened before. */
export const seenFrom = (truth: ShipmentTruth, { code, from }: Expected, since: Instant): Instant =>
  code === 'ETA_SLIP' ? Math.max(slipsAt(truth, since), since) : from;

function stands(truth: ShipmentTruth, from: string, to: string): boolean {
  const starts = of(truth, from);
  return of(truth, to).some((end) => {
    const start = starts.find((one) => one.container === end.container);
    return start !== undefined && end.actual - start.actual > 6 * DAY_MS;
  });
}

/**
 * A leg that leads through a risk zone, by its ports as reported at any time: a ship that skips the call behind the zone and
 * comes back has been in it all the same.
 */
export const crossesZone = ({ routesReported }: ShipmentTruth): boolean =>
  routesReported.some(([from, to]) => leadsThroughZone(from.position, to.position));

/** What is so in the world itself, planted or as a consequence of something planted. */
const facts: Readonly<Record<string, (truth: ShipmentTruth) => boolean>> = {
  DEPART_DELAY: (truth) => differs(truth, 'DLPT'),
  ARRIVE_DELAY: (truth) => differs(truth, 'BDAR'),
  ETA_SLIP: (truth) => slipsAt(truth, 0) < Infinity,
  DEMURRAGE_RISK: (truth) => stands(truth, 'DSCH', 'STCS'),
  DETENTION_RISK: (truth) => stands(truth, 'STCS', 'RCVE'),
  RISK_ZONE: crossesZone,
};

/** Whether an exception is right: planted, true in the world, or another side of what was planted. */
export function isJustified(truth: ShipmentTruth, code: string): boolean {
  return (
    truth.causes.some((cause) => cause.codes.includes(code) || consequences[cause.kind]?.includes(code) === true) ||
    facts[code]?.(truth) === true
  );
}
