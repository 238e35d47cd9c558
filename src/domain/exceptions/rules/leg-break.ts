import { contentOf, evidenceOf, isOtherPort } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * A leg does not start where the one before it ends.
 * Silent when one of both ports is unknown, and when the codes are aliases of one port.
 */
export const legBreak: ExceptionRule = {
  code: 'LEG_BREAK',
  defaults: {},
  text: {
    zh: '第 {{leg}} 程卸货港 {{portOfDischarge}} 与第 {{nextLeg}} 程装货港 {{portOfLoading}} 不衔接',
    en: 'Leg {{leg}} ends at {{portOfDischarge}}, but leg {{nextLeg}} starts at {{portOfLoading}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const { legs } = contentOf(view);
    return legs.flatMap((leg, index) => {
      const next = legs[index + 1];
      if (!leg.portOfDischarge || !next?.portOfLoading) return [];
      if (!isOtherPort(leg.portOfDischarge, next.portOfLoading, reference)) return [];
      return [
        {
          key: `leg:${leg.sequence}`,
          params: {
            leg: leg.sequence,
            nextLeg: next.sequence,
            portOfDischarge: leg.portOfDischarge,
            portOfLoading: next.portOfLoading,
          },
          evidence: [
            evidenceOf(view, `leg[${leg.sequence}].portOfDischarge`, leg.portOfDischarge),
            evidenceOf(view, `leg[${next.sequence}].portOfLoading`, next.portOfLoading),
          ],
          severity: 'medium' as const,
        },
      ];
    });
  },
};
