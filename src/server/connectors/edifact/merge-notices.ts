import type { Instant } from '#shared/time/instant.ts';
import type { EdiNotice } from './notice.ts';

/** A notice with all that is needed to weigh it against others. */
export type ReportedNotice = {
  notice: EdiNotice;
  eventId: string;
  at: Instant;
  /** When the message was made, and the place of its body among those kept. */
  createdAt: Instant;
  order: number;
  portCode: string | null;
  /** From a load or discharge list, which is about one port on the way. */
  isOrder?: boolean;
};

/** What two notices share when they are about one move: of the ship, the voyage it makes. */
const moveKey = ({ notice, portCode }: ReportedNotice): string =>
  [
    notice.kind,
    notice.code,
    notice.classifier,
    notice.kind === 'TRANSPORT' ? '' : (notice.containerNo ?? ''),
    portCode ?? notice.place?.name ?? '',
    notice.documentType ?? '',
    notice.ship?.voyage ?? '',
  ].join('|');

/** Older reports first; those of one moment as they were kept. */
const compareReported = (a: ReportedNotice, b: ReportedNotice): number =>
  a.createdAt - b.createdAt || a.order - b.order || a.notice.serial - b.notice.serial;

/**
 * What is still stated after all messages: a report that was taken back is gone, a replaced one gave way to its successor,
 * and what was stated twice in the same words counts once. Different times of one move stay side by side.
 */
export function mergeNotices(reported: readonly ReportedNotice[]): ReportedNotice[] {
  const groups = new Map<string, Map<Instant, ReportedNotice>>();
  for (const one of reported.toSorted(compareReported)) {
    const key = moveKey(one);
    const group = groups.get(key);
    if (one.notice.withdrawn) {
      // A cancellation that names the time takes back that report, else all of the move.
      if (group?.delete(one.at) === false) group.clear();
    } else if (group === undefined || one.notice.replaces) groups.set(key, new Map([[one.at, one]]));
    else group.set(one.at, one);
  }
  return [...groups.values()].flatMap((group) => [...group.values()]).sort(compareReported);
}
