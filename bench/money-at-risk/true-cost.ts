import { boxesOf } from '#domain/exception/boxes.ts';
import type { DetectedFinding } from '#domain/exception/detect.ts';
import type { CarriedLine, MoneyFacts } from '#domain/exception/money-at-risk.ts';
import type { ReferenceData } from '#domain/exception/types.ts';
import { judgeLine } from '#domain/order/judge-order.ts';
import { freeDaysOf, freeTimeFrom } from '#domain/tracking/free-time.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { WorldShipment } from '../data/distinct-shipments.ts';

type Milestone = WorldShipment['milestones'][number];

/** What a day costs where no tariff says it, in US dollars: the same as the product shows. */
const usual = { demurrage: 100, detention: 60, storage: 40, lateness: 150 } as const;
/** Free days where no tariff says them. */
const ownDays = 7;

const clocks = {
  DEMURRAGE_RISK: { kind: 'demurrage', start: 'DSCH', end: 'STCS' },
  DETENTION_RISK: { kind: 'detention', start: 'STCS', end: 'RCVE' },
} as const;

/** Boxes that a finding is about, or all of the shipment. */
function boxesIn({ finding }: DetectedFinding, shipment: WorldShipment): string[] {
  const boxes = boxesOf(finding);
  return boxes.length > 0 ? [...boxes] : shipment.containers.map(({ number }) => number);
}

const momentOf = (
  shipment: WorldShipment,
  box: string,
  code: string,
  after = Number.NEGATIVE_INFINITY,
): Milestone | undefined =>
  shipment.milestones.find(
    (one) =>
      one.code === code &&
      one.container === shipment.containers.findIndex(({ number }) => number === box) &&
      one.actual > after,
  );

/** Days of a box beyond its free time, by when it really came and went. */
function freeTimeCost(
  detected: DetectedFinding,
  shipment: WorldShipment,
  reference: ReferenceData,
  facts: MoneyFacts,
): number {
  const { kind, start, end } = clocks[detected.code as keyof typeof clocks];
  return boxesIn(detected, shipment).reduce((sum, box) => {
    const [from, to] = [momentOf(shipment, box, start), momentOf(shipment, box, end)];
    if (from === undefined || to === undefined) return sum;
    const tariff = reference.tariffOf?.(shipment.carrier.code, from.port.code);
    const days = freeDaysOf(ownDays, ownDays, tariff?.[`${kind}Days`]);
    const { lastFreeDayEndsAt } = freeTimeFrom(from.actual, days, reference.zoneOf(from.port.code) ?? 'UTC');
    const rate = tariff?.[`${kind}Rate`];
    const each = rate == null ? usual[kind] : rate * (facts.usdPerUnit(tariff?.currency ?? 'USD') ?? 1);
    return sum + Math.max(0, Math.ceil((to.actual - lastFreeDayEndsAt) / DAY_MS)) * each;
  }, 0);
}

/** Days from the beginning of a customs hold to its release. */
const holdCost = (detected: DetectedFinding, shipment: WorldShipment): number =>
  boxesIn(detected, shipment).reduce((sum, box) => {
    const held = momentOf(shipment, box, 'CUIP');
    const released = held === undefined ? undefined : momentOf(shipment, box, 'PASS', held.actual);
    return released === undefined || held === undefined
      ? sum
      : sum + Math.ceil((released.actual - held.actual) / DAY_MS) * usual.storage;
  }, 0);

/** A line of an order with the bills and boxes that it refers to. */
export type WorldLine = CarriedLine & { references: readonly string[] };

/** Lateness of the lines that the shipment carries, by when the last of the ships with their boxes really comes. */
function lateCost(shipment: WorldShipment, lines: readonly WorldLine[]): number {
  const arrivals = shipment.milestones.filter(({ code }) => code === 'BDAR');
  const groupOf = (box: number): number | undefined =>
    shipment.milestones.find(({ container }) => container === box)?.group;
  const days = lines.map((line) => {
    const groups = shipment.containers.flatMap(({ number }, box) =>
      line.references.includes(number) ? [groupOf(box)] : [],
    );
    const own = arrivals.filter(({ group }) => groups.length === 0 || groups.includes(group));
    if (own.length === 0) return 0;
    const eta: Instant = Math.max(...own.map(({ actual }) => actual));
    const ship = {
      mode: 'sea' as const,
      carriage: null,
      atd: null,
      plannedArrival: null,
      eta,
      ata: null,
      endedAt: null,
    };
    return Math.max(0, judgeLine({ ...line, shipments: [ship] }, eta).lateDays ?? 0);
  });
  return days.reduce((sum, late) => sum + late, 0) * usual.lateness;
}

/**
 * What an exception really costs, by what the world does until the goods are delivered: dates are those of the world, prices those
 * of tariffs and the usual ones. The price of another sailing is left out: nothing in the world says what was paid.
 */
export function trueCost(
  detected: DetectedFinding,
  shipment: WorldShipment,
  reference: ReferenceData,
  facts: MoneyFacts,
  lines: readonly WorldLine[],
): number {
  if (Object.hasOwn(clocks, detected.code)) return freeTimeCost(detected, shipment, reference, facts);
  return (detected.code === 'HOLD' ? holdCost(detected, shipment) : 0) + lateCost(shipment, lines);
}
