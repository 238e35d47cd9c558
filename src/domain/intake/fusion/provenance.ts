import type { ShipmentContent } from '../../tracking/model.ts';
import {
  businessNoPath,
  cutoffOfPath,
  eventKey,
  onwardOfPath,
  parsePath,
  warningOfPath,
  warningPath,
} from './paths.ts';
import type { AttributePath, AttributeValue, Claim, FusedShipment, Provenance, ProvenanceByItem } from './types.ts';

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

/** Everybody who spoke about an attribute: who is shown, then which source stated something else, then who agreed. */
export function claimsIn(provenance: Provenance): Claim[] {
  return [provenance.winner, ...provenance.others];
}
