import { DAY_MS } from '#shared/time/instant.ts';
import { milestones } from '../../tracking/model.ts';
import { hasDeparted } from '../../tracking/whereabouts.ts';
import { actualEvidence, contentOf, happened, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * Containers are on board for days and the ship has not left.
 * Silent when anything shows that the cargo is under way, and on an ended subscription.
 */
export const noDepartureAfterLoad: ExceptionRule = {
  code: 'NO_DEPARTURE_AFTER_LOAD',
  judgesContainers: true,
  defaults: { thresholdDays: 7 },
  text: {
    zh: '{{loadedAt}} 装船后已 {{days}} 天，仍无实际离港',
    en: 'Loaded on {{loadedAt}}; {{days}} {{days, plural(one: day; other: days)}} later there is still no actual departure',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) =>
    happened(contentOf(view).events, milestones.loaded).map(
      ({ actual }) => actual + (settings.thresholdDays ?? 0) * DAY_MS,
    ),
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    if (view.subscription.ended || hasDeparted(content)) return [];
    const [first] = happened(content.events, milestones.loaded).sort((a, b) => a.actual - b.actual);
    if (!first) return [];
    const days = (now - first.actual) / DAY_MS;
    if (days < (settings.thresholdDays ?? 0)) return [];
    return [
      {
        key: '',
        params: {
          days: Math.floor(days),
          loadedAt: first.actual,
          loadedZone: zoneOfEvent(first, reference) ?? noZone,
        },
        evidence: [actualEvidence(view, first, reference)],
        severity: 'high',
      },
    ];
  },
};
