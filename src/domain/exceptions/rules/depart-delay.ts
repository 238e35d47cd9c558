import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { departureOf, hasArrived, hasDeparted } from '../../tracking/whereabouts.ts';
import { modes } from '../../tracking/journey/mode.ts';
import { contentOf, dueDeparture, evidenceOf, rounded } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { delayRule, type DelayProfile } from './delay.ts';

/** An arrival that is still to come and expected later than planned, by more days than the threshold. */
const lateArrival: DelayProfile['furtherDelay'] = ({ view, shown, thresholdDays, highDays, zoneOf }) => {
  const { eta, plannedArrival } = shown;
  const content = contentOf(view);
  if (hasArrived(content) || eta === null || plannedArrival === null) return undefined;
  const days = (earliestOf(eta) - latestOf(plannedArrival)) / DAY_MS;
  if (days <= thresholdDays) return undefined;
  const zone = zoneOf(content.booking.portOfDischarge);
  return {
    params: { newEtaAt: eta, newEtaZone: zone, lateDays: rounded(days) },
    evidence: [evidenceOf(view, 'booking.eta', eta, zone)],
    severity: days > highDays ? 'medium' : 'low',
  };
};

/**
 * The ship left, or should have left, days after the planned departure. A later milestone proves the departure that no source
 * reports. Once she has left, it goes on, less severe, while she is expected to arrive late.
 */
export const departDelay: ExceptionRule = delayRule({
  code: 'DEPART_DELAY',
  modes,
  text: {
    zh: '{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}晚 {{days}} 天：原定{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{etdAt}}，{{#atdAt}}实际{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{atdAt}}{{/atdAt}}{{^atdAt}}至今没有{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}消息{{/atdAt}}{{#newEtdAt}}，最新预计{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{newEtdAt}}{{/newEtdAt}}{{#newEtaAt}}，预计{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{newEtaAt}}，比计划晚 {{lateDays}} 天{{/newEtaAt}}',
    en: 'Departure {{days}} {{days, plural(one: day; other: days)}} late: due {{etdAt}}, {{#atdAt}}departed {{atdAt}}{{/atdAt}}{{^atdAt}}no departure reported yet{{/atdAt}}{{#newEtdAt}}; new ETD {{newEtdAt}}{{/newEtdAt}}{{#newEtaAt}}; arrival expected {{newEtaAt}}, {{lateDays}} {{lateDays, plural(one: day; other: days)}} later than planned{{/newEtaAt}}',
  },
  estimate: 'etd',
  actual: 'atd',
  newEstimate: 'newEtd',
  port: 'portOfLoading',
  dueOf: dueDeparture,
  actualOf: departureOf,
  hasHappened: hasDeparted,
  furtherDelay: lateArrival,
});
