import { DAY_MS } from '#shared/time/instant.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent, HappenedEvent, ShipmentContent } from '../../tracking/model.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf, eventsOfContainer } from '../../tracking/containers.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { actualEvidence, contentOf, happened, isSamePort, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, ReferenceData } from '../types.ts';

/** Whether anything after a discharge shows that the container went on from that port. */
function wentOn(
  content: ShipmentContent,
  events: readonly EventContent[],
  discharge: HappenedEvent,
  reference: ReferenceData,
): boolean {
  const since = discharge.actual;
  const moves = happened(
    events,
    milestones.transhipmentLoaded,
    milestones.transhipmentDeparted,
    milestones.transhipmentArrived,
    milestones.transhipmentDischarged,
  );
  const moved = moves.some(
    (event) =>
      event !== discharge &&
      event.actual >= since &&
      (event.portCode === null || event.portCode !== discharge.portCode || isOnwardStatus(event)),
  );
  const sailed = content.legs.some(
    ({ portOfLoading, atd }) =>
      atd !== null && atd >= since && isSamePort(portOfLoading, discharge.portCode, reference),
  );
  return moved || sailed || hasArrived(content);
}

function isOnwardStatus({ statusCode }: EventContent): boolean {
  return statusCode === milestones.transhipmentLoaded || statusCode === milestones.transhipmentDeparted;
}

/**
 * A container lies at a transhipment port for days and is not loaded again.
 * Silent as soon as anything shows that it went on: its loading, the departure of the next leg, a move at a later
 * port, the arrival at the port of discharge. Also on an ended subscription.
 */
export const transshipDwell: ExceptionRule = {
  code: 'TRANSSHIP_DWELL',
  judgesContainers: true,
  defaults: { thresholdDays: 7, highDays: 14 },
  text: {
    zh: '箱 {{boxNos}} 在中转港 {{port}} 于 {{dischargedAt}} 卸船后已 {{days}} 天未装上二程船',
    en: '{{boxNos}}: discharged at transhipment port {{port}} on {{dischargedAt}} and not loaded again for {{days}} {{days, plural(one: day; other: days)}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) =>
    happened(contentOf(view).events, milestones.transhipmentDischarged).map(
      ({ actual }) => actual + (settings.thresholdDays ?? 0) * DAY_MS,
    ),
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    if (view.subscription.ended) return [];
    const findings = containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo);
      return happened(events, milestones.transhipmentDischarged).flatMap((discharge): ContainerFinding[] => {
        const dischargedAt = discharge.actual;
        const days = (now - dischargedAt) / DAY_MS;
        if (days < (settings.thresholdDays ?? 0) || wentOn(content, events, discharge, reference)) return [];
        return [
          {
            containerNo,
            key: discharge.portCode ?? '',
            params: {
              containerNo,
              port: discharge.portCode ?? '-',
              dischargedAt,
              dischargedZone: zoneOfEvent(discharge, reference) ?? noZone,
              days: Math.floor(days),
            },
            evidence: [actualEvidence(view, discharge, reference)],
            severity: days >= (settings.highDays ?? 0) ? 'high' : 'medium',
          },
        ];
      });
    });
    return mergeContainers(findings, 'days');
  },
};
