import type { SourceRecord } from '../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext } from './claims.ts';
import { businessNoPath } from './paths.ts';

/** The customer's own number of a shipment; undefined when nobody tells one. */
export function fuseBusinessNo(context: FusionContext, records: readonly SourceRecord[]): string | undefined {
  const parts = records.flatMap((record) => {
    const { businessNo } = record.content;
    return businessNo === undefined ? [] : [{ record, item: { businessNo } }];
  });
  if (parts.length === 0) return undefined;
  const claims = claimsOn(parts, 'businessNo');
  const value = settle(context, beginItem('reference'), 'businessNo', businessNoPath, claims);
  return typeof value === 'string' ? value : undefined;
}
