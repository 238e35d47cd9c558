import { zoneOfPlace } from '#shared/time/place-time.ts';
import { localDay } from '#shared/time/day.ts';
import type { LegContent } from '../tracking/model.ts';
import { canonicalPort, contentOf, shownZoneOf } from './facts.ts';
import { foldVessel, foldVoyage } from '../tracking/ship.ts';
import { sourceFailing } from './rules/source-failing.ts';
import type { Finding, ReferenceData, ShipmentView } from './types.ts';

/**
 * What kind of thing several exceptions may have in common: one call (or silence) of a ship, a source that fails, a port
 * on a day, a sailing of a carrier, a place nobody knows, a risk zone.
 */
export const incidentKinds = ['vessel', 'source', 'port', 'sailing', 'place', 'zone'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/** The common cause of exceptions: equal key and kind = one incident. `facts` are the parameters of its words. */
export type IncidentCause = { kind: IncidentKind; key: string; facts: Record<string, string | number> };

/** What a finding was made from. */
export type CauseContext = { code: string; finding: Finding; view: ShipmentView; reference: ReferenceData };

type Ship = { vesselName: string | null; voyage: string | null };
type CallEvent = 'arrival' | 'departure' | 'position' | 'times';

const keyOf = (...parts: readonly string[]): string => parts.join('|');

/** The ship that calls at the port of discharge; undefined while only the way to a transhipment port is known. */
function arrivingShip(view: ShipmentView, reference: ReferenceData): Ship | undefined {
  const { booking, legs } = contentOf(view);
  const last = legs.at(-1);
  if (last === undefined) return booking;
  const { portOfDischarge: port } = booking;
  const reaches =
    port !== null &&
    last.portOfDischarge !== null &&
    canonicalPort(last.portOfDischarge, reference) === canonicalPort(port, reference);
  return reaches || legs.length === 1 ? { ...shipOf(last, booking, legs.length === 1) } : undefined;
}

/** The ship of a leg; that of the booking stands in where there is only one leg. */
const shipOf = (leg: LegContent, booking: Ship, isOnly: boolean): Ship => ({
  vesselName: leg.vesselName ?? (isOnly ? booking.vesselName : null),
  voyage: leg.voyage ?? (isOnly ? booking.voyage : null),
});

function departingShip(view: ShipmentView): Ship {
  const { booking, legs } = contentOf(view);
  const [first] = legs;
  return first === undefined ? booking : shipOf(first, booking, legs.length === 1);
}

/** One call of one ship. Without name, voyage or port nothing says that two bookings are on the same one. */
function vesselCause(
  ship: Ship | undefined,
  call: CallEvent,
  portCode: string | null,
  reference: ReferenceData,
  part = '',
): IncidentCause | undefined {
  if (!ship?.vesselName || !ship.voyage || !portCode) return undefined;
  const port = canonicalPort(portCode, reference);
  const key = keyOf(foldVessel(ship.vesselName), foldVoyage(ship.voyage), call, port, ...(part === '' ? [] : [part]));
  return { kind: 'vessel', key, facts: { [call]: 1, vessel: ship.vesselName, voyage: ship.voyage, port } };
}

const onArrival = ({ view, reference }: CauseContext): IncidentCause | undefined =>
  vesselCause(arrivingShip(view, reference), 'arrival', contentOf(view).booking.portOfDischarge, reference);

const onDeparture = ({ view, reference }: CauseContext): IncidentCause | undefined =>
  vesselCause(departingShip(view), 'departure', contentOf(view).booking.portOfLoading, reference);

function onDivergence(context: CauseContext): IncidentCause | undefined {
  if (context.finding.params['late'] === 1) return onArrival(context);
  const { booking, legs } = contentOf(context.view);
  const leg = legs.find(({ sequence }) => sequence === context.view.voyage?.sequence);
  return leg && vesselCause(shipOf(leg, booking, legs.length === 1), 'departure', leg.portOfLoading, context.reference);
}

function onSilence({ finding, view }: CauseContext): IncidentCause | undefined {
  const vessel = finding.params['vessel'];
  const mmsi = view.voyage?.mmsi;
  if (typeof vessel !== 'string' || mmsi === undefined) return undefined;
  return { kind: 'vessel', key: keyOf(String(mmsi), 'position'), facts: { position: 1, vessel } };
}

/** Times of one call of a ship on which sources differ; moves of single containers have nothing in common. */
function onConflict({ finding, view, reference }: CauseContext): IncidentCause | undefined {
  const [call, port = ''] = finding.key.split('|');
  if (call !== 'arrival' && call !== 'departure') return undefined;
  const { booking, legs } = contentOf(view);
  const end = call === 'arrival' ? 'portOfDischarge' : 'portOfLoading';
  const leg = legs.find((one) => one[end] !== null && canonicalPort(one[end], reference) === port);
  const ship = leg === undefined ? (legs.length === 0 ? booking : undefined) : shipOf(leg, booking, legs.length === 1);
  return vesselCause(ship, 'times', port, reference, call);
}

const sourceCause = (source: string): IncidentCause => ({ kind: 'source', key: source, facts: { source } });

/** Nobody says anything: a source that fails is why. */
function onQuiet({ view }: CauseContext): IncidentCause | undefined {
  const least = sourceFailing.defaults['failures'] ?? 1;
  const failing = view.sources.filter(({ consecutiveFailures }) => consecutiveFailures >= least);
  const [first] = failing.map(({ sourceCode }) => sourceCode).sort();
  return first === undefined ? undefined : sourceCause(first);
}

function onSourceFailing({ finding }: CauseContext): IncidentCause {
  return sourceCause(finding.key);
}

/** Containers that stand at one port since the same day of that port. */
const onPortDay =
  (sinceName: string) =>
  ({ finding: { params }, reference }: CauseContext): IncidentCause | undefined => {
    const port = params['port'];
    const since = params[sinceName];
    if (typeof port !== 'string' || port === '' || port === '-' || typeof since !== 'number') return undefined;
    const canonical = canonicalPort(port, reference);
    const day = localDay(since, zoneOfPlace(shownZoneOf(canonical, reference)));
    return { kind: 'port', key: keyOf(canonical, day), facts: { port: canonical, day } };
  };

function sailingCause(carrier: string, ship: Ship, port: string, change: string): IncidentCause | undefined {
  if (!ship.vesselName || !ship.voyage) return undefined;
  const key = keyOf(carrier, foldVessel(ship.vesselName), foldVoyage(ship.voyage), port, change);
  return { kind: 'sailing', key, facts: { carrier, vessel: ship.vesselName, voyage: ship.voyage, port } };
}

/** Everything that was left behind by one sailing of a carrier. */
function onRolled({ finding: { params }, view, reference }: CauseContext): IncidentCause | undefined {
  const { oldVessel, oldVoyage } = params;
  const { portOfLoading } = contentOf(view).booking;
  if (typeof oldVessel !== 'string' || typeof oldVoyage !== 'string' || oldVessel === '-' || !portOfLoading)
    return undefined;
  const ship = { vesselName: oldVessel, voyage: oldVoyage };
  const cause = sailingCause(view.subscription.carrierCode, ship, canonicalPort(portOfLoading, reference), 'rolled');
  return cause && { ...cause, facts: { ...cause.facts, rolled: 1 } };
}

/** A sailing of a carrier that calls elsewhere than before. */
function onRoute({ finding: { params }, view }: CauseContext): IncidentCause | undefined {
  const removed = String(params['removed'] ?? '');
  const added = String(params['added'] ?? '');
  if (removed === '' && added === '') return undefined;
  const cause = sailingCause(view.subscription.carrierCode, departingShip(view), '', `${removed}>${added}`);
  if (cause === undefined) return undefined;
  const { port: _none, ...facts } = cause.facts;
  return { ...cause, facts: { ...facts, ...(removed && { removed }), ...(added && { added }) } };
}

const onPlace =
  (name: string) =>
  ({ finding: { params } }: CauseContext): IncidentCause | undefined => {
    const place = String(params[name] ?? '')
      .trim()
      .toUpperCase();
    return place === '' ? undefined : { kind: 'place', key: keyOf(name, place), facts: { place, [`is${name}`]: 1 } };
  };

const onZone = ({ finding: { key } }: CauseContext): IncidentCause => ({ kind: 'zone', key, facts: { riskZone: key } });

const causes: Readonly<Record<string, (context: CauseContext) => IncidentCause | undefined>> = {
  AIS_DIVERGENCE: onDivergence,
  AIS_STALE: onSilence,
  ARRIVE_DELAY: onArrival,
  ATD_BEFORE_ETD: onDeparture,
  DATA_STALE: onQuiet,
  DEPART_DELAY: onDeparture,
  ETA_SLIP: onArrival,
  HOLD: onPortDay('heldAt'),
  NO_DATA: onQuiet,
  NO_DEPARTURE_AFTER_LOAD: onDeparture,
  PORT_UNMATCHED: onPlace('port'),
  RISK_ZONE: onZone,
  ROLLED: onRolled,
  ROUTE_CHANGED: onRoute,
  SOURCE_FAILING: onSourceFailing,
  TIME_CONFLICT: onConflict,
  TRACK_TIMEOUT: onArrival,
  TRANSSHIP_DWELL: onPortDay('dischargedAt'),
  TZ_INVALID: onPlace('place'),
};

/** The longest key that is kept; what a source calls a place may be of any length. */
const maxKey = 300;

/**
 * The cause that a finding shares with others; undefined when it is a matter of this booking alone. It follows from the
 * finding and the shipment only, never from what else was found: the order of bookings plays no part.
 */
export function incidentCauseOf(context: CauseContext): IncidentCause | undefined {
  const find = Object.hasOwn(causes, context.code) ? causes[context.code] : undefined;
  const cause = find?.(context);
  return cause === undefined || cause.key.length > maxKey ? undefined : cause;
}
