import { isBeforeAt, noZone, zoneOfPort } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { legPairsRule } from './leg-pairs.ts';

/**
 * A leg departs before the one before it has arrived.
 * Silent when one of both actual times is missing (estimates move independently), and when one is only a date and
 * the days agree.
 */
export const legOverlap: ExceptionRule = legPairsRule({
  code: 'LEG_OVERLAP',
  judgesContainers: true,
  text: {
    zh: '第 {{nextLeg}} 程离港 {{atdAt}} 早于第 {{leg}} 程到港 {{ataAt}}',
    en: 'Leg {{nextLeg}} departed {{atdAt}}, before leg {{leg}} arrived {{ataAt}}',
  },
  compare: ({ ata, portOfDischarge }, { atd, portOfLoading }, reference) => {
    if (ata === null || atd === null) return undefined;
    const arrived = zoneOfPort(portOfDischarge, reference);
    const departed = zoneOfPort(portOfLoading, reference);
    if (!isBeforeAt({ instant: atd, zone: departed }, { instant: ata, zone: arrived })) return undefined;
    return {
      params: { ataAt: ata, ataZone: arrived ?? noZone, atdAt: atd, atdZone: departed ?? noZone },
      end: { field: 'ata', value: ata, ...(arrived !== undefined && { zone: arrived }) },
      start: { field: 'atd', value: atd, ...(departed !== undefined && { zone: departed }) },
    };
  },
});
