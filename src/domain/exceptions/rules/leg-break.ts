import { isOtherPort } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { legPairsRule } from './leg-pairs.ts';

/**
 * A leg does not start where the one before it ends.
 * Silent when one of both ports is unknown, and when the codes are aliases of one port.
 */
export const legBreak: ExceptionRule = legPairsRule({
  code: 'LEG_BREAK',
  text: {
    zh: '第 {{leg}} 程卸货港 {{portOfDischarge}} 与第 {{nextLeg}} 程装货港 {{portOfLoading}} 不衔接',
    en: 'Leg {{leg}} ends at {{portOfDischarge}}, but leg {{nextLeg}} starts at {{portOfLoading}}',
  },
  compare: ({ portOfDischarge }, { portOfLoading }, reference) =>
    portOfDischarge && portOfLoading && isOtherPort(portOfDischarge, portOfLoading, reference)
      ? {
          params: { portOfDischarge, portOfLoading },
          end: { field: 'portOfDischarge', value: portOfDischarge },
          start: { field: 'portOfLoading', value: portOfLoading },
        }
      : undefined,
});
