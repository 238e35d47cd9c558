import type { OnwardContent, SourceRecord } from '../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { onwardAttributes, onwardName, onwardPath } from './paths.ts';
import type { AttributeValue } from './types.ts';

/** Fuses what records tell of the way onward from the port of discharge; undefined when nobody tells anything. */
export function fuseOnward(context: FusionContext, records: readonly SourceRecord[]): OnwardContent | undefined {
  const parts = records.flatMap((record) =>
    record.content.onward === undefined ? [] : [{ record, item: record.content.onward }],
  );
  if (parts.length === 0) return undefined;
  const item = beginItem(onwardName);
  const onward: Record<string, AttributeValue> = {};
  for (const attribute of onwardAttributes)
    onward[attribute] = settle(context, item, attribute, onwardPath(attribute), claimsOn(parts, attribute));
  return item.said === undefined ? undefined : (onward as OnwardContent);
}
