import { contentOf, evidenceOf, isBeforeAt, noZone, zoneOfPort } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * A leg departs before the one before it has arrived.
 * Silent when one of both actual times is missing (estimates move independently), and when one is only a date and
 * the days agree.
 */
export const legOverlap: ExceptionRule = {
  code: 'LEG_OVERLAP',
  judgesBoxes: true,
  defaults: {},
  text: {
    zh: '第 {{nextLeg}} 程离港 {{atdAt}} 早于第 {{leg}} 程到港 {{ataAt}}',
    en: 'Leg {{nextLeg}} departed {{atdAt}}, before leg {{leg}} arrived {{ataAt}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const { legs } = contentOf(view);
    return legs.flatMap((leg, index) => {
      const next = legs[index + 1];
      if (!next || leg.ata === null || next.atd === null) return [];
      const arrived = zoneOfPort(leg.portOfDischarge, reference);
      const departed = zoneOfPort(next.portOfLoading, reference);
      if (!isBeforeAt({ instant: next.atd, zone: departed }, { instant: leg.ata, zone: arrived })) return [];
      return [
        {
          key: `leg:${leg.sequence}`,
          params: {
            leg: leg.sequence,
            nextLeg: next.sequence,
            ataAt: leg.ata,
            ataZone: arrived ?? noZone,
            atdAt: next.atd,
            atdZone: departed ?? noZone,
          },
          evidence: [
            evidenceOf(view, `leg[${leg.sequence}].ata`, leg.ata, arrived),
            evidenceOf(view, `leg[${next.sequence}].atd`, next.atd, departed),
          ],
          severity: 'medium' as const,
        },
      ];
    });
  },
};
