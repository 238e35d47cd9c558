import { DAY_MS } from '#shared/time/instant.ts';
import { arrivalAwaitedUntil, shownBooking } from '../../tracking/estimates.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { contentOf, evidenceOf, modeOf, zoneAt } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

/**
 * The ETA is long past and nothing shows an arrival.
 * Silent without an ETA, while a source expects a later arrival, on an ended subscription, and when any later milestone (discharge, gate-out, empty
 * return) proves the arrival that the booking does not show yet.
 */
export const trackTimeout: ExceptionRule = {
  code: 'TRACK_TIMEOUT',
  modes,
  judgesContainers: true,
  readsDetails: 'toExcuse',
  defaults: { thresholdDays: 30 },
  text: {
    zh: '预计{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{etaAt}} 已过 {{days}} 天，仍无实际{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}}时间',
    en: 'The ETA {{etaAt}} passed {{days}} {{days, plural(one: day; other: days)}} ago and there is still no actual arrival',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
    const content = contentOf(view);
    const { eta } = content.booking;
    const awaited = arrivalAwaitedUntil(content);
    return eta === null
      ? []
      : [eta + (settings.thresholdDays ?? 0) * DAY_MS, ...(awaited === null ? [] : [awaited + 1])];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const { eta, portOfDischarge } = content.booking;
    if (view.subscription.ended || eta === null || hasArrived(content)) return [];
    if (shownBooking(content, now).eta !== null) return [];
    const days = (now - eta) / DAY_MS;
    if (days < (settings.thresholdDays ?? 0)) return [];
    const etaZone = zoneAt(content, portOfDischarge, reference);
    return [
      {
        key: '',
        params: { ...modeOf(view), days: Math.floor(days), etaAt: eta, etaZone },
        evidence: [evidenceOf(view, 'booking.eta', eta, etaZone)],
        severity: 'high',
      },
    ];
  },
};
