import { HOUR_MS } from '#shared/time/instant.ts';
import { landMilestones } from '../../tracking/milestone-order.ts';
import { milestones } from '../../tracking/model.ts';
import type { EventContent, HappenedEvent } from '../../tracking/model.ts';
import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf, eventsOfContainer } from '../../tracking/containers.ts';
import { actualEvidence, contentOf, happened, isOtherPort, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, ReferenceData } from '../types.ts';

/** Papers that release a container where it was held, and moves that prove that it was released. */
const releases = [
  milestones.customsRelease,
  landMilestones.importRelease,
  milestones.terminalRelease,
  milestones.available,
] as const;
const holds = [
  milestones.customsHold,
  milestones.inspection,
  landMilestones.exportHold,
  landMilestones.exportInspection,
] as const;
const moves = [
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
  milestones.gateOutFull,
  milestones.stripping,
  milestones.emptyReturn,
] as const;

function isReleased(events: readonly EventContent[], hold: HappenedEvent, reference: ReferenceData): boolean {
  const isAfter = (event: HappenedEvent): boolean => event.actual >= hold.actual;
  return (
    happened(events, ...releases).some(
      (event) => isAfter(event) && !isOtherPort(event.portCode, hold.portCode, reference),
    ) || happened(events, ...moves).some(isAfter)
  );
}

/**
 * Customs stopped or inspects a container and has not released it for two days.
 * Silent on planned inspections, after a release at the same place, when a later move proves the release that nobody
 * reported, and on an ended subscription.
 */
export const hold: ExceptionRule = {
  code: 'HOLD',
  judgesContainers: true,
  defaults: { thresholdHours: 48 },
  text: {
    zh: '箱 {{boxNos}} 于 {{heldAt}}{{#port}} 在{{port}}{{/port}}发生{{heldStatus}}，{{hours}}后仍未放行',
    en: '{{boxNos}}: {{heldStatus}}{{#port}} at {{port}}{{/port}} on {{heldAt}}, not released for {{hours}}',
  },
  monotonic: 'increasing',
  judgesSilence: 'customs',
  changeTimes: (view, settings) =>
    happened(contentOf(view).events, ...holds).map(({ actual }) => actual + (settings.thresholdHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    if (view.subscription.ended) return [];
    const findings = containerNumbersOf(content).flatMap((containerNo) => {
      const events = eventsOfContainer(content, containerNo);
      return happened(events, ...holds).flatMap((event): ContainerFinding[] => {
        const hours = (now - event.actual) / HOUR_MS;
        if (hours < (settings.thresholdHours ?? 0) || isReleased(events, event, reference)) return [];
        return [
          {
            containerNo,
            key: `${event.statusCode}|${event.portCode ?? ''}`,
            params: {
              containerNo,
              heldStatus: event.statusCode,
              port: event.portCode ?? '',
              heldAt: event.actual,
              heldZone: zoneOfEvent(event, reference) ?? noZone,
              hours: Math.floor(hours),
            },
            evidence: [actualEvidence(view, event, reference)],
            severity: 'high',
          },
        ];
      });
    });
    return mergeContainers(findings, 'hours');
  },
};
