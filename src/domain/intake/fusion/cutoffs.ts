import type { CutoffContent, SourceRecord } from '../../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import { cutoffName } from './paths.ts';

/** Fuses the cut-offs of all records, each kind by itself, in the order of their codes; undefined when nobody names one. */
export function fuseCutoffs(
  context: FusionContext,
  records: readonly SourceRecord[],
): readonly CutoffContent[] | undefined {
  const parts = records.flatMap((record) => (record.content.cutoffs ?? []).map((item) => ({ record, item })));
  if (parts.length === 0) return undefined;
  const byCode = new Map<string, Part<CutoffContent>[]>();
  for (const part of parts) {
    const known = byCode.get(part.item.code);
    if (known === undefined) byCode.set(part.item.code, [part]);
    else known.push(part);
  }
  const cutoffs = [...byCode.keys()].sort().flatMap((code): CutoffContent[] => {
    const claims = claimsOn(byCode.get(code) ?? [], 'time');
    const time = settle(context, beginItem(cutoffName(code)), 'time', 'cutoff.time', claims);
    return typeof time === 'number' ? [{ code, time }] : [];
  });
  return cutoffs.length > 0 ? cutoffs : undefined;
}
