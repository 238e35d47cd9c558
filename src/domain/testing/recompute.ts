import { callOrders } from '../intake/fusion/call-orders.ts';
import { decide, sortClaims } from '../intake/fusion/claims.ts';
import { cutoffOfPath, parseEventKey, parsePath, type ParsedPath, warningOfPath } from '../intake/fusion/paths.ts';
import { ranksFor } from '../intake/fusion/precedence.ts';
import { claimsIn } from '../intake/fusion/provenance.ts';
import type { AttributePath, AttributeValue, Precedence, Provenance } from '../intake/fusion/types.ts';

/** The attribute whose order of sources decides what a path points at. */
function orderAt({ kind, key, attribute }: ParsedPath): string {
  if (kind === 'leg' && (attribute === 'atd' || attribute === 'ata')) return `booking.${attribute}`;
  const ofCall = kind === 'event' && attribute === 'actual' ? callOrders[parseEventKey(key).statusCode] : undefined;
  return ofCall ?? `${kind}.${attribute}`;
}

/**
 * Decides once more from the claims that a provenance shows: what a reader can check by hand. Overrides stay, and
 * what the route decides too, because a route is chosen as a whole: the ports of legs, and the values of its end, for which
 * records that end early do not speak.
 */
export function recompute(path: AttributePath, provenance: Provenance, precedence: Precedence): AttributeValue {
  if (provenance.rule === 'override' || provenance.rule === 'route') return provenance.winner.value;
  const parsed = parsePath(path);
  if (parsed?.kind === 'leg' && parsed.attribute.startsWith('portOf')) return provenance.winner.value;
  const isWarning = warningOfPath(path) !== undefined;
  const ownName = isWarning ? 'warning.time' : cutoffOfPath(path) === undefined ? path : 'cutoff.time';
  const attribute = parsed === undefined ? ownName : orderAt(parsed);
  const ranks = ranksFor(precedence, attribute);
  const claims = claimsIn(provenance);
  sortClaims(claims, ranks);
  return decide(claims, ranks)?.winner.value ?? null;
}
