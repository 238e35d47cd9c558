import type { Place } from './record.ts';
import type { Fields } from './talk.ts';

/** What a ship or a container does at a port, with the ship where it is named. */
export type Move = {
  does: 'loaded' | 'departed' | 'arrived' | 'discharged';
  place: Place;
  /** As it was reported, with an offset or in the time of the place. */
  time: unknown;
  isEstimate: boolean;
  vesselName: unknown;
  vesselImo: unknown;
  voyage: unknown;
};

const keyOf = ({ portCd, portName }: Place): string => String(portCd ?? portName ?? '');

/** For the order of moves only: a time without an offset counts as UTC. */
function instantOf({ time }: Move): number {
  if (typeof time !== 'string') return 0;
  const text = time.trim().replace(' ', 'T');
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`) || 0;
}

/** The ports in the order of the voyage: that of loading, those between by their first time, that of discharge. */
function portsOf(moves: readonly Move[], pol: Place, pod: Place): Place[] {
  const ends = new Set([keyOf(pol), keyOf(pod), '']);
  const between = new Map<string, Place>();
  for (const { place } of moves.toSorted((a, b) => instantOf(a) - instantOf(b)))
    if (!ends.has(keyOf(place)) && !between.has(keyOf(place))) between.set(keyOf(place), place);
  return [pol, ...between.values(), pod].filter((place) => keyOf(place) !== '');
}

/** The newest of some moves that names a ship, facts before estimates. */
const shipOf = (moves: readonly Move[]): Move | undefined =>
  moves
    .filter(({ vesselName, voyage }) => vesselName != null || voyage != null)
    .toSorted((a, b) => Number(b.isEstimate) - Number(a.isEstimate) || instantOf(a) - instantOf(b))
    .at(-1);

const timeOf = (moves: readonly Move[], does: Move['does'], isEstimate: boolean): unknown =>
  moves.filter((move) => move.does === does && move.isEstimate === isEstimate).at(-1)?.time;

/** The legs of a voyage of which only moves are reported: from port to port, each with the ship that left, else with the one that came. */
export function legsOfMoves(moves: readonly Move[], pol: Place, pod: Place): Fields[] {
  const ports = portsOf(moves, pol, pod);
  return ports.slice(1).map((to, index) => {
    const from = ports[index] ?? to;
    const left = moves.filter(
      ({ place, does }) => keyOf(place) === keyOf(from) && (does === 'loaded' || does === 'departed'),
    );
    const came = moves.filter(
      ({ place, does }) => keyOf(place) === keyOf(to) && (does === 'arrived' || does === 'discharged'),
    );
    const ship = shipOf(left) ?? shipOf(came);
    return {
      seq: index + 1,
      vesselName: ship?.vesselName,
      imo: ship?.vesselImo,
      voyageNo: ship?.voyage,
      pol: from,
      pod: to,
      etd: timeOf(left, 'departed', true),
      atd: timeOf(left, 'departed', false),
      eta: timeOf(came, 'arrived', true),
      ata: timeOf(came, 'arrived', false),
    };
  });
}
