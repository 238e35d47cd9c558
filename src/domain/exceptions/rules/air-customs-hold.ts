import { HOUR_MS } from '#shared/time/instant.ts';
import { airMilestones } from '../../tracking/journey/air.ts';
import { actualEvidence, contentOf, happened, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, Finding, ShipmentView } from '../types.ts';

const { customsHeld, customsCleared, delivered, doorDelivered } = airMilestones;

/** Reports to customs that nothing has released since: of several at one airport the first. */
function waitingOf(view: ShipmentView) {
  const { events } = contentOf(view);
  const releases = happened(events, customsCleared, delivered, doorDelivered);
  const waiting = happened(events, customsHeld)
    .filter(({ actual }) => !releases.some((release) => release.actual >= actual))
    .toSorted((a, b) => b.actual - a.actual);
  return [...new Map(waiting.map((event) => [event.portCode, event])).values()];
}

/**
 * A consignment was reported to customs and is not cleared for longer than usual.
 * Silent after clearance, and after a delivery that proves it.
 */
export const airCustomsHold: ExceptionRule = {
  code: 'AIR_CUSTOMS_HOLD',
  modes: ['air'],
  defaults: { thresholdHours: 24 },
  text: {
    zh: '{{heldAt}} 在{{port}}报海关，{{hours}}后仍未放行',
    en: 'Reported to customs at {{port}} on {{heldAt}}, not cleared for {{hours}}',
  },
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) =>
    waitingOf(view).map(({ actual }) => actual + (settings.thresholdHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    waitingOf(view).flatMap((event): Finding[] => {
      const hours = (now - event.actual) / HOUR_MS;
      if (hours < (settings.thresholdHours ?? 0)) return [];
      return [
        {
          key: event.portCode ?? '',
          params: {
            port: event.portCode ?? '',
            heldAt: event.actual,
            heldZone: zoneOfEvent(event, reference) ?? noZone,
            hours: Math.floor(hours),
          },
          evidence: [actualEvidence(view, event, reference)],
          severity: 'high',
        },
      ];
    }),
};
