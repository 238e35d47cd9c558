import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { BookingContent } from '../../tracking/model.ts';
import { shownBooking } from '../../tracking/estimates.ts';
import { departureOf, hasArrived, hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf, dueDeparture, evidenceOf, rounded, laterEstimate, modeOf, zoneAt } from '../facts.ts';
import type { ExceptionRule, Severity } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

/** An arrival that is still to come and expected later than planned by more days. */
function lateArrival(
  { eta, plannedArrival }: BookingContent,
  days: number,
): { eta: Instant; days: number } | undefined {
  if (eta === null || plannedArrival === null) return undefined;
  const late = (earliestOf(eta) - latestOf(plannedArrival)) / DAY_MS;
  return late > days ? { eta, days: late } : undefined;
}

/** Once the ship has left, by how late she comes. */
const severityOf = (days: number, lateDays: number | undefined, highDays: number): Severity =>
  lateDays === undefined ? (days > highDays ? 'high' : 'medium') : lateDays > highDays ? 'medium' : 'low';

/**
 * The ship left, or should have left, days after the planned departure (the estimated one where nobody reported a plan).
 * Silent without either and on an actual time that still lies ahead (FUTURE_ACTUAL); against the clock only while nothing shows that the cargo is already under way
 * (a later milestone proves the departure that one source does not report), and never on an ended subscription.
 * Once she has left it is an outcome, unless she is still expected to arrive late: then it goes on, less severe.
 */
export const departDelay: ExceptionRule = {
  code: 'DEPART_DELAY',
  modes,
  judgesBoxes: true,
  defaults: { thresholdDays: 2, highDays: 7 },
  text: {
    zh: '{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}晚 {{days}} 天：原定{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{etdAt}}，{{#atdAt}}实际{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{atdAt}}{{/atdAt}}{{^atdAt}}至今没有{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}}消息{{/atdAt}}{{#newEtdAt}}，最新预计{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{newEtdAt}}{{/newEtdAt}}{{#newEtaAt}}，预计{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{newEtaAt}}，比计划晚 {{lateDays}} 天{{/newEtaAt}}',
    en: 'Departure {{days}} {{days, plural(one: day; other: days)}} late: due {{etdAt}}, {{#atdAt}}departed {{atdAt}}{{/atdAt}}{{^atdAt}}no departure reported yet{{/atdAt}}{{#newEtdAt}}; new ETD {{newEtdAt}}{{/newEtdAt}}{{#newEtaAt}}; arrival expected {{newEtaAt}}, {{lateDays}} {{lateDays, plural(one: day; other: days)}} later than planned{{/newEtaAt}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
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
    const shown = shownBooking(content, now);
    const next = atd === undefined ? laterEstimate(shown.etd, due.value) : undefined;
    const zone = zoneAt(content, content.booking.portOfLoading, reference);
    const arrival =
      atd === undefined || hasArrived(content) ? undefined : lateArrival(shown, settings.thresholdDays ?? 0);
    const arrivalZone = zoneAt(content, content.booking.portOfDischarge, reference);
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
          ...(arrival && { newEtaAt: arrival.eta, newEtaZone: arrivalZone, lateDays: rounded(arrival.days) }),
        },
        evidence: [
          evidenceOf(view, due.path, due.value, zone),
          ...(atd ? [evidenceOf(view, atd.path, atd.value, zone)] : []),
          ...(next === undefined ? [] : [evidenceOf(view, 'booking.etd', next, zone)]),
          ...(arrival === undefined ? [] : [evidenceOf(view, 'booking.eta', arrival.eta, arrivalZone)]),
        ],
        ...(atd !== undefined && arrival === undefined && { over: 'happened' as const }),
        severity: severityOf(days, arrival?.days, settings.highDays ?? 0),
      },
    ];
  },
};
