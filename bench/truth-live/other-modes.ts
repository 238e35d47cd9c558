import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { createConsignments } from '../../src/simulator/air/consignments.ts';
import { throughOf } from '../../src/simulator/journeys/through.ts';
import { createParcels } from '../../src/simulator/land/parcels.ts';
import { createRailLoads } from '../../src/simulator/land/trains.ts';
import { createRoadOrders, toFleetAnswer } from '../../src/simulator/land/road-orders.ts';
import { readingOf } from '../../src/simulator/vehicles/trucks.ts';
import type { World } from '../../src/simulator/world.ts';

/** An actual time as the product shows it. */
export type ShownTime = {
  billNo: string;
  containerNo: string | null;
  /** Code of the milestone; `atd` and `ata` of the head and the legs are those of ships. */
  statusCode: string;
  portCode: string | null;
  actual: Instant;
  /** Which part of the screen shows it. */
  where: string;
  sourceCode: string | null;
};

/** True; untrue because a source was made to say so; untrue by our own doing. */
export type TimeVerdict = { kind: 'true' | 'sourceWrong' | 'wrong'; truth: string };

/** An open exception as the product shows it. */
export type ShownException = {
  code: string;
  billNo: string | null;
  containerNo: string | null;
  ended: boolean;
  /** What people have done with it. */
  handleStatus: string;
  text: string;
  createdAt: Instant;
  /** US dollars. */
  moneyAtRisk: number;
  evidence: readonly { path: string; value: string | number | null; sourceCode?: string }[];
};

/** Whether it is justified at the moment, and what is true. */
export type Verdict = { justified: boolean; truth: string };

type Moment = { code: string | null; place: string | null; at: Instant };
type Cause = { code: string; from: Instant; to: Instant };

/** What is true of goods that go otherwise than by sea: when what happened where, what the world did, by how much they come late, and when it ends. */
type OtherTruth = { moments: readonly Moment[]; causes: readonly Cause[]; lateMs: number; endsAt: Instant };

const nearMs = 2 * MINUTE_MS;
const graceMs = 3 * HOUR_MS;
const delayMs = 2 * DAY_MS;
/** Pieces of the world that are lost are never found; its cause ends when nobody reports any more. */
const lasting: ReadonlySet<string> = new Set(['AIR_SHORT_SHIPPED']);

/** Codes of an airline that say the same as times of a flight. */
const flightTimes: Readonly<Record<string, string>> = { atd: 'DEP', ata: 'ARR' };

type FleetStop = { siteCode: string; enteredAt?: string; leftAt?: string };
type FleetEvent = { at?: string; siteCode?: string };

const roadMoments = (answer: object): Moment[] => {
  const { stops, events } = answer as { stops: FleetStop[]; events: FleetEvent[] };
  return [
    ...stops.flatMap(({ siteCode, enteredAt, leftAt }) =>
      [enteredAt, leftAt].flatMap((at) =>
        at === undefined ? [] : [{ code: null, place: siteCode, at: Date.parse(at) }],
      ),
    ),
    ...events.flatMap(({ at, siteCode }) =>
      at === undefined ? [] : [{ code: null, place: siteCode ?? null, at: Date.parse(at) }],
    ),
  ];
};

/** The truth about goods by air, rail, road or courier, as it is known to nobody but the world. */
function otherTruth(world: World, number: string, now: Instant): OtherTruth | undefined {
  const through = throughOf(world);
  const byAir = createConsignments(world.seed, through.air).find(number);
  if (byAir !== undefined)
    return {
      moments: byAir.statuses.map(({ code, airport, at, isPlan, publishedAt }) =>
        // A booking is a plan: what is a fact of it is when it was made.
        ({ code, place: airport, at: isPlan ? publishedAt : at }),
      ),
      causes: byAir.causes,
      lateMs: 0,
      endsAt: byAir.endsAt,
    };
  const parcel = createParcels(world.seed, through.parcels).find(number);
  if (parcel !== undefined) {
    const delivered = parcel.scans.find(({ kind }) => kind === 'delivered')?.at ?? now;
    return {
      moments: parcel.scans.map(({ facility, at }) => ({ code: null, place: facility, at })),
      causes: parcel.causes,
      endsAt: Math.max(...parcel.scans.map(({ at }) => at)),
      lateMs: Math.min(delivered, now) - parcel.promisedAt,
    };
  }
  const byRail = createRailLoads(world.seed, through.rail).find(number, now);
  if (byRail !== undefined) {
    const { arrives } = byRail.sections.at(-1) ?? { arrives: { planned: 0, actual: 0 } };
    return {
      moments: [
        ...byRail.events.map(({ station, at }) => ({ code: null, place: station, at })),
        ...byRail.sections.flatMap(({ from, to, departs, arrives: reached }) => [
          { code: null, place: from, at: departs.actual },
          { code: null, place: to, at: reached.actual },
        ]),
      ],
      causes: byRail.causes,
      endsAt: Math.max(arrives.actual, ...byRail.events.map(({ at }) => at)),
      lateMs: Math.min(arrives.actual, now) - arrives.planned,
    };
  }
  const order = createRoadOrders(world.seed).find(number, now);
  if (order === undefined) return undefined;
  return {
    moments: roadMoments(toFleetAnswer(order, now)),
    causes: order.causes,
    lateMs: 0,
    endsAt: order.round.returns,
  };
}

const stamp = (at: Instant): string => new Date(at).toISOString().slice(0, 16);

/** The range of reefer trucks in the world. */
const coldRange = { min: 2, max: 8 } as const;

/** What a truck's own device measured: out of its range at the moment, or within it again. */
function judgeExcursion(
  world: World,
  { billNo, statusCode, actual }: ShownTime,
  now: Instant,
): TimeVerdict | undefined {
  const order = createRoadOrders(world.seed).find(billNo, now);
  if (order === undefined) return undefined;
  const { temperatureC } = readingOf(world.seed, order.truck, actual);
  // Devices tell whole degrees.
  const reported = Math.round(temperatureC ?? Number.NaN);
  const isIn = reported >= coldRange.min && reported <= coldRange.max;
  const isTrue = actual <= now && isIn === (statusCode === 'VTN');
  return { kind: isTrue ? 'true' : 'wrong', truth: `${reported} °C at the moment` };
}

/** Judges an actual time of goods that do not go by sea; undefined where the world has no such goods. */
export function judgeOtherTime(world: World, shown: ShownTime, now: Instant): TimeVerdict | undefined {
  const truth = otherTruth(world, shown.billNo, now);
  if (truth === undefined) return undefined;
  if (shown.sourceCode === 'coldchain') return judgeExcursion(world, shown, now);
  const code = flightTimes[shown.statusCode] ?? shown.statusCode;
  const matching = truth.moments.filter(
    (one) =>
      (one.code === null || one.code === code) &&
      (one.place === null || shown.portCode === null || one.place === shown.portCode),
  );
  if (matching.some(({ at }) => at <= now && Math.abs(at - shown.actual) <= nearMs)) return { kind: 'true', truth: '' };
  const reported = matching.map(({ place, at }) => `${code} ${place ?? ''} ${stamp(at)}`).join('; ');
  return { kind: 'wrong', truth: reported === '' ? 'nothing like it' : reported };
}

/** When goods that do not go by sea are delivered; undefined where the world has no such goods. */
export const endOfOther = (world: World, number: string, now: Instant): Instant | undefined =>
  otherTruth(world, number, now)?.endsAt;

/** Judges an open exception of goods that do not go by sea; undefined where the world has no such goods. */
export function judgeOtherException(
  world: World,
  shown: ShownException,
  number: string,
  now: Instant,
): Verdict | undefined {
  const truth = otherTruth(world, number, now);
  if (truth === undefined) return undefined;
  const isCaused = truth.causes.some(
    ({ code, from, to }) => code === shown.code && from <= now + graceMs && (lasting.has(code) || to + graceMs >= now),
  );
  const justified = isCaused || (shown.code === 'ARRIVE_DELAY' && truth.lateMs > delayMs - HOUR_MS);
  const causes = truth.causes.map(({ code, from, to }) => `${code} ${stamp(from)}..${stamp(to)}`).join('; ');
  return { justified, truth: causes === '' ? `healthy, ${Math.round(truth.lateMs / HOUR_MS)} h late` : causes };
}
