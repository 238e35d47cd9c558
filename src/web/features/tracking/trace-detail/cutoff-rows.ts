import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import { cutoffPath } from '#domain/intake/fusion/paths.ts';
import type { CallData } from '#contract/index.ts';
import type { TraceDetail } from '#contract/tracking/trace.ts';

/** A cut-off that a person has written. */
export type EnteredCutoff = CallData<'traceCutoffs'>['cutoffs'][number];

/** A cut-off as it is shown: what a person wrote, else what sources tell; `told` is the fused value beside it. */
export type CutoffRow = {
  code: EnteredCutoff['code'];
  time: number;
  entered: EnteredCutoff | undefined;
  reported: { path: string; time: number; sourceCode: string } | undefined;
};

/**
 * Cut-offs in order of time. What a person read in the papers is also the expert's value of the shipment: sources stand beside it. An
 * expert who changed the value later, elsewhere, replaces it.
 */
export function cutoffRows(
  entered: readonly EnteredCutoff[],
  provenance: TraceDetail['provenance'],
  asOf: number | null,
): CutoffRow[] {
  // What was entered after the moment that is shown was not known then.
  const own = new Map(entered.filter(({ setTime }) => asOf === null || setTime <= asOf).map((one) => [one.code, one]));
  const rows = cutoffCodes.flatMap((code): CutoffRow[] => {
    const path = cutoffPath(code);
    const { winner, others } = provenance[path] ?? { winner: undefined, others: [] };
    const isReplaced = winner?.sourceType === 'EXPERT' && winner.value !== own.get(code)?.time;
    const written = isReplaced ? undefined : own.get(code);
    const claims = winner === undefined ? [] : [winner, ...others];
    const claim = claims.find(({ sourceType }) => written === undefined || sourceType !== 'EXPERT');
    const reported =
      typeof claim?.value === 'number' ? { path, time: claim.value, sourceCode: claim.sourceCode } : undefined;
    const time = written?.time ?? reported?.time;
    return time === undefined ? [] : [{ code, time, entered: written, reported }];
  });
  return rows.toSorted((a, b) => a.time - b.time);
}
