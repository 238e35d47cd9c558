import { isWorkedOn, parseHandleStatus } from '#domain/exceptions/handle-status.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { truthOf } from '../../src/simulator/index.ts';
import type { ShipmentTruth, World } from '../../src/simulator/index.ts';
import { endOfOther, type ShownException } from './other-modes.ts';

/** Sources are asked every quarter of an hour to half an hour, tell late, and are out of order for a while. */
const graceMs = 6 * HOUR_MS;
const lateMs = 1.5 * DAY_MS;

type Milestone = ShipmentTruth['shipment']['milestones'][number];
type Case = { shown: ShownException; of: (code: string) => readonly Milestone[]; isAhead: (code: string) => boolean };

const arrives = (one: Case): boolean => one.isAhead('BDAR');
const leaves = (one: Case): boolean => one.isAhead('DLPT');
const isCollected = (one: Case): boolean => !one.isAhead('STCS');
const comesLate = (one: Case): boolean =>
  arrives(one) && one.of('BDAR').some(({ actual, planned }) => actual - planned > lateMs);

/** What is wrong with us can be mended whatever the shipment does. */
const ours: ReadonlySet<string> = new Set(['PORT_UNMATCHED', 'SOURCE_FAILING']);
/** Missing pieces are searched for, and claimed from the airline, for two weeks after the others were delivered. */
const claimMs: Readonly<Record<string, number>> = { AIR_SHORT_SHIPPED: 14 * DAY_MS };

/** While somebody can still change what a rule warns of; other rules are about data, which can be mended until the end. */
const whileAhead: Readonly<Record<string, (one: Case) => boolean>> = {
  AIS_DIVERGENCE: arrives,
  AIS_STALE: arrives,
  ARRIVE_DELAY: (one) => arrives(one) || (one.shown.moneyAtRisk > 0 && !isCollected(one)),
  ATD_BEFORE_ETD: arrives,
  DEMURRAGE_RISK: (one) => one.isAhead('STCS'),
  DEPART_DELAY: (one) => leaves(one) || comesLate(one),
  DETENTION_RISK: (one) => one.isAhead('RCVE'),
  ETA_SLIP: arrives,
  HOLD: (one) => one.isAhead('STCS'),
  NO_DEPARTURE_AFTER_LOAD: leaves,
  RISK_ZONE: arrives,
  ROLLED: leaves,
  ROUTE_CHANGED: arrives,
  SPLIT_CARGO: arrives,
  TRACK_TIMEOUT: arrives,
  TRANSSHIP_DWELL: arrives,
};

/** Whether somebody can still act on an open exception, by what is true of the world at a moment, and why not. */
export function judgeActionable(world: World, shown: ShownException, now: Instant): { can: boolean; why: string } {
  const status = parseHandleStatus(shown.handleStatus);
  if (status !== undefined && isWorkedOn(status)) return { can: true, why: 'worked on' };
  if (ours.has(shown.code)) return { can: true, why: '' };
  const number =
    shown.billNo ??
    (shown.containerNo === null ? undefined : world.find({ type: 'container', value: shown.containerNo }, now)?.billNo);
  const truth = number === undefined ? undefined : truthOf(world, number);
  if (truth === undefined) {
    const end = endOfOther(world, shown.billNo ?? shown.containerNo ?? '', now);
    return { can: end !== undefined && end + (claimMs[shown.code] ?? graceMs) > now, why: 'delivered' };
  }
  const of = (code: string): readonly Milestone[] => truth.shipment.milestones.filter((one) => one.code === code);
  // The world knows what a container will do; a milestone that it never has is not ahead.
  const isAhead = (code: string): boolean => of(code).some(({ actual }) => actual + graceMs > now);
  const rule = whileAhead[shown.code] ?? ((one: Case) => one.isAhead('RCVE'));
  const times = ['DLPT', 'BDAR', 'STCS', 'RCVE'].map((code) => {
    const last = Math.max(...of(code).map(({ actual }) => actual));
    return `${code} ${Number.isFinite(last) ? new Date(last).toISOString().slice(0, 16) : 'never'}`;
  });
  return { can: rule({ shown, of, isAhead }), why: times.join(', ') };
}
