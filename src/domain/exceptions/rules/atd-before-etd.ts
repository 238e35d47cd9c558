import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { departureOf, hasArrived } from '../../tracking/whereabouts.ts';
import { claimsAt, contentOf, evidenceOf, provenanceOf, rounded, shownZoneOf } from '../facts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';

/**
 * An estimate that another source last touched before the departure is only old, not contradicted; also where an expert
 * has confirmed it as it was reported.
 */
function isOutdated(view: ShipmentView, atd: { value: number; path: string }): boolean {
  const claims = claimsAt(view, 'booking.etd');
  const reported = claims.filter(({ sourceType, value }) => sourceType !== 'EXPERT' && value === claims[0]?.value);
  const [estimate, actual] = [reported[0], provenanceOf(view, atd.path)?.winner];
  if (!estimate || !actual || estimate.recordId === actual.recordId) return false;
  return estimate.observedAt <= atd.value;
}

/**
 * The ship left days before her own estimate: one of both times is wrong, or cargo may have missed her.
 * Silent while a time is missing, and when the estimate is an old one of another source that has stated nothing
 * since the departure. After the arrival it is an outcome.
 */
export const atdBeforeEtd: ExceptionRule = {
  code: 'ATD_BEFORE_ETD',
  judgesContainers: true,
  defaults: { thresholdDays: 3 },
  text: {
    zh: '实际离港 {{atdAt}} 比预计离港 {{etdAt}} 早 {{days}} 天',
    en: 'The actual departure {{atdAt}} is {{days}} {{days, plural(one: day; other: days)}} earlier than the estimated one {{etdAt}}',
  },
  monotonic: 'increasing',
  readsDetails: 'toExcuse',
  changeTimes: () => [],
  detect: (view, _now, settings, reference) => {
    const content = contentOf(view);
    const { etd, portOfLoading } = content.booking;
    const atd = departureOf(content);
    if (etd === null || !atd || isOutdated(view, atd)) return [];
    const days = (earliestOf(etd) - latestOf(atd.value)) / DAY_MS;
    if (days <= (settings.thresholdDays ?? 0)) return [];
    const zone = shownZoneOf(portOfLoading, reference);
    return [
      {
        key: '',
        params: { days: rounded(days), etdAt: etd, etdZone: zone, atdAt: atd.value, atdZone: zone },
        evidence: [evidenceOf(view, atd.path, atd.value, zone), evidenceOf(view, 'booking.etd', etd, zone)],
        ...(hasArrived(content) && { over: 'happened' as const }),
        severity: 'medium',
      },
    ];
  },
};
