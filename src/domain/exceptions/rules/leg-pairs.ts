import type { LegContent } from '../../tracking/model.ts';
import { contentOf, evidenceOf } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData } from '../types.ts';

/** A value of one of two legs that contradict each other. */
type LegValue = { field: 'portOfDischarge' | 'portOfLoading' | 'ata' | 'atd'; value: string | number; zone?: string };

/** What the end of a leg and the start of the next one contradict each other in. */
export type LegContradiction = { params: Finding['params']; end: LegValue; start: LegValue };

/** A rule that compares the end of each leg with the start of the next one; `compare` gives undefined where they agree. */
export const legPairsRule = ({
  compare,
  ...rule
}: Pick<ExceptionRule, 'code' | 'text' | 'judgesContainers'> & {
  compare: (leg: LegContent, next: LegContent, reference: ReferenceData) => LegContradiction | undefined;
}): ExceptionRule => ({
  ...rule,
  defaults: {},
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const { legs } = contentOf(view);
    return legs.flatMap((leg, index): Finding[] => {
      const next = legs[index + 1];
      const found = next && compare(leg, next, reference);
      if (!found) return [];
      const { params, end, start } = found;
      return [
        {
          key: `leg:${leg.sequence}`,
          params: { leg: leg.sequence, nextLeg: next.sequence, ...params },
          evidence: [
            evidenceOf(view, `leg[${leg.sequence}].${end.field}`, end.value, end.zone),
            evidenceOf(view, `leg[${next.sequence}].${start.field}`, start.value, start.zone),
          ],
          severity: 'medium',
        },
      ];
    });
  },
});
