import {
  bookingAttributes,
  businessNoPath,
  bookingPath,
  containerAttributes,
  containerPath,
  cutoffPath,
  eventAttributes,
  eventPath,
  legAttributes,
  legPath,
  onwardAttributes,
  onwardPath,
} from '#domain/intake/fusion/paths.ts';
import type { AttributePath } from '#domain/intake/fusion/types.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';

type Value = string | number | null;

/** Every attribute of a record that has a value, by its path; none where there is no record. */
function flatten(content: ShipmentContent | null): Map<AttributePath, Value> {
  const values = new Map<AttributePath, Value>();
  if (content === null) return values;
  const put = (path: AttributePath, value: Value | undefined): void => {
    if (value !== null && value !== undefined) values.set(path, value);
  };
  for (const name of bookingAttributes) put(bookingPath(name), content.booking[name]);
  for (const leg of content.legs) for (const name of legAttributes) put(legPath(leg.sequence, name), leg[name]);
  for (const container of content.containers)
    for (const name of containerAttributes) put(containerPath(container.containerNo, name), container[name]);
  for (const event of content.events) for (const name of eventAttributes) put(eventPath(event, name), event[name]);
  for (const { code, time } of content.cutoffs ?? []) put(cutoffPath(code), time);
  for (const name of onwardAttributes) put(onwardPath(name), content.onward?.[name]);
  put(businessNoPath, content.businessNo);
  return values;
}

/** One value that two records tell otherwise. */
export type ValueDifference = { path: AttributePath; before: Value; after: Value };

/** What two records of one shipment tell otherwise, value by value, in the order of their attributes. */
export function compareRecords(before: ShipmentContent | null, after: ShipmentContent | null): ValueDifference[] {
  const [old, now] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [first, second] = [old.get(path) ?? null, now.get(path) ?? null];
    return first === second ? [] : [{ path, before: first, after: second }];
  });
}
