import type { ShipmentContent } from '../../tracking/model.ts';
import {
  bookingAttributes,
  bookingPath,
  businessNoPath,
  containerName,
  cutoffPath,
  eventAttributes,
  eventName,
  legAttributes,
  legName,
  onwardAttributes,
  onwardPath,
  unitAttributes,
} from './paths.ts';
import type { AttributePath, AttributeValue } from './types.ts';

/** Values of a shipment by their paths. */
export type ValuesByPath = Record<AttributePath, AttributeValue>;

function valuesOf(content: ShipmentContent | null): Map<AttributePath, AttributeValue> {
  const values = new Map<AttributePath, AttributeValue>();
  if (content === null) return values;
  const take = (
    name: string,
    item: Readonly<Record<string, AttributeValue | undefined>>,
    attributes: readonly string[],
  ): void => {
    for (const attribute of attributes) values.set(`${name}.${attribute}`, item[attribute] ?? null);
  };
  for (const attribute of bookingAttributes) values.set(bookingPath(attribute), content.booking[attribute]);
  for (const leg of content.legs) take(legName(leg.sequence), leg, legAttributes);
  for (const unit of content.containers) take(containerName(unit.containerNo), unit, unitAttributes(content.mode));
  for (const event of content.events) take(eventName(event), event, eventAttributes);
  for (const { code, time } of content.cutoffs ?? []) values.set(cutoffPath(code), time);
  for (const attribute of onwardAttributes) values.set(onwardPath(attribute), content.onward?.[attribute] ?? null);
  values.set(businessNoPath, content.businessNo ?? null);
  return values;
}

/** The values that differ between two contents, by their paths, before and after; null is a content of which there was nothing. */
export function contentChanges(
  before: ShipmentContent | null,
  after: ShipmentContent | null,
): { before: ValuesByPath; after: ValuesByPath } {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const changes: { before: ValuesByPath; after: ValuesByPath } = { before: {}, after: {} };
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(path) ?? null, is.get(path) ?? null];
    if (old === now) continue;
    changes.before[path] = old;
    changes.after[path] = now;
  }
  return changes;
}
