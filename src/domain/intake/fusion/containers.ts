import { valueFor } from '#shared/values/items.ts';
import { recordOf } from '#shared/values/objects.ts';
import type { ContainerContent, SourceRecord } from '../../tracking/model.ts';
import { beginItem, claimsOn, settle } from './claims.ts';
import type { FusionContext, Part } from './claims.ts';
import { containerName, unitAttributes } from './paths.ts';
import type { AttributeValue } from './types.ts';

/** Fuses containers (units of other modes) by number: every one that any record knows, in order of their numbers. */
export const fuseContainers = (context: FusionContext, records: readonly SourceRecord[]): ContainerContent[] => {
  const byNumber = new Map<string, Part<ContainerContent>[]>();
  for (const record of records) {
    for (const item of record.content.containers) {
      const parts = byNumber.get(item.containerNo);
      if (parts) parts.push({ record, item });
      else byNumber.set(item.containerNo, [{ record, item }]);
    }
  }
  const attributes = unitAttributes(context.mode);
  const nothing = recordOf(attributes, () => null);
  return [...byNumber.keys()].sort().map((containerNo) => {
    const parts = valueFor(byNumber, containerNo);
    const settled = beginItem(containerName(containerNo));
    const container: ContainerContent = { ...nothing, containerNo };
    const values: Record<string, AttributeValue | undefined> = container;
    for (const attribute of attributes) {
      const claims = claimsOn(parts, attribute);
      values[attribute] = settle(context, settled, attribute, `container.${attribute}`, claims);
    }
    return container;
  });
};
