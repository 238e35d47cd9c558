import { recordOf } from '#shared/values/objects.ts';
import type { OnwardContent, SourceRecord } from '../../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { onwardAttributes, onwardName, onwardPath } from './paths.ts';
import type { AttributeValue } from './types.ts';

/** A way onward of which nothing is known. */
export const nothingOnward: OnwardContent = recordOf(onwardAttributes, () => null);

/** Fuses what records tell of the way onward from the port of discharge; undefined when nobody tells anything. */
export function fuseOnward(context: FusionContext, records: readonly SourceRecord[]): OnwardContent | undefined {
  const parts = records.flatMap((record) =>
    record.content.onward === undefined ? [] : [{ record, item: record.content.onward }],
  );
  if (parts.length === 0) return undefined;
  const item = beginItem(onwardName);
  const onward: OnwardContent = { ...nothingOnward };
  const values: Record<string, AttributeValue> = onward;
  for (const attribute of onwardAttributes)
    values[attribute] = settle(context, item, attribute, onwardPath(attribute), claimsOn(parts, attribute));
  return item.statement === undefined ? undefined : onward;
}
