import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { shownBooking } from '../../tracking/estimates.ts';
import { arrivalOf, hasArrived } from '../../tracking/whereabouts.ts';
import { contentOf, dueArrival, evidenceOf, rounded, laterEstimate, modeOf, zoneAt } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

/**
 * The ship arrived, or should have arrived, days after the planned arrival (the estimated one where nobody reported a
 * plan). Silent without either and on an actual time that still lies ahead (FUTURE_ACTUAL); against the clock only while nothing shows that the cargo has arrived (a discharge
 * or gate-out proves it), and never on an ended subscription.
 * Once she has arrived it is an outcome: free time has exceptions of its own, promises are judged with orders (`withPromises`).
 */
export const arriveDelay: ExceptionRule = {
  code: 'ARRIVE_DELAY',
  // Of parcels the delivery was promised, to the hour (EXPRESS_LATE).
  modes: modes.filter((mode) => mode !== 'courier'),
  judgesBoxes: true,
  defaults: { thresholdDays: 2, highDays: 7 },
  text: {
    zh: '{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}}晚 {{days}} 天：原定{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{etaAt}}，{{#ataAt}}实际{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{ataAt}}{{/ataAt}}{{^ataAt}}至今没有{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}}消息{{/ataAt}}{{#newEtaAt}}，最新预计{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{newEtaAt}}{{/newEtaAt}}',
    en: 'Arrival {{days}} {{days, plural(one: day; other: days)}} late: due {{etaAt}}, {{#ataAt}}arrived {{ataAt}}{{/ataAt}}{{^ataAt}}no arrival reported yet{{/ataAt}}{{#newEtaAt}}; new ETA {{newEtaAt}}{{/newEtaAt}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
    const content = contentOf(view);
    const due = dueArrival(content);
    const actual = arrivalOf(content);
    if (!due) return [];
    return [actual ? earliestOf(actual.value) : latestOf(due.value) + (settings.thresholdDays ?? 0) * DAY_MS];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const due = dueArrival(content);
    const ata = arrivalOf(content);
    if (!due || (ata && earliestOf(ata.value) > now)) return [];
    if (!ata && (view.subscription.ended || hasArrived(content))) return [];
    const days = ((ata === undefined ? now : earliestOf(ata.value)) - latestOf(due.value)) / DAY_MS;
    if (days <= (settings.thresholdDays ?? 0)) return [];
    const next = ata === undefined ? laterEstimate(shownBooking(content, now).eta, due.value) : undefined;
    const zone = zoneAt(content, content.booking.portOfDischarge, reference);
    return [
      {
        key: '',
        params: {
          ...modeOf(view),
          days: ata ? rounded(days) : Math.floor(days),
          etaAt: due.value,
          etaZone: zone,
          ...(ata && { ataAt: ata.value, ataZone: zone }),
          ...(next !== undefined && { newEtaAt: next, newEtaZone: zone }),
        },
        evidence: [
          evidenceOf(view, due.path, due.value, zone),
          ...(ata ? [evidenceOf(view, ata.path, ata.value, zone)] : []),
          ...(next === undefined ? [] : [evidenceOf(view, 'booking.eta', next, zone)]),
        ],
        ...(ata !== undefined && { over: 'happened' as const }),
        severity: days > (settings.highDays ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
