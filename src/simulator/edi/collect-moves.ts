import type { Instant } from '#shared/time/instant.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { CargoContainer, LegPlan, Milestone, Shipment } from '../shipments/types.ts';
import type { World } from '../world.ts';
import { reportingCarriers, reportingTerminals } from './terminals.ts';

/** One thing that happened to one container at a terminal, or to a ship with the cargo of a bill. */
export type Move = {
  shipment: Shipment;
  container: CargoContainer;
  milestone: Milestone;
  at: Instant;
  /** The leg by sea, its ports and its ship; undefined at the gate. */
  leg: { pol: string; pod: string; vessel: string; imo: string; voyage: string } | undefined;
};

/** Terminals and carriers report some time after the fact, in milliseconds. */
const REPORT_DELAY_MS = 20 * 60_000;
const atTerminal = new Set(['LOBD', 'TSLB', 'TSDC', 'DSCH', 'GITM', 'STCS', 'STSP', 'RCVE']);
const ofShip = new Set(['DLPT', 'TSDP', 'TSBA', 'BDAR']);
const ports = new Set(reportingTerminals.map(({ port }) => port));

function legOf(world: World, shipment: Shipment, milestone: Milestone): Move['leg'] {
  const leg = milestone.leg < 0 ? undefined : shipment.groups[milestone.group]?.legs[milestone.leg];
  const plan: LegPlan | undefined = leg?.versions.at(-1)?.plan;
  if (plan === undefined) return undefined;
  const sailing = world.sailings.sailing(plan.service, plan.week);
  return {
    pol: startOf(world.sailings, plan).port.code,
    pod: endOf(world.sailings, plan).port.code,
    vessel: sailing.vessel.name,
    imo: sailing.vessel.imo,
    voyage: plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound,
  };
}

/** Shipments about which somebody is silent or wrong on purpose are left to those who are. */
const isPlain = ({ disorder }: Shipment): boolean =>
  disorder.report === undefined && disorder.identity === undefined && disorder.aggregator === undefined;

const isReported = (shipment: Shipment, { code, port }: Milestone): boolean =>
  (atTerminal.has(code) && ports.has(port.code)) ||
  (ofShip.has(code) && reportingCarriers.includes(shipment.carrier.index));

/** What terminals and carriers have to report of a stretch of time, at most `limit`; a pure function of the world. */
export function collectMoves(world: World, from: Instant, to: Instant, limit: number): Move[] {
  const moves: Move[] = [];
  for (const shipment of world.shipmentsAlive(to)) {
    if (!isPlain(shipment)) continue;
    for (const milestone of shipment.milestones) {
      const reported = milestone.actual + REPORT_DELAY_MS;
      if (reported <= from || reported > to || !isReported(shipment, milestone)) continue;
      const own = shipment.groups[milestone.group]?.containers ?? [];
      const containers = milestone.container >= 0 ? [milestone.container] : own;
      const leg = legOf(world, shipment, milestone);
      for (const unit of containers) {
        const container = shipment.containers[unit];
        if (container !== undefined) moves.push({ shipment, container, milestone, at: milestone.actual, leg });
        if (moves.length >= limit) return moves;
      }
    }
  }
  return moves.sort((a, b) => a.at - b.at);
}
