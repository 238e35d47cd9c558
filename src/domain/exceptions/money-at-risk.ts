import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { judgeLine, type LineShipment, type OrderLine } from '../commerce/order/judge-order.ts';
import { containersOf } from './containers.ts';
import { milestones } from '../tracking/model.ts';
import { shownBooking } from '../tracking/estimates.ts';
import { arrivalOf } from '../tracking/whereabouts.ts';
import { contentOf } from './facts.ts';
import type { Finding, ReferenceData, ShipmentView, DetectedFinding } from './types.ts';

/** What the money is for. */
export type MoneyKind = 'demurrage' | 'detention' | 'storage' | 'lateness' | 'rebooking';

/** One part of what an exception may cost, with the numbers its sentence names. */
export type MoneyPart = {
  kind: MoneyKind;
  /** Whole US dollars. */
  usd: number;
  /** Containers, or lines of orders. */
  count: number;
  /** Expected days that cost, of the containers or lines together where each has its own. */
  days: number;
  /** US dollars a day for each of them, or the difference of the price for one container. */
  each: number;
  /** No tariff says so: a usual price. */
  usual?: true;
};

/** What an exception may cost. */
export type MoneyAtRisk = { usd: number; parts: readonly MoneyPart[] };

/** A line of an order that the shipment carries, with the numbers by which it refers to it: of the bill, or of some of its containers. */
export type CarriedLine = Omit<OrderLine, 'shipments'> & { references?: readonly string[] };

/** What is known of money beside the shipment. */
export type MoneyFacts = {
  lines: readonly CarriedLine[];
  /** US dollars for one unit of a currency; undefined where no rate is known. */
  usdPerUnit: (currency: string) => number | undefined;
  /** What the cheapest sailing of today asks above the price agreed on, for one container; undefined where one of both is unknown. */
  rebooking: (sizeType: string | null) => number | undefined;
};

/** Usual prices a day in US dollars, where no tariff and no contract says another one. */
const usualDaily = { demurrage: 100, detention: 60, storage: 40, lateness: 150 } as const;

/** A container that stands is collected, brought back or released about so many days from now. */
const DAYS_TO_ACT = 3;
/** One that stands long goes on standing: so much of the days that were too many already. */
const DRAG = 0.5;

const lateCodes: ReadonlySet<string> = new Set([
  'AIR_CUSTOMS_HOLD',
  'AIR_MISSED_CONNECTION',
  'AIR_OFFLOADED',
  'AIS_DIVERGENCE',
  'ARRIVE_DELAY',
  'DEPART_DELAY',
  'ETA_SLIP',
  'EXPRESS_FAILED_DELIVERY',
  'EXPRESS_LATE',
  'EXPRESS_NO_SCAN',
  'HOLD',
  'NO_DEPARTURE_AFTER_LOAD',
  'RAIL_BORDER_LATE',
  'ROAD_STOP_DWELL',
  'ROLLED',
  'SPLIT_CARGO',
  'TRACK_TIMEOUT',
  'TRANSSHIP_DWELL',
]);
/** Over with the arrival. */
const voyageCodes: ReadonlySet<string> = new Set(['ARRIVE_DELAY', 'DEPART_DELAY', 'ETA_SLIP']);
const freeTimeKinds: Readonly<Record<string, 'demurrage' | 'detention'>> = {
  DEMURRAGE_RISK: 'demurrage',
  DETENTION_RISK: 'detention',
};
/** Left behind: what goes with another sailing is paid at its price. */
const rebookedCodes: ReadonlySet<string> = new Set(['ROLLED', 'NO_DEPARTURE_AFTER_LOAD']);

/** Whether exceptions of a type may cost anything. */
export const mayCost = (code: string): boolean => lateCodes.has(code) || Object.hasOwn(freeTimeKinds, code);

const instantIn = ({ params }: Finding, name: string): Instant | undefined => {
  const value = params[name];
  return typeof value === 'number' ? value : undefined;
};
const textIn = ({ params }: Finding, name: string): string => String(params[name] ?? '');
const containerCount = (finding: Finding, view: ShipmentView): number =>
  containersOf(finding).length || Math.max(1, contentOf(view).containers.length);

function tariffRate(
  view: ShipmentView,
  port: string,
  kind: 'demurrage' | 'detention' | 'storage',
  reference: ReferenceData,
  facts: MoneyFacts,
): Pick<MoneyPart, 'each' | 'usual'> {
  const code = reference.resolvePort(port) ?? port;
  const tariff = reference.tariffOf?.(view.subscription.carrierCode, code);
  const rate = tariff?.[`${kind}Rate`];
  const worth = tariff?.currency == null ? 1 : facts.usdPerUnit(tariff.currency);
  return rate == null || worth === undefined ? { each: usualDaily[kind], usual: true } : { each: rate * worth };
}

/** Days that cost until the container leaves, by how long it has cost already. */
function costingDays(costsFrom: Instant, now: Instant): number {
  const over = Math.max(0, (now - costsFrom) / DAY_MS);
  return Math.max(0, Math.ceil((now - costsFrom) / DAY_MS + DAYS_TO_ACT + over * DRAG));
}

function standing(
  { code, finding }: DetectedFinding,
  view: ShipmentView,
  now: Instant,
  reference: ReferenceData,
  facts: MoneyFacts,
): MoneyPart[] {
  const port = textIn(finding, 'port');
  const count = containerCount(finding, view);
  const kind = Object.hasOwn(freeTimeKinds, code) ? freeTimeKinds[code] : code === 'HOLD' ? 'storage' : undefined;
  if (kind === undefined) return [];
  const heldAt = instantIn(finding, 'heldAt');
  const storageDays = reference.tariffOf?.(view.subscription.carrierCode, port)?.storageDays ?? 0;
  const costsFrom =
    kind === 'storage'
      ? heldAt === undefined
        ? undefined
        : heldAt + storageDays * DAY_MS
      : instantIn(finding, 'lastFreeDayEndsAt');
  const days = costsFrom === undefined ? 0 : costingDays(costsFrom, now);
  const rate = tariffRate(view, port, kind, reference, facts);
  return [{ kind, count, days, ...rate, usd: Math.round(count * days * rate.each) }];
}

/** When the last of the containers arrives that travel apart: of those that are referred to, or of all; undefined where nobody says so. */
function containerArrival(view: ShipmentView, references: readonly string[]): Instant | undefined {
  const { booking, containers, events } = contentOf(view);
  const named = containers.filter(({ containerNo }) => references.includes(containerNo));
  const units = new Set((named.length > 0 ? named : containers).map(({ containerNo }) => containerNo));
  const atEnd = events.filter(
    ({ containerNo, portCode }) => units.has(containerNo ?? '') && portCode === booking.portOfDischarge,
  );
  const arrivals = atEnd.filter(({ statusCode }) => statusCode === milestones.arrived);
  const reported =
    arrivals.length > 0 ? arrivals : atEnd.filter(({ statusCode }) => statusCode === milestones.discharged);
  const times = reported
    .map(({ actual, estimated, planned }) => actual ?? estimated ?? planned)
    .filter((time) => time !== null);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Of a late voyage that has come: when. Other problems may keep goods that have. */
const arrivedAt = ({ code, finding }: DetectedFinding, view: ShipmentView): Instant | undefined =>
  voyageCodes.has(code) ? (instantIn(finding, 'ataAt') ?? arrivalOf(contentOf(view))?.value) : undefined;

/** When the goods arrive, also where a ship that should have left has not. */
function expectedArrival({ code, finding }: DetectedFinding, view: ShipmentView, now: Instant): LineShipment {
  const content = contentOf(view);
  const booking = shownBooking(content, now, content.booking);
  const planned = booking.plannedArrival ?? view.etaHistory[0]?.value ?? null;
  const own = code === 'AIS_DIVERGENCE' ? instantIn(finding, 'ownEtaAt') : undefined;
  const { overdue } = booking;
  const reported = booking.eta ?? overdue.arrival ?? planned;
  const isReplaced = overdue.arrival !== null && booking.eta !== null;
  // An arrival that was reported before the departure was missed moves with it.
  const waits = overdue.departure === null || isReplaced ? 0 : (booking.etd ?? now) - overdue.departure;
  // What has not come by now comes now at the earliest.
  const eta = booking.ata ?? (reported === null ? null : Math.max(own ?? 0, reported + waits, now));
  return {
    mode: view.subscription.mode ?? 'sea',
    carriage: booking.vesselName,
    atd: booking.atd,
    plannedArrival: planned,
    eta,
    // Late is late by the arrival: what stands afterwards is requested by free time.
    ata: null,
    endedAt: null,
  };
}

function lateness(detected: DetectedFinding, view: ShipmentView, now: Instant, facts: MoneyFacts): MoneyPart[] {
  if (!lateCodes.has(detected.code) || facts.lines.length === 0) return [];
  const arrived = arrivedAt(detected, view);
  const asOf = Math.min(now, arrived ?? now);
  const shipment = { ...expectedArrival(detected, view, asOf), ...(arrived !== undefined && { eta: arrived }) };
  const late = facts.lines
    .map(({ references = [], ...line }) => {
      const own = detected.code === 'SPLIT_CARGO' ? containerArrival(view, references) : undefined;
      return judgeLine({ ...line, shipments: [{ ...shipment, eta: own ?? shipment.eta }] }, asOf).lateDays ?? 0;
    })
    .filter((days) => days > 0);
  if (late.length === 0) return [];
  const days = late.reduce((sum, one) => sum + one, 0);
  const each = usualDaily.lateness;
  return [{ kind: 'lateness', count: late.length, days, each, usd: days * each, usual: true }];
}

function rebooking({ code }: DetectedFinding, view: ShipmentView, facts: MoneyFacts): MoneyPart[] {
  if (!rebookedCodes.has(code)) return [];
  const above = contentOf(view).containers.flatMap(({ sizeType }) => {
    const difference = facts.rebooking(sizeType);
    return difference === undefined || difference <= 0 ? [] : [difference];
  });
  if (above.length === 0) return [];
  const sum = above.reduce((total, one) => total + one, 0);
  return [
    {
      kind: 'rebooking',
      count: above.length,
      days: 0,
      each: Math.round(sum / above.length),
      usd: Math.round(sum),
    },
  ];
}

/** What an exception may cost, or null where it costs nothing that can be reported. */
export function moneyAtRisk(
  detected: DetectedFinding,
  view: ShipmentView,
  now: Instant,
  reference: ReferenceData,
  facts: MoneyFacts,
): MoneyAtRisk | null {
  const parts = [
    ...standing(detected, view, now, reference, facts),
    ...lateness(detected, view, now, facts),
    ...rebooking(detected, view, facts),
  ].filter(({ usd }) => usd > 0);
  return parts.length === 0 ? null : { usd: parts.reduce((sum, { usd }) => sum + usd, 0), parts };
}
