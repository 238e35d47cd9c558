import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { departureOf, hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf, dueDeparture, evidenceOf, rounded, laterEstimate, modeOf, zoneAt } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { modes } from '../../journey/mode.ts';

/**
 * The ship left, or should have left, days after the planned departure (the estimated one where nobody told a plan).
 * Silent without either and on an actual time that still lies ahead (FUTURE_ACTUAL); against the clock only while nothing shows that the cargo is already under way
 * (a later milestone proves the departure that one source does not report), and never on an ended subscription.
 */
export const departDelay: ExceptionRule = {
  code: 'DEPART_DELAY',
  modes,
  judgesBoxes: true,
  defaults: { thresholdDays: 2, highDays: 7 },
  text: {
    zh: '{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}晚 {{days}} 天：原定{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{etdAt}}，{{#atdAt}}实际{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{atdAt}}{{/atdAt}}{{^atdAt}}至今没有{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}消息{{/atdAt}}{{#newEtdAt}}，最新预计{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{newEtdAt}}{{/newEtdAt}}',
    en: 'Departure {{days}} {{days, plural(one: day; other: days)}} late: due {{etdAt}}, {{#atdAt}}departed {{atdAt}}{{/atdAt}}{{^atdAt}}no departure reported yet{{/atdAt}}{{#newEtdAt}}; new ETD {{newEtdAt}}{{/newEtdAt}}',
  },
  pace: 'grows',
  judgesSilence: true,
  turns: (view, settings) => {
    const content = contentOf(view);
    const due = dueDeparture(content);
    const actual = departureOf(content);
    if (!due) return [];
    return [actual ? earliestOf(actual.value) : latestOf(due.value) + (settings.thresholdDays ?? 0) * DAY_MS];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const due = dueDeparture(content);
    const atd = departureOf(content);
    if (!due || (atd && earliestOf(atd.value) > now)) return [];
    if (!atd && (view.subscription.ended || hasDeparted(content))) return [];
    const days = ((atd === undefined ? now : earliestOf(atd.value)) - latestOf(due.value)) / DAY_MS;
    if (days <= (settings.thresholdDays ?? 0)) return [];
    const next = laterEstimate(content.booking.etd, due.value, atd, now);
    const zone = zoneAt(content, content.booking.portOfLoading, reference);
    return [
      {
        key: '',
        params: {
          ...modeOf(view),
          days: atd ? rounded(days) : Math.floor(days),
          etdAt: due.value,
          etdZone: zone,
          ...(atd && { atdAt: atd.value, atdZone: zone }),
          ...(next !== undefined && { newEtdAt: next, newEtdZone: zone }),
        },
        evidence: [
          evidenceOf(view, due.path, due.value, zone),
          ...(atd ? [evidenceOf(view, atd.path, atd.value, zone)] : []),
          ...(next === undefined ? [] : [evidenceOf(view, 'booking.etd', next, zone)]),
        ],
        severity: days > (settings.highDays ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
