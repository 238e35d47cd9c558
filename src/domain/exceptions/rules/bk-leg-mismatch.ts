import { milestones } from '../../tracking/model.ts';
import { contentOf, endsOfRoute, evidenceOf, isOtherPort, isSamePort } from '../facts.ts';
import type { ExceptionRule, Finding } from '../types.ts';

const transhipment: readonly string[] = [
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
];

/**
 * The booking's ports differ from those of the first and the last leg.
 * Silent without legs, with an unknown port, for aliases of one port, and when the last known leg ends where the
 * cargo is transhipped: then only the onward leg is not known yet.
 */
export const bkLegMismatch: ExceptionRule = {
  code: 'BK_LEG_MISMATCH',
  defaults: {},
  text: {
    zh: '{{#pol}}订舱起运港 {{pol}} 与首程装货港 {{legPol}} 不一致{{/pol}}{{#pod}}订舱目的港 {{pod}} 与末程卸货港 {{legPod}} 不一致{{/pod}}',
    en: '{{#pol}}Port of loading {{pol}} of the booking differs from {{legPol}} of the first leg{{/pol}}{{#pod}}Port of discharge {{pod}} of the booking differs from {{legPod}} of the last leg{{/pod}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const content = contentOf(view);
    const { first, last } = endsOfRoute(content);
    if (!first || !last) return [];
    const { portOfLoading: pol, portOfDischarge: pod } = content.booking;
    const findings: Finding[] = [];
    if (pol && first.portOfLoading && isOtherPort(pol, first.portOfLoading, reference)) {
      findings.push({
        key: 'pol',
        params: { pol, legPol: first.portOfLoading },
        evidence: [
          evidenceOf(view, 'booking.portOfLoading', pol),
          evidenceOf(view, `leg[${first.sequence}].portOfLoading`, first.portOfLoading),
        ],
        severity: 'medium',
      });
    }
    const goesOn = content.events.some(
      ({ statusCode, portCode }) =>
        transhipment.includes(statusCode) && isSamePort(portCode, last.portOfDischarge, reference),
    );
    if (!goesOn && pod && last.portOfDischarge && isOtherPort(pod, last.portOfDischarge, reference)) {
      findings.push({
        key: 'pod',
        params: { pod, legPod: last.portOfDischarge },
        evidence: [
          evidenceOf(view, 'booking.portOfDischarge', pod),
          evidenceOf(view, `leg[${last.sequence}].portOfDischarge`, last.portOfDischarge),
        ],
        severity: 'medium',
      });
    }
    return findings;
  },
};
