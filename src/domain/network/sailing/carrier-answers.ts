import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { CutOff } from './model.ts';

/** One ride on one vessel as a carrier answers it. */
export type AnsweredLeg = {
  /** Who sails the vessel; null where the carrier does not say. */
  operatorCode: string | null;
  serviceCode: string | null;
  imo: string | null;
  vesselName: string;
  voyage: string | null;
  fromPort: string;
  toPort: string;
  departsAt: Instant;
  arrivesAt: Instant;
  /** Cut-offs of this ride; absent in answers kept before they were read. */
  cutOffs?: readonly CutOff[];
  /** Ports on the way, in their order; absent like cut-offs. */
  calls?: readonly { port: string; arrivesAt: Instant | null; departsAt: Instant | null }[];
};

/** A way from port to port as a carrier answers it, with the cut-offs at its first port. */
export type AnsweredRoute = { legs: readonly AnsweredLeg[]; cutOffs: readonly CutOff[] };

/** An answer with who gave it and when it was heard. */
export type CarrierAnswer = AnsweredRoute & { carrierCode: string; statedAt: Instant };

/** A way as far as others are compared with it. */
export type ComparableWay = {
  legs: readonly {
    imo: string | null;
    vesselName: string;
    fromPort: string;
    toPort: string;
    departsAt: Instant | null;
  }[];
};

/** One way with what each carrier answers of it, the one that counts first. */
export type AnsweredWay = { answers: readonly CarrierAnswer[]; differs: boolean };

/** Departures of one vessel from one port that lie nearer together than this are one departure. */
const sameDepartureMs = 84 * HOUR_MS;
/** Carriers round times; less than this is no difference. */
const sameTimeMs = HOUR_MS;

/** Whether two ways are rides on the same vessels between the same ports at about the same time. */
export const isSameWay = (a: ComparableWay, b: ComparableWay): boolean =>
  a.legs.length === b.legs.length &&
  a.legs.every((leg, index) => {
    const other = b.legs[index];
    if (other === undefined || leg.fromPort !== other.fromPort || leg.toPort !== other.toPort) return false;
    const isSameVessel =
      leg.imo !== null && other.imo !== null
        ? leg.imo === other.imo
        : leg.vesselName.toUpperCase() === other.vesselName.toUpperCase();
    if (!isSameVessel || leg.departsAt === null || other.departsAt === null) return false;
    return Math.abs(leg.departsAt - other.departsAt) < sameDepartureMs;
  });

/** When one leaves and arrives on a way. */
export const timesOf = ({ legs }: AnsweredRoute): { departsAt: Instant; arrivesAt: Instant } => ({
  departsAt: legs[0]?.departsAt ?? 0,
  arrivesAt: legs.at(-1)?.arrivesAt ?? 0,
});

/** Elapsed days of a way; a day that was begun counts. */
export const transitDaysOf = (route: AnsweredRoute): number => {
  const { departsAt, arrivesAt } = timesOf(route);
  return Math.ceil((arrivesAt - departsAt) / DAY_MS);
};

const isOther = (a: Instant, b: Instant): boolean => Math.abs(a - b) >= sameTimeMs;

/** Whether two answers about one way tell different times. */
function disagree(a: CarrierAnswer, b: CarrierAnswer): boolean {
  const [one, other] = [timesOf(a), timesOf(b)];
  if (isOther(one.departsAt, other.departsAt) || isOther(one.arrivesAt, other.arrivesAt)) return true;
  return a.cutOffs.some(({ code, at }) => b.cutOffs.some((cut) => cut.code === code && isOther(cut.at, at)));
}

/** The carrier that sails the first vessel first, then the one that was heard last. */
const byWeight = (a: CarrierAnswer, b: CarrierAnswer): number => {
  const isOwn = ({ carrierCode, legs }: CarrierAnswer): number => Number(legs[0]?.operatorCode === carrierCode);
  return isOwn(b) - isOwn(a) || b.statedAt - a.statedAt || (a.carrierCode < b.carrierCode ? -1 : 1);
};

/** Merges what carriers answer to one question: a way that several of them sell is one way, by departure. */
export function mergeAnswers(all: readonly CarrierAnswer[]): AnsweredWay[] {
  const ways: CarrierAnswer[][] = [];
  for (const answer of all) {
    const known = ways.find(([first]) => first !== undefined && isSameWay(first, answer));
    if (known === undefined) ways.push([answer]);
    // A carrier that tells a way twice is heard once.
    else if (known.every(({ carrierCode }) => carrierCode !== answer.carrierCode)) known.push(answer);
  }
  return ways
    .map((answers) => answers.toSorted(byWeight))
    .map((answers) => ({
      answers,
      differs: answers.some((answer) => disagree(itemAt(answers, 0), answer)),
    }))
    .toSorted((a, b) => {
      const [one, other] = [a, b].map(({ answers }) => timesOf(itemAt(answers, 0)));
      return (one?.departsAt ?? 0) - (other?.departsAt ?? 0) || (one?.arrivesAt ?? 0) - (other?.arrivesAt ?? 0);
    });
}
