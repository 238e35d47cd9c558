import type { SourceRecord, WarningContent } from '../../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import { warningKey, warningName } from './paths.ts';

/** The order in which warnings are listed. */
export const compareWarnings = (a: WarningContent, b: WarningContent): number =>
  warningKey(a) < warningKey(b) ? -1 : 1;

/** Fuses what platforms warn of, each warning by itself; undefined when nobody warns. No rule of ours depends on it. */
export function fuseWarnings(
  context: FusionContext,
  records: readonly SourceRecord[],
): readonly WarningContent[] | undefined {
  const parts = records.flatMap((record) => (record.content.warnings ?? []).map((item) => ({ record, item })));
  if (parts.length === 0) return undefined;
  const byKey = Map.groupBy(parts, ({ item }): string => warningKey(item));
  const warnings = [...byKey.values()].flatMap((own: Part<WarningContent>[]): WarningContent[] => {
    const item = own[0]?.item;
    if (item === undefined) return [];
    const time = settle(context, beginItem(warningName(item)), 'time', 'warning.time', claimsOn(own, 'time'));
    const { code, containerNo, portCode } = item;
    return typeof time === 'number' ? [{ code, containerNo, portCode, time }] : [];
  });
  return warnings.length > 0 ? warnings.sort(compareWarnings) : undefined;
}
