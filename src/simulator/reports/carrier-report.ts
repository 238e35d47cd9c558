import { type Random, createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { Sailings } from '../network/sailings.ts';
import { bookedPlan } from '../shipments/milestones.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { LegPlan, Milestone, RouteLeg, Shipment } from '../shipments/types.ts';
import type { CarrierRecord } from './types.ts';

type Draft = Omit<CarrierRecord, 'serial'>;

/** The event code, load and whereabouts of each milestone that happens to a container. */
const equipmentCodes: Readonly<Record<string, { code: string; empty: boolean; planned: boolean }>> = {
  STSP: { code: 'PICK', empty: true, planned: false },
  STUF: { code: 'STUF', empty: false, planned: false },
  GITM: { code: 'GTIN', empty: false, planned: true },
  LOBD: { code: 'LOAD', empty: false, planned: true },
  TSDC: { code: 'DISC', empty: false, planned: true },
  TSLB: { code: 'LOAD', empty: false, planned: true },
  DSCH: { code: 'DISC', empty: false, planned: true },
  STCS: { code: 'GTOT', empty: false, planned: true },
  STRP: { code: 'STRP', empty: false, planned: false },
  RCVE: { code: 'DROP', empty: true, planned: true },
};

const onShipStart = new Set(['LOBD', 'TSLB', 'DLPT', 'TSDP']);
const onShipEnd = new Set(['TSDC', 'DSCH', 'TSBA', 'BDAR']);
/** Carriers look at the expected times of a moving shipment again about every two days. */
const REFRESH_HOURS = [40, 56] as const;

/** The leg as it was known at the moment. */
export function planAt(leg: RouteLeg, at: Instant): LegPlan {
  let plan = bookedPlan(leg);
  for (const version of leg.versions) if (version.knownAt <= at) plan = version.plan;
  return plan;
}

/** Whether a later group's leg tells nothing the first group's leg does not. */
export function sameLeg(shipment: Shipment, group: number, leg: number): boolean {
  if (group === 0) return false;
  const key = (one: RouteLeg | undefined): string => JSON.stringify(one?.versions.map(({ plan }) => plan));
  return key(shipment.groups[group]?.legs[leg]) === key(shipment.groups[0]?.legs[leg]);
}

function legRef(shipment: Shipment, milestone: Milestone, at: Instant): Draft['leg'] {
  const start = onShipStart.has(milestone.code);
  if (milestone.leg < 0 || (!start && !onShipEnd.has(milestone.code))) return undefined;
  const leg = itemAt(itemAt(shipment.groups, milestone.group).legs, milestone.leg);
  return { index: milestone.leg, plan: planAt(leg, at), atEnd: !start };
}

function draft(
  sailings: Sailings,
  shipment: Shipment,
  milestone: Milestone,
  classifier: Draft['classifier'],
  eventAt: Instant,
  createdAt: Instant,
): Draft {
  const equipment = equipmentCodes[milestone.code];
  const leg = legRef(shipment, milestone, classifier === 'ACT' ? Number.POSITIVE_INFINITY : createdAt);
  // Before a change of route was known, the plan named the port booked first.
  const call = leg === undefined ? undefined : leg.atEnd ? endOf(sailings, leg.plan) : startOf(sailings, leg.plan);
  const port = call?.port ?? milestone.port;
  return {
    createdAt,
    eventAt,
    type: equipment === undefined ? 'TRANSPORT' : 'EQUIPMENT',
    code: equipment?.code ?? (onShipStart.has(milestone.code) ? 'DEPA' : 'ARRI'),
    classifier,
    port,
    portCode: port.code,
    container: milestone.container,
    group: milestone.group,
    leg,
    empty: equipment?.empty,
  };
}

function documents(shipment: Shipment, random: Random): Draft[] {
  const first = (code: string): Milestone | undefined => shipment.milestones.find((one) => one.code === code);
  const drafts: Draft[] = [];
  const add = (
    code: string,
    at: Instant | undefined,
    type: 'CBR' | 'BKG' | 'TRD' | 'CUS' | 'ARN' | 'SRM',
    milestone: Milestone | undefined,
    id: string,
    remark?: string,
  ): void => {
    if (at === undefined || milestone === undefined) return;
    const createdAt = Math.round(at / 60_000) * 60_000;
    const { port } = milestone;
    drafts.push({
      createdAt,
      eventAt: createdAt,
      type: 'SHIPMENT',
      code,
      classifier: 'ACT',
      port,
      portCode: port.code,
      container: -1,
      group: 0,
      document: { type, id },
      remark,
    });
  };
  const departed = first('DLPT');
  const arrived = shipment.milestones.find((one) => one.code === 'BDAR');
  const hold = first('CUIP');
  const passes = shipment.milestones.filter((one) => one.code === 'PASS');
  const customsId = `${departed?.port.country}${shipment.billNo.slice(4)}`;
  const importId = `${arrived?.port.country}${shipment.billNo.slice(4)}`;
  add('RECE', shipment.bookedAt + 10 * MINUTE_MS, 'CBR', departed, shipment.bookingNo);
  add('CONF', shipment.confirmedAt, 'BKG', departed, shipment.bookingNo);
  add('RELS', passes[0] && passes[0].actual + random.int(5, 50) * MINUTE_MS, 'CUS', departed, customsId);
  add('ISSU', departed && departed.actual + random.int(20, 40) * HOUR_MS, 'TRD', departed, shipment.billNo);
  add('ISSU', arrived && arrived.actual - random.int(26, 44) * HOUR_MS, 'ARN', arrived, shipment.billNo);
  if (hold !== undefined) {
    add('HOLD', hold.actual + 20 * MINUTE_MS, 'CUS', arrived, importId, 'Held for customs inspection');
    const release = passes.find((one) => one.actual > hold.actual);
    add('RELS', release && release.actual + 20 * MINUTE_MS, 'CUS', arrived, importId);
  }
  const available = first('AVPU');
  add('RELS', available && available.actual + random.int(5, 60) * MINUTE_MS, 'SRM', arrived, shipment.billNo);
  return drafts;
}

function lateness(value: Instant, planned: Instant): Pick<Draft, 'delayReason' | 'remark'> {
  return value - planned > 36 * HOUR_MS ? { delayReason: 'WEA', remark: 'Schedule revised by the operator' } : {};
}

/** Looks at the expected times again while the cargo moves, as carriers do, even when nothing changed. */
function refreshes(sailings: Sailings, shipment: Shipment, random: Random): Draft[] {
  const ships = shipment.milestones.filter(({ container, group }) => container < 0 && group === 0);
  const drafts: Draft[] = [];
  const end = ships[ships.length - 1]?.actual ?? 0;
  let at = shipment.confirmedAt + random.int(...REFRESH_HOURS) * HOUR_MS;
  for (; at < end; at += random.int(...REFRESH_HOURS) * HOUR_MS) {
    const next = ships.find(({ actual }) => actual > at);
    if (next === undefined || next.actual - at < 4 * HOUR_MS) continue;
    const known = next.estimates.filter(({ knownAt }) => knownAt <= at);
    const reported = known[known.length - 1]?.value ?? next.planned;
    const value = Math.max(reported, Math.ceil((at + 6 * HOUR_MS) / HOUR_MS) * HOUR_MS);
    const createdAt = Math.round(at / 60_000) * 60_000;
    drafts.push(draft(sailings, shipment, next, 'EST', value, createdAt));
  }
  return drafts;
}

/** What an honest carrier reports of a shipment: plan, estimates, actual times, each when it knows them. */
export function honestReport(sailings: Sailings, seed: string, shipment: Shipment): Draft[] {
  const random = createRandom(`${seed}/report/${shipment.billNo}`);
  // Some carriers are quick, some take hours.
  const slowness = 0.5 + (shipment.carrier.index % 5) * 0.5;
  const latency = (): number => Math.round(random.between(6, 60 + 70 * slowness)) * MINUTE_MS;
  const drafts = documents(shipment, random);
  const planAtMs = shipment.confirmedAt + 5 * MINUTE_MS;
  for (const milestone of shipment.milestones) {
    const ship = milestone.container < 0;
    const delay = latency();
    if (ship && sameLeg(shipment, milestone.group, milestone.leg)) continue;
    const equipment = equipmentCodes[milestone.code];
    if (!ship && equipment === undefined) continue;
    if ((ship && milestone.group === 0) || equipment?.planned === true) {
      drafts.push(draft(sailings, shipment, milestone, 'PLN', milestone.planned, planAtMs));
    }
    for (const { knownAt, value } of milestone.estimates) {
      if (knownAt <= planAtMs) continue;
      const createdAt = Math.round(knownAt / 60_000) * 60_000 + 2 * MINUTE_MS;
      drafts.push({
        ...draft(sailings, shipment, milestone, 'EST', value, createdAt),
        ...lateness(value, milestone.planned),
      });
    }
    drafts.push(draft(sailings, shipment, milestone, 'ACT', milestone.actual, milestone.actual + delay));
  }
  return [...drafts, ...refreshes(sailings, shipment, random)];
}
