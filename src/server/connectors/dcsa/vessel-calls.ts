import { landMilestones } from '#domain/tracking/milestone-order.ts';
import { isOtherShip } from '#domain/tracking/ship.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { DcsaEvent } from './types.ts';

/** Whether cargo leaves on the ship or comes with it. */
export type CallSide = 'out' | 'in';

/** One side of a ship's call at a port, made of everything reported about it. */
export type VesselCall = {
  side: CallSide;
  /** Canonical port code, else the code as received. */
  port: string;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  serviceCode: string | null;
  planned: Instant | null;
  estimated: Instant | null;
  actual: Instant | null;
  /** Containers that were in fact loaded (out) or discharged (in). */
  moved: Set<string>;
  /** When the first of them was. */
  movedAt: Instant | null;
  /** When it was last reported. */
  knownAt: Instant;
  ids: Set<string>;
  /** The ship's names come from an actual event. */
  isShipCertain: boolean;
};

/** Calls that one shipment may have; making a route takes time that grows with their cube. */
const MAX_CALLS = 200;

/** All calls of a shipment, the call each event belongs to, and how many events were of calls beyond the limit. */
export type VesselCalls = { calls: VesselCall[]; callOf: ReadonlyMap<DcsaEvent, VesselCall>; left: number };

type Ship = Pick<VesselCall, 'vesselName' | 'vesselImo' | 'voyage'>;

const sideOfCode: Readonly<Record<string, CallSide | undefined>> = { DEPA: 'out', LOAD: 'out', ARRI: 'in', DISC: 'in' };

const carriage: ReadonlySet<string> = new Set(Object.values(landMilestones));
const isCarriage = (milestone: string): boolean => carriage.has(milestone);

/** The side of a ship's call an event reports; undefined for events on land, of trains and of trucks. */
function sideOf(event: DcsaEvent): CallSide | undefined {
  const mode = event.call?.mode ?? 'VESSEL';
  if (event.type === 'SHIPMENT' || (mode !== 'VESSEL' && mode !== 'BARGE')) return undefined;
  // A barge before or after the sea is no ship of the voyage.
  if (mode === 'BARGE' && event.milestone !== undefined && isCarriage(event.milestone)) return undefined;
  return event.portCode === null ? undefined : sideOfCode[event.code];
}

/** Whether two mentions name one ship: by IMO number where both have one, else by name. */
export function isSameShip(a: Ship, b: Ship): boolean {
  if (a.vesselImo !== null && b.vesselImo !== null) return a.vesselImo === b.vesselImo;
  return a.vesselName !== null && a.vesselName === b.vesselName;
}

const isSameVoyage = (a: Ship, b: Ship): boolean => a.voyage !== null && a.voyage === b.voyage;

function shipOf(event: DcsaEvent, side: CallSide): Ship {
  const { call } = event;
  const [first, second] =
    side === 'out' ? [call?.exportVoyage, call?.importVoyage] : [call?.importVoyage, call?.exportVoyage];
  return {
    vesselName: call?.vesselName ?? null,
    vesselImo: call?.vesselImo ?? null,
    voyage: first ?? second ?? null,
  };
}

/** The call an event means: by its id, else by voyage, else by ship; a nameless event means the only call there is. */
function findCall(
  there: readonly VesselCall[],
  ship: Ship,
  id: string | null,
  isActual: boolean,
): VesselCall | undefined {
  const byId = id === null ? undefined : there.find((call) => call.ids.has(id));
  if (byId !== undefined) return byId;
  const match = there.find((call) => {
    const sameShip = isSameShip(call, ship);
    // Two ships that were both seen there are two calls: services number their voyages alike.
    if (isActual && call.isShipCertain && isOtherShip(call, ship)) return false;
    // A ship replaced on its voyage keeps the call; two calls with ids of their own stay apart.
    if (isSameVoyage(call, ship)) return sameShip || id === null || call.ids.size === 0;
    return sameShip && (call.voyage === null || ship.voyage === null);
  });
  const isNameless = ship.vesselName === null && ship.vesselImo === null && ship.voyage === null;
  return match ?? (isNameless && there.length === 1 ? there[0] : undefined);
}

function newCall(side: CallSide, port: string, ship: Ship): VesselCall {
  return {
    ...ship,
    side,
    port,
    serviceCode: null,
    planned: null,
    estimated: null,
    actual: null,
    moved: new Set(),
    movedAt: null,
    knownAt: Number.NEGATIVE_INFINITY,
    ids: new Set(),
    isShipCertain: false,
  };
}

function addShip(call: VesselCall, event: DcsaEvent, ship: Ship): void {
  const isActual = event.classifier === 'ACT';
  if (call.isShipCertain && !isActual) return;
  if (ship.vesselName !== null || ship.vesselImo !== null) {
    const isSame = isSameShip(call, ship);
    call.vesselName = ship.vesselName ?? (isSame ? call.vesselName : null);
    call.vesselImo = ship.vesselImo ?? (isSame ? call.vesselImo : null);
    call.isShipCertain ||= isActual;
  }
  call.voyage = ship.voyage ?? call.voyage;
  call.serviceCode = event.call?.serviceCode ?? call.serviceCode;
}

function addEvent(call: VesselCall, event: DcsaEvent, ship: Ship): void {
  addShip(call, event, ship);
  if (event.call?.id) call.ids.add(event.call.id);
  call.knownAt = Math.max(call.knownAt, event.createdAt);
  if (event.type === 'EQUIPMENT') {
    if (event.classifier !== 'ACT') return;
    if (event.containerNo !== null) call.moved.add(event.containerNo);
    call.movedAt = Math.min(event.at, call.movedAt ?? event.at);
    return;
  }
  // Events come oldest first: the newest report of a classifier counts.
  if (event.classifier === 'PLN') call.planned = event.at;
  else if (event.classifier === 'EST') call.estimated = event.at;
  else call.actual = event.at;
}

/** Gathers the calls of ships from events sorted by `compareReports`; `portOf` gives the canonical port code. */
export function gatherCalls(events: readonly DcsaEvent[], portOf: (event: DcsaEvent) => string | null): VesselCalls {
  const byPlace = new Map<string, VesselCall[]>();
  const callOf = new Map<DcsaEvent, VesselCall>();
  const calls: VesselCall[] = [];
  let left = 0;
  for (const event of events) {
    const side = sideOf(event);
    const port = portOf(event);
    if (side === undefined || port === null) continue;
    const key = `${side}|${port}`;
    const there = byPlace.get(key) ?? [];
    const ship = shipOf(event, side);
    let call = findCall(there, ship, event.call?.id ?? null, event.classifier === 'ACT');
    if (call === undefined) {
      if (calls.length >= MAX_CALLS) {
        left += 1;
        continue;
      }
      call = newCall(side, port, ship);
      calls.push(call);
      byPlace.set(key, [...there, call]);
    }
    addEvent(call, event, ship);
    callOf.set(event, call);
  }
  return { calls, callOf, left };
}

/** The best known time of a call: actual, else estimated, else planned. */
export function bestTime(call: VesselCall): Instant | null {
  return call.actual ?? call.estimated ?? call.planned;
}

/** Whether anything in fact happened at the call. */
export function hasHappened(call: VesselCall): boolean {
  return call.actual !== null || call.moved.size > 0;
}

/**
 * Order of rivals for one place in a route, best first: cargo moved there, then what happened, of two facts the earlier
 * (so that the route stays when the rest of a split cargo follows), else the newest report.
 */
export function compareRivals(a: VesselCall, b: VesselCall): number {
  return (
    Number(b.moved.size > 0) - Number(a.moved.size > 0) ||
    Number(b.actual !== null) - Number(a.actual !== null) ||
    (a.actual ?? 0) - (b.actual ?? 0) ||
    b.moved.size - a.moved.size ||
    b.knownAt - a.knownAt ||
    (bestTime(a) ?? Number.MAX_SAFE_INTEGER) - (bestTime(b) ?? Number.MAX_SAFE_INTEGER) ||
    compareText(
      `${a.port}|${a.vesselImo}|${a.vesselName}|${a.voyage}`,
      `${b.port}|${b.vesselImo}|${b.vesselName}|${b.voyage}`,
    )
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
