import type { ShipmentContent } from '../tracking/model.ts';
import { decide, sortClaims } from './claims.ts';
import { callOrders } from './call-orders.ts';
import {
  businessNoPath,
  cutoffOfPath,
  eventKey,
  onwardOfPath,
  parseEventKey,
  parsePath,
  type ParsedPath,
  warningOfPath,
  warningPath,
} from './paths.ts';
import { ranksFor } from './precedence.ts';
import type {
  AttributePath,
  AttributeValue,
  Claim,
  FusedShipment,
  Precedence,
  Provenance,
  ProvenanceByItem,
} from './types.ts';

function findItem(
  content: ShipmentContent,
  kind: string,
  key: string,
): Readonly<Record<string, AttributeValue | undefined>> | undefined {
  switch (kind) {
    case 'booking':
      return content.booking;
    case 'leg':
      return content.legs.find(({ sequence }) => String(sequence) === key);
    case 'container':
      return content.containers.find(({ containerNo }) => containerNo === key);
    default:
      return content.events.find((event) => eventKey(event) === key);
  }
}

/** The value a path points at in a content; undefined when there is no such attribute. */
export function valueAt(content: ShipmentContent, path: AttributePath): AttributeValue | undefined {
  const code = cutoffOfPath(path);
  if (code !== undefined) return content.cutoffs?.find((cutoff) => cutoff.code === code)?.time;
  if (warningOfPath(path) !== undefined)
    return content.warnings?.find((warning) => warningPath(warning) === path)?.time;
  const onward = onwardOfPath(path);
  if (onward !== undefined) return content.onward?.[onward];
  if (path === businessNoPath) return content.businessNo;
  const parsed = parsePath(path);
  const item = parsed && findItem(content, parsed.kind, parsed.key);
  return item && Object.hasOwn(item, parsed.attribute) ? item[parsed.attribute] : undefined;
}

/** Where one value came from; undefined when the path holds nothing. */
export function provenanceAt({ items, provenance }: FusedShipment, path: AttributePath): Provenance | undefined {
  if (items === undefined) return Object.hasOwn(provenance, path) ? provenance[path] : undefined;
  const dot = path.lastIndexOf('.');
  const [name, attribute] = [path.slice(0, dot), path.slice(dot + 1)];
  const item = Object.hasOwn(items, name) ? items[name] : undefined;
  return item !== undefined && Object.hasOwn(item, attribute) ? item[attribute] : undefined;
}

/** Provenance with its items taken apart, under the paths of the attributes. */
export function provenanceByPath(items: ProvenanceByItem): Record<AttributePath, Provenance> {
  const provenance: Record<AttributePath, Provenance> = {};
  for (const [name, item] of Object.entries(items))
    for (const [attribute, entry] of Object.entries(item)) provenance[`${name}.${attribute}`] = entry;
  return provenance;
}

/** Everybody who spoke about an attribute: who is shown, then who said something else, then who agreed. */
export function claimsIn(provenance: Provenance): Claim[] {
  return [provenance.winner, ...provenance.others];
}

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
