import type { SourceType } from '../../tracking/model.ts';
import type { Precedence } from './types.ts';

const standard: readonly SourceType[] = ['EXPERT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'FT', 'CUSTOMS', 'AIS'];

/** Anyone who stands on the quay or measures the ship knows best when she really came and went. */
const vesselActual: readonly SourceType[] = ['EXPERT', 'TERMINAL', 'AIS', 'CARRIER', 'EDI', 'RPA', 'FT', 'CUSTOMS'];

/** Container moves are recorded by the gate, the crane or the customs desk before the carrier copies them. */
const cargoActual: readonly SourceType[] = ['EXPERT', 'TERMINAL', 'CUSTOMS', 'CARRIER', 'EDI', 'RPA', 'FT', 'AIS'];

/** The trust order used when nobody has configured another one. */
export const defaultPrecedence: Precedence = {
  standard,
  byAttribute: {
    'booking.atd': vesselActual,
    'booking.ata': vesselActual,
    'event.actual': cargoActual,
  },
};

/** Position of each source type for one attribute: smaller is more trusted. */
export type Ranks = ReadonlyMap<SourceType, number>;

const ranksByPrecedence = new WeakMap<Precedence, Map<string, Ranks>>();

/** Ranks of the source types for one attribute, such as `event.actual`; remembered per precedence. */
export const ranksFor = (precedence: Precedence, attribute: string): Ranks => {
  let known = ranksByPrecedence.get(precedence);
  if (!known) ranksByPrecedence.set(precedence, (known = new Map()));
  let ranks = known.get(attribute);
  if (!ranks) {
    const order = precedence.byAttribute[attribute] ?? precedence.standard;
    known.set(attribute, (ranks = new Map(order.map((type, index) => [type, index]))));
  }
  return ranks;
};

/** Rank of one source type; a type the list does not name comes last. */
export const rankOf = (ranks: Ranks, type: SourceType): number => ranks.get(type) ?? ranks.size;
