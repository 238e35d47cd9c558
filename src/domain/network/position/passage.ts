import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A stay of a passage on its way, both ends seen. */
export type PassageCall = { portCode: string; arrivedAt: Instant; departedAt: Instant };

/** How far a vessel still had to go on a lane at a moment. */
export type LaneMark = { at: Instant; leftNm: number };

/** A voyage of a vessel over a lane from port to port that is over; marks in order of time. */
export type HopTransit = {
  mmsi: number;
  departedAt: Instant;
  arrivedAt: Instant;
  marks: readonly LaneMark[];
  /** Stays on the way in order; undefined = not known. */
  calls?: readonly PassageCall[];
};

/** All moments at which a vessel had so many miles to go: she may pass near the port long before she calls there. */
export function momentsAt(marks: readonly LaneMark[], leftNm: number): Instant[] {
  const found: Instant[] = [];
  let before: LaneMark | undefined;
  for (const mark of marks) {
    if (mark.leftNm === leftNm) found.push(mark.at);
    else if (before !== undefined && before.leftNm !== leftNm && before.leftNm > leftNm !== mark.leftNm > leftNm) {
      const share = (before.leftNm - leftNm) / (before.leftNm - mark.leftNm);
      found.push(before.at + (mark.at - before.at) * share);
    }
    before = mark;
  }
  return found;
}

/**
 * When a vessel on a passage had so many miles to go, about so long after her departure where there were several such
 * moments; undefined beyond what was seen of her.
 */
export function momentAt(passage: HopTransit, leftNm: number, elapsedMs: number): Instant | undefined {
  let best: Instant | undefined;
  for (const moment of momentsAt(passage.marks, leftNm)) {
    const off = Math.abs(moment - passage.departedAt - elapsedMs);
    if (best === undefined || off < Math.abs(best - passage.departedAt - elapsedMs)) best = moment;
  }
  return best;
}

/** Whether a mark is worth keeping after the ones before: some share of the way left further, or a day later. */
export function isNewMark(marks: readonly LaneMark[], mark: LaneMark): boolean {
  const last = marks.at(-1);
  if (last === undefined) return true;
  const stepNm = Math.max(5, Math.min(last.leftNm, mark.leftNm) / 25);
  return mark.at > last.at && (Math.abs(last.leftNm - mark.leftNm) >= stepNm || mark.at - last.at >= DAY_MS);
}
