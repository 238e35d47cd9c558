import { fuse } from '../../intake/fusion/fuse.ts';
import { provenanceAt } from '../../intake/fusion/provenance.ts';
import type { FieldOverride, FusedShipment, Precedence } from '../../intake/fusion/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import type { Playback } from './playback.ts';

/** What all sources stated, and what experts had entered, from a moment on. */
export type ReportedMoment = { at: Instant; records: readonly SourceRecord[]; overrides: readonly FieldOverride[] };

/** What sources stated over time, oldest first, for rules that compare them; fused by one precedence. */
export type Reported = { moments: readonly ReportedMoment[]; precedence: Precedence };

/** Plays what sources stated: every record, fused again at each moment. */
export function playReported({ moments, precedence }: Reported): Playback {
  const history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  let records: readonly SourceRecord[] = [];
  let fused: FusedShipment | undefined;
  return {
    moments: moments.map(({ at }) => at),
    history,
    isQuiet: () => false,
    apply: (index) => {
      const moment = itemAt(moments, index);
      records = moment.records;
      fused = fuse(records, moment.overrides, precedence);
      noteShown(history, fused.content, provenanceAt(fused, 'booking.eta')?.winner.sourceCode ?? null, moment.at);
    },
    fused: () => {
      if (fused === undefined) throw new Error('nothing was told yet');
      return fused;
    },
    records: () => records,
  };
}
