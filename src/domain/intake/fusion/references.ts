import type { SourceRecord } from '../../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { businessNoPath, modePath } from './paths.ts';
import { profiles } from '../../tracking/journey/profiles.ts';
import { isOtherMode, type OtherMode } from '../../tracking/journey/mode.ts';

/** The customer's own number of a shipment; undefined when no source reports one. */
export const fuseBusinessNo = (context: FusionContext, records: readonly SourceRecord[]): string | undefined =>
  fuseReference(context, records, 'businessNo', businessNoPath);

/** How the goods travel; undefined by sea. */
export function fuseMode(context: FusionContext, records: readonly SourceRecord[]): OtherMode | undefined {
  const mode = fuseReference(context, records, 'mode', modePath);
  return isOtherMode(mode) && Object.hasOwn(profiles, mode) ? mode : undefined;
}

function fuseReference(
  context: FusionContext,
  records: readonly SourceRecord[],
  name: 'businessNo' | 'mode',
  path: string,
): string | undefined {
  const parts = records.flatMap((record) => {
    const value = record.content[name];
    return value === undefined ? [] : [{ record, item: { value } }];
  });
  if (parts.length === 0) return undefined;
  const value = settle(context, beginItem('reference'), name, path, claimsOn(parts, 'value'));
  return typeof value === 'string' ? value : undefined;
}
