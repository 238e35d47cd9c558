import type { Instant } from '#shared/time/instant.ts';
import type { ShipmentContent } from './model.ts';

/** Since when a value was shown; `corrected`: by a decision of ours, not by news of a source. */
type ShownAt = { knownAt: Instant; corrected?: true };

/** What was shown when, oldest first: the short histories that rules and the ETA chart read. */
export type ShownHistory = {
  eta: (ShownAt & { value: Instant; sourceCode: string | null })[];
  departure: (ShownAt & { value: { etd: Instant | null; vesselName: string | null; voyage: string | null } })[];
  route: (ShownAt & { value: string[] })[];
  ships: (ShownAt & { value: { vesselName: string | null; voyage: string | null }[] })[];
};

function portsOf({ legs }: Pick<ShipmentContent, 'legs'>): string[] {
  const ports: string[] = [];
  for (const leg of legs) {
    for (const port of [leg.portOfLoading, leg.portOfDischarge]) {
      if (port !== null && ports.at(-1) !== port) ports.push(port);
    }
  }
  return ports;
}

/**
 * Whether the estimate of the booking is one of the port of discharge: while the way on from a transhipment port is unknown, a
 * source that knows only the way there tells when the cargo comes to that port.
 */
const reportsArrival = ({ booking: { portOfDischarge }, legs }: Pick<ShipmentContent, 'booking' | 'legs'>): boolean =>
  portOfDischarge === null || legs.length === 0 || legs.at(-1)?.portOfDischarge === portOfDischarge;

/**
 * Appends what is newly shown; a value seen before and shown again is an entry again. `isCorrection`: sources stated nothing
 * new, a decision of ours changed what is shown.
 */
export function noteShown(
  history: ShownHistory,
  content: Pick<ShipmentContent, 'booking' | 'legs'>,
  etaSource: string | null,
  knownAt: Instant,
  isCorrection = false,
): void {
  const { booking, legs } = content;
  const shownAt: ShownAt = isCorrection ? { knownAt, corrected: true } : { knownAt };
  if (booking.eta !== null && reportsArrival(content) && history.eta.at(-1)?.value !== booking.eta)
    history.eta.push({ value: booking.eta, ...shownAt, sourceCode: etaSource });
  const first = legs[0];
  const departure = {
    etd: first?.etd ?? booking.etd,
    vesselName: first?.vesselName ?? booking.vesselName,
    voyage: first?.voyage ?? booking.voyage,
  };
  const last = history.departure.at(-1)?.value;
  if (
    last === undefined ||
    last.etd !== departure.etd ||
    last.vesselName !== departure.vesselName ||
    last.voyage !== departure.voyage
  )
    history.departure.push({ value: departure, ...shownAt });
  const route = portsOf(content);
  const lastRoute = history.route.at(-1)?.value;
  if (route.length > 1 && (lastRoute === undefined || !isSameList(route, lastRoute, (a, b) => a === b)))
    history.route.push({ value: route, ...shownAt });
  const lastShips = history.ships.at(-1)?.value;
  if (legs.length > 0 && (lastShips === undefined || !isSameList(legs, lastShips, isSameShip)))
    history.ships.push({ value: legs.map(({ vesselName, voyage }) => ({ vesselName, voyage })), ...shownAt });
}

type ShownShip = ShownHistory['ships'][number]['value'][number];

const isSameShip = (a: ShownShip, b: ShownShip): boolean => a.vesselName === b.vesselName && a.voyage === b.voyage;

const isSameList = <T, A extends T>(a: readonly A[], b: readonly T[], isSame: (x: T, y: T) => boolean): boolean =>
  a.length === b.length &&
  a.every((item, index) => {
    const other = b[index];
    return other !== undefined && isSame(item, other);
  });
