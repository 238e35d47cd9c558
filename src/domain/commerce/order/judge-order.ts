import type { Mode } from '../../tracking/journey/mode.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { recordOf } from '#shared/values/objects.ts';

/** How far the goods of a line are, in the order in which they get there. */
export const orderStages = ['waiting', 'booked', 'transit', 'arrived', 'delivered'] as const;
export type OrderStage = (typeof orderStages)[number];

/** Whether a line comes in time, the worst first. */
export const orderRisks = ['late', 'atRisk', 'unknown', 'onTime', 'done'] as const;
export type OrderRisk = (typeof orderRisks)[number];

/** Why a line has its risk, with the days that its sentence names. */
export type RiskReason =
  | { code: 'carriageLate'; mode: Mode; carriage: string | null; slip: number; buffer: number; late: number }
  | { code: 'carriageSlipped'; mode: Mode; carriage: string | null; slip: number; buffer: number; left: number }
  | { code: 'plannedLate'; late: number }
  | { code: 'tight' | 'inTime'; left: number }
  | { code: 'notShipped'; days: number }
  | { code: 'shipSoon'; left: number; usual: number }
  | { code: 'waiting' | 'untracked' | 'noArrival' | 'delivered' }
  | { code: 'overdue' | 'deliveredLate'; days: number };

/** How many lines of an order are at each stage. */
export type StageLines = Partial<Record<OrderStage, number>>;
/** Why an order has its risk, as it is stored. */
export type StoredReason = RiskReason & { lineNo: string };
/** A shipment that carries less than its order lines claim, as it is stored. */
export type StoredProblem = { reference: string; carried: number; claimed: number };

/** A shipment that carries a line. */
export type LineShipment = {
  mode: Mode;
  /** Vessel, flight or vehicle of the way that is under way or comes next. */
  carriage: string | null;
  atd: Instant | null;
  plannedArrival: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
  /** When nothing more was to come. */
  endedAt: Instant | null;
};

/** A line of an order with what carries it. */
export type OrderLine = {
  lineNo: string;
  mode: Mode;
  /** The last moment of the days on which it should have left, and has to be there. */
  shipBy: Instant | null;
  promised: Instant;
  /** It was just received: the shipments it names have not been looked for yet. */
  justNamed?: boolean;
  shipments: readonly LineShipment[];
};

/** What became of a line. */
export type JudgedLine = {
  stage: OrderStage;
  risk: OrderRisk;
  reason: RiskReason;
  /** Days after the promise, negative before it; null while it is unknown, or once it is delivered. */
  lateDays: number | null;
  /** When it is expected to be delivered, or was. */
  expected: Instant | null;
};

/** Usual days from the last arrival to delivery, and from shipping to delivery, by mode. */
const usualDays: Readonly<Record<Mode, { afterArrival: number; door: number }>> = {
  sea: { afterArrival: 3, door: 40 },
  domestic: { afterArrival: 2, door: 14 },
  air: { afterArrival: 1, door: 6 },
  rail: { afterArrival: 2, door: 20 },
  road: { afterArrival: 0, door: 5 },
  courier: { afterArrival: 0, door: 4 },
};
/** Less than this left before the promise is a risk. */
const TIGHT_DAYS = 2;

/** Whole days between two moments, upwards: an hour late is a day late. */
const daysFrom = (from: Instant, to: Instant): number => Math.ceil((to - from) / DAY_MS);
const arrivalOf = ({ ata, eta, plannedArrival }: LineShipment): Instant | null => ata ?? eta ?? plannedArrival;

function stageOf({ endedAt, ata, atd }: LineShipment): OrderStage {
  if (endedAt !== null) return 'delivered';
  if (ata !== null) return 'arrived';
  return atd === null ? 'booked' : 'transit';
}

/** The stage that comes first of several. */
const leastOf = (stages: readonly OrderStage[]): OrderStage =>
  orderStages.find((stage) => stages.includes(stage)) ?? 'waiting';

function judgeWaiting(
  { mode, shipBy, promised, justNamed = false }: OrderLine,
  now: Instant,
): Omit<JudgedLine, 'stage'> {
  const usual = usualDays[mode].door;
  const left = Math.floor((promised - now) / DAY_MS);
  const open = { lateDays: null, expected: null };
  if (justNamed) return { ...open, risk: 'unknown', reason: { code: 'untracked' } };
  if (left < 0)
    return { ...open, risk: 'late', reason: { code: 'overdue', days: daysFrom(promised, now) }, lateDays: -left };
  if (shipBy !== null && shipBy < now)
    return { ...open, risk: 'atRisk', reason: { code: 'notShipped', days: daysFrom(shipBy, now) } };
  if (left < usual) return { ...open, risk: 'atRisk', reason: { code: 'shipSoon', left, usual } };
  return { ...open, risk: 'onTime', reason: { code: 'waiting' } };
}

function judgeDelivered({ promised, shipments }: OrderLine): Omit<JudgedLine, 'stage'> {
  // A shipment may be closed long after the goods were handed over: its arrival with the usual days says when.
  const expected = Math.max(...shipments.map((one) => Math.min(one.endedAt ?? Infinity, deliveryOf(one) ?? Infinity)));
  const days = daysFrom(promised, expected);
  const reason: RiskReason = days > 0 ? { code: 'deliveredLate', days } : { code: 'delivered' };
  return { risk: 'done', reason, lateDays: null, expected };
}

/** When the goods are handed over; those that have not come by `now` come then at the earliest. */
const deliveryOf = (shipment: LineShipment, now = Number.NEGATIVE_INFINITY): Instant | null => {
  const reported = arrivalOf(shipment);
  const arrival = reported === null || shipment.ata !== null ? reported : Math.max(reported, now);
  return arrival === null ? null : arrival + usualDays[shipment.mode].afterArrival * DAY_MS;
};

function judgeMoving({ promised, shipments }: OrderLine, now: Instant): Omit<JudgedLine, 'stage'> {
  const open = shipments.filter(({ endedAt }) => endedAt === null);
  const known = open.flatMap((one) => {
    const delivery = deliveryOf(one, now);
    return delivery === null ? [] : [{ one, delivery }];
  });
  const last = known.toSorted((a, b) => b.delivery - a.delivery)[0];
  if (last === undefined || known.length < open.length)
    return { risk: 'unknown', reason: { code: 'noArrival' }, lateDays: null, expected: null };
  const { one } = last;
  // What should have been delivered by now and is not comes today at the earliest.
  const expected = one.ata === null ? last.delivery : Math.max(last.delivery, now);
  const late = daysFrom(promised, expected);
  const left = Math.floor((promised - expected) / DAY_MS);
  const planned = one.plannedArrival;
  const arrives = one.ata ?? Math.max(arrivalOf(one) ?? now, now);
  const slip = planned === null ? 0 : Math.round((arrives - planned) / DAY_MS);
  const buffer = planned === null ? 0 : Math.floor((promised - planned) / DAY_MS) - usualDays[one.mode].afterArrival;
  const way = { mode: one.mode, carriage: one.carriage };
  const about = { lateDays: late > 0 ? late : -left, expected };
  if (late > 0) {
    if (one.ata !== null && last.delivery <= promised)
      return { ...about, risk: 'late', reason: { code: 'overdue', days: late } };
    return slip > 0 && buffer >= 0
      ? { ...about, risk: 'late', reason: { code: 'carriageLate', ...way, slip, buffer, late } }
      : { ...about, risk: 'late', reason: { code: 'plannedLate', late } };
  }
  if (left >= TIGHT_DAYS) return { ...about, risk: 'onTime', reason: { code: 'inTime', left } };
  return slip > 0 && buffer >= TIGHT_DAYS
    ? { ...about, risk: 'atRisk', reason: { code: 'carriageSlipped', ...way, slip, buffer, left } }
    : { ...about, risk: 'atRisk', reason: { code: 'tight', left } };
}

/** Says how far a line is and whether it comes in time, with the reason. */
export function judgeLine(line: OrderLine, now: Instant): JudgedLine {
  const stage = leastOf(line.shipments.map(stageOf));
  if (line.shipments.length === 0) return { stage, ...judgeWaiting(line, now) };
  return { stage, ...(stage === 'delivered' ? judgeDelivered(line) : judgeMoving(line, now)) };
}

/** An order as its lines make it: the stage of the line that is least far, the risk of the line that is worst. */
export type JudgedOrder = {
  stage: OrderStage;
  stageLines: Readonly<Record<OrderStage, number>>;
  risk: OrderRisk;
  reason: (RiskReason & { lineNo: string }) | null;
  lateDays: number | null;
  expected: Instant | null;
  /** Numbers of the lines that are not delivered yet. */
  openLineNos: ReadonlySet<string>;
};

/** Says how far an order is and whether it comes in time. */
export function judgeOrder(lines: readonly OrderLine[], now: Instant): JudgedOrder {
  const judged = lines.map((line) => ({ ...judgeLine(line, now), lineNo: line.lineNo }));
  const count = (stage: OrderStage): number => judged.filter((line) => line.stage === stage).length;
  const risk = orderRisks.find((one) => judged.some((line) => line.risk === one)) ?? 'unknown';
  const worst = judged
    .filter((line) => line.risk === risk)
    .toSorted((a, b) => (b.lateDays ?? -Infinity) - (a.lateDays ?? -Infinity))[0];
  const expected = judged.map((line) => line.expected).filter((one) => one !== null);
  return {
    stage: leastOf(judged.map(({ stage }) => stage)),
    stageLines: recordOf(orderStages, count),
    risk,
    reason: worst === undefined ? null : { ...worst.reason, lineNo: worst.lineNo },
    lateDays: worst?.lateDays ?? null,
    openLineNos: new Set(judged.filter(({ stage }) => stage !== 'delivered').map(({ lineNo }) => lineNo)),
    expected: expected.length === 0 || expected.length < judged.length ? null : Math.max(...expected),
  };
}
