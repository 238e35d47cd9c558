import { HOUR_MS } from '#shared/time/instant.ts';
import { roadMilestones as v } from '../../tracking/journey/road.ts';
import { actualEvidence, contentOf, happened, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';

/** Stretches in which the cargo room was out of its range, oldest first; one that goes on has no end. */
function gapsOf(view: ShipmentView) {
  const { events } = contentOf(view);
  const [began, over] = [happened(events, v.outOfRange), happened(events, v.inRange)];
  return began
    .toSorted((a, b) => a.actual - b.actual)
    .map((begin) => {
      const ends = over.filter(({ actual }) => actual >= begin.actual);
      const end = ends.toSorted((a, b) => a.actual - b.actual)[0];
      return { begin, from: begin.actual, end, to: end?.actual ?? null };
    });
}

/**
 * The cargo of a truck was warmer or colder than it may be, for longer than opening the doors takes. It stays found after the
 * temperature is right again: whether the cargo is still good is for people to say.
 */
export const roadColdChain: ExceptionRule = {
  code: 'ROAD_COLD_CHAIN',
  modes: ['road'],
  defaults: { thresholdHours: 1 },
  text: {
    zh: '货厢温度自 {{sinceAt}} 起超出允许范围，持续{{hours}}',
    en: 'The cargo room was out of its temperature range from {{sinceAt}} for {{hours}}',
  },
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) => gapsOf(view).map(({ from }) => from + (settings['thresholdHours'] ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    gapsOf(view).flatMap(({ begin, from, end, to }, index) => {
      const hours = ((to ?? now) - from) / HOUR_MS;
      if (hours < (settings['thresholdHours'] ?? 0)) return [];
      return [
        {
          key: String(index + 1),
          params: { sinceAt: from, sinceZone: zoneOfEvent(begin, reference) ?? noZone, hours: Math.floor(hours) },
          evidence: [begin, ...(end === undefined ? [] : [end])].map((event) => actualEvidence(view, event, reference)),
          severity: 'high' as const,
        },
      ];
    }),
};
