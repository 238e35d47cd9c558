import type { LandMilestoneCode } from '#domain/tracking/milestone-order.ts';
import { milestones, type MilestoneCode } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { bestTime } from './vessel-calls.ts';
import type { PortRole, Route } from './route.ts';
import type { DcsaEvent } from './types.ts';

/** Which end of the route a place on land belongs to; 'middle' for transhipment ports. */
type LandSide = 'origin' | 'middle' | 'destination';

const shipStatuses: Readonly<Record<string, Readonly<Record<PortRole, MilestoneCode | null>>>> = {
  LOAD: { pol: milestones.loaded, transhipment: milestones.transhipmentLoaded, pod: null },
  DEPA: { pol: milestones.departed, transhipment: milestones.transhipmentDeparted, pod: null },
  ARRI: { pol: null, transhipment: milestones.transhipmentArrived, pod: milestones.arrived },
  DISC: { pol: null, transhipment: milestones.transhipmentDischarged, pod: milestones.discharged },
};

const isOnLeaving = (code: string): boolean => code === 'LOAD' || code === 'DEPA';

function shipStatus(event: DcsaEvent, port: string, route: Route): MilestoneCode | null {
  const mode = event.call?.mode ?? 'VESSEL';
  if (mode !== 'VESSEL' && mode !== 'BARGE') return null;
  const known = route.roleOf(port) ?? (isOnLeaving(event.code) ? 'pol' : 'pod');
  // The carrier's own word helps only where the route does not tell.
  const role = event.isTranshipment === true && route.legs.length < 2 ? 'transhipment' : known;
  return shipStatuses[event.code]?.[role] ?? null;
}

function departureOf(route: Route): Instant | null {
  const out = route.legs[0]?.out;
  return out ? bestTime(out) : null;
}

function arrivalOf(route: Route): Instant | null {
  const end = route.legs[route.legs.length - 1]?.in;
  return end ? bestTime(end) : null;
}

function landSide(event: DcsaEvent, port: string | null, route: Route): LandSide | undefined {
  const role = port === null ? undefined : route.roleOf(port);
  if (role !== undefined) return role === 'pol' ? 'origin' : role === 'pod' ? 'destination' : 'middle';
  const [departure, arrival] = [departureOf(route), arrivalOf(route)];
  if (departure !== null && event.at <= departure) return 'origin';
  if (arrival !== null && event.at >= arrival) return 'destination';
  const country = port?.slice(0, 2);
  if (country === undefined) return undefined;
  if (route.legs[route.legs.length - 1]?.pod?.startsWith(country) === true) return 'destination';
  return route.legs[0]?.pol?.startsWith(country) === true ? 'origin' : undefined;
}

/** Milestones on land by code, load and end of the route; what has none of ours is left out. */
function landStatus(event: DcsaEvent, side: LandSide | undefined): MilestoneCode | null {
  const { empty } = event;
  switch (event.code) {
    case 'PICK':
      if (empty === 'LADEN') return side === 'destination' ? milestones.gateOutFull : null;
      return side === 'destination' || side === 'middle' ? null : milestones.emptyPickUp;
    case 'GTOT':
      if (empty === 'EMPTY') return side === 'destination' || side === 'middle' ? null : milestones.emptyPickUp;
      if (side === 'origin') return empty === null ? milestones.emptyPickUp : null;
      return side === 'middle' ? null : milestones.gateOutFull;
    case 'GTIN':
      if (empty === 'EMPTY') return side === 'destination' ? milestones.emptyReturn : null;
      if (side === 'destination') return empty === null ? milestones.emptyReturn : null;
      return side === 'middle' ? null : milestones.gateIn;
    case 'DROP':
      if (empty === 'LADEN') return side === 'origin' ? milestones.gateIn : null;
      return side === 'origin' || side === 'middle' ? null : milestones.emptyReturn;
    case 'STUF':
      return milestones.stuffing;
    case 'STRP':
      return milestones.stripping;
    case 'INSP':
    case 'CUSI':
      return milestones.inspection;
    case 'CUSS':
      return milestones.customsHold;
    case 'CUSR':
      return milestones.customsRelease;
    case 'AVPU':
      return side === 'origin' ? null : milestones.available;
    default:
      // Resealing and removal of seals are no milestones.
      return null;
  }
}

function documentStatus(event: DcsaEvent, isAbroad: boolean): MilestoneCode | null {
  const type = event.document?.type ?? '';
  // Customs papers are CUS by 2.2 and CUC by 3.0; what releases cargo is SRM, and DEO for the consignee by 3.0.
  const isCustoms = type === 'CUS' || type === 'CUC';
  if (event.code === 'HOLD') return isCustoms ? milestones.customsHold : null;
  if (event.code !== 'RELS') return null;
  if (isCustoms) return milestones.customsRelease;
  if (type === 'DEO') return isAbroad ? milestones.available : null;
  if (type === 'SRM') return isAbroad ? milestones.available : milestones.terminalRelease;
  return null;
}

/** The milestone an event means on its route, and the port it belongs to; null when it is none of ours. */
export function statusOf(
  event: DcsaEvent,
  port: string | null,
  route: Route,
): { statusCode: MilestoneCode | LandMilestoneCode; port: string | null } | null {
  if (event.milestone !== undefined) return { statusCode: event.milestone, port };
  if (event.type === 'SHIPMENT') {
    // Releases name no place: before the first departure they concern the export, later the import.
    const departure = departureOf(route);
    const isAbroad = departure !== null && event.at >= departure;
    const statusCode = documentStatus(event, isAbroad);
    const end = isAbroad ? route.legs[route.legs.length - 1]?.pod : route.legs[0]?.pol;
    return statusCode === null ? null : { statusCode, port: port ?? end ?? null };
  }
  const isOfShip = event.type === 'TRANSPORT' || event.code === 'LOAD' || event.code === 'DISC';
  const statusCode = isOfShip
    ? port === null
      ? null
      : shipStatus(event, port, route)
    : landStatus(event, landSide(event, port, route));
  return statusCode === null ? null : { statusCode, port };
}

/** Codes that mean a milestone first; another code with the same meaning steps back when both are reported. */
export const primaryCodes: Readonly<Record<string, string | undefined>> = {
  [milestones.emptyPickUp]: 'PICK',
  [milestones.gateIn]: 'GTIN',
  [milestones.gateOutFull]: 'GTOT',
  [milestones.emptyReturn]: 'DROP',
};
