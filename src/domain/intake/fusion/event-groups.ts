import { statusAtPort } from '../../tracking/derive.ts';
import type { EventContent, SourceRecord } from '../../tracking/model.ts';
import type { Part } from './claims.ts';

/** What milestones of one group have in common. */
export type Identity = Pick<EventContent, 'containerNo' | 'statusCode' | 'portCode'>;

/** Everything stated about one status of one container at one place, grouped by record. */
export type EventGroup = Identity & { byRecord: Part<EventContent>[][] };

const pushPart = (group: EventGroup, part: Part<EventContent>): void => {
  const last = group.byRecord[group.byRecord.length - 1];
  if (last && last[0]?.record === part.record) last.push(part);
  else group.byRecord.push([part]);
};

const groupEvents = (
  records: readonly SourceRecord[],
  transhipments: readonly string[],
): Map<string, Map<string | null, EventGroup>> => {
  const groups = new Map<string, Map<string | null, EventGroup>>();
  for (const record of records) {
    for (const item of record.content.events) {
      const statusCode = statusAtPort(item.statusCode, item.portCode, transhipments);
      const milestone = `${item.containerNo ?? ''}|${statusCode}`;
      let byPort = groups.get(milestone);
      if (!byPort) groups.set(milestone, (byPort = new Map()));
      const portCode = item.portCode || null;
      const group = byPort.get(portCode);
      if (group) pushPart(group, { record, item });
      else {
        byPort.set(portCode, {
          containerNo: item.containerNo || null,
          statusCode,
          portCode,
          byRecord: [[{ record, item }]],
        });
      }
    }
  }
  return groups;
};

/** A report without a port belongs to the only port where this status is known; with several it stays alone. */
const placeUnplaced = (byPort: Map<string | null, EventGroup>, records: readonly SourceRecord[]): void => {
  const unplaced = byPort.get(null);
  if (!unplaced || byPort.size !== 2) return;
  const placed = [...byPort.values()].find((group) => group.portCode !== null);
  if (placed === undefined) return;
  byPort.delete(null);
  const parts = [...placed.byRecord, ...unplaced.byRecord].flat();
  placed.byRecord = records
    .map((record) => parts.filter((part) => part.record === record))
    .filter((own) => own.length > 0);
};

/**
 * Everything stated of milestones, by container, status and port; `records` are in their fixed order. At the transhipment ports
 * of the fused route, what a source without the onward leg calls a departure or an arrival of the voyage is grouped with the
 * transhipment milestone.
 */
export function groupsOf(records: readonly SourceRecord[], transhipments: readonly string[] = []): EventGroup[] {
  return [...groupEvents(records, transhipments).values()].flatMap((byPort) => {
    placeUnplaced(byPort, records);
    return [...byPort.values()];
  });
}
