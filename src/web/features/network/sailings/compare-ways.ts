import type { AnsweredWayRow, SailingRoute } from '#contract/network/sailing.ts';
import { type ComparableWay, isSameWay } from '#domain/network/sailing/carrier-answers.ts';
import { bestTimeOf } from '#web/kit/value/known-time.ts';

/** Carriers round times; less than this is no difference. */
const sameTimeMs = 3_600_000;

type Answer = AnsweredWayRow['answers'][number];

/** A way that carriers answered beside the one that we found: by how much their times are later, or that we have none. */
export type ComparedWay = {
  way: AnsweredWayRow;
  answer: Answer;
  ours: SailingRoute | undefined;
  departureShift: number;
  arrivalShift: number;
  agrees: boolean;
};

const answeredWay = ({ legs }: Answer): ComparableWay => ({
  legs: legs.map(({ departureTime, ...leg }) => ({ ...leg, departsAt: departureTime })),
});
const ownWay = ({ legs }: SailingRoute): ComparableWay => ({
  legs: legs.map(({ departure, ...leg }) => ({ ...leg, departsAt: bestTimeOf(departure)?.instant ?? null })),
});

/** What of an answer was requested: a service, and only vessels of the seller where those of partners are not wanted. */
export type WaysWanted = { service: string; partners: boolean };

const isWanted = ({ legs, carrierCode }: Answer, { service, partners }: WaysWanted): boolean => {
  const wanted = service.trim().toUpperCase();
  if (wanted !== '' && !legs.some(({ serviceCode }) => serviceCode?.toUpperCase().includes(wanted))) return false;
  return partners || legs.every((leg) => leg.carrierCode === null || leg.carrierCode === carrierCode);
};

/** What carriers answered beside what we found to the same question. */
export function compareWays(
  ways: readonly AnsweredWayRow[],
  routes: readonly SailingRoute[],
  wanted: WaysWanted,
): ComparedWay[] {
  const own = routes.map((route) => ({ route, way: ownWay(route) }));
  return ways.flatMap(({ answers, differs }): ComparedWay[] => {
    const shown = answers.filter((answer) => isWanted(answer, wanted));
    const [answer] = shown;
    if (answer === undefined) return [];
    const reported = answeredWay(answer);
    const ours = own.find(({ way }) => isSameWay(way, reported))?.route;
    const departureShift = ours === undefined ? 0 : answer.departureTime - ours.departureTime;
    const arrivalShift = ours === undefined ? 0 : answer.arrivalTime - ours.arrivalTime;
    const isNear = Math.max(Math.abs(departureShift), Math.abs(arrivalShift)) < sameTimeMs;
    const agrees = ours !== undefined && isNear && !differs;
    return [{ way: { answers: shown, differs }, answer, ours, departureShift, arrivalShift, agrees }];
  });
}
