import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf, rounded, shownZoneOf } from '../facts.ts';
import { etasOfDestination } from '../eta-history.ts';
import type { ExceptionRule, DatedValue } from '../types.ts';

/** The estimate that was shown at a moment, or the first one when none was shown yet. */
function shownAt(history: readonly DatedValue<Instant>[], moment: Instant): DatedValue<Instant> | undefined {
  return history.findLast(({ knownAt }) => knownAt <= moment) ?? history[0];
}

/**
 * The estimated arrival moves away: days against the first estimate, or a day within a day.
 * An outcome after the arrival. Silent on an ETA that comes nearer, with a single estimate, across a change of the port of
 * discharge, and on an ETA that only a correction of ours moved.
 */
export const etaSlip: ExceptionRule = {
  code: 'ETA_SLIP',
  defaults: { totalDays: 3, recentHours: 24, windowHours: 24, highDays: 7 },
  text: {
    zh: '{{#total}}预计到港比最初推迟 {{days}} 天{{/total}}{{^total}}预计到港在 {{windowHours}}内推迟 {{hours}}{{/total}}：由 {{oldEtaAt}} 改为 {{newEtaAt}}',
    en: '{{#total}}ETA {{days}} {{days, plural(one: day; other: days)}} later than first reported{{/total}}{{^total}}ETA moved {{hours}} later within {{windowHours}}{{/total}}: from {{oldEtaAt}} to {{newEtaAt}}',
  },
  judgesSilence: true,
  readsHistory: true,
  changeTimes: ({ etaHistory }, settings) =>
    etaHistory.map(({ knownAt }) => knownAt + (settings.windowHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) => {
    // Most shipments have one estimate, and most estimates stay: what costs more to know is asked last.
    if (view.etaHistory.length < 2) return [];
    const history = etasOfDestination(view, (port) => canonicalPort(port, reference));
    const [first] = history;
    const current = history[history.length - 1];
    const windowHours = settings.windowHours ?? 0;
    const recent = shownAt(history, now - windowHours * HOUR_MS);
    if (!first || !current || !recent) return [];
    const days = (current.value - first.value) / DAY_MS;
    const hours = (current.value - recent.value) / HOUR_MS;
    const isTotal = days >= (settings.totalDays ?? 0);
    if (!isTotal && hours < (settings.recentHours ?? 0)) return [];
    const content = contentOf(view);
    const old = isTotal ? first : recent;
    const zone = shownZoneOf(content.booking.portOfDischarge, reference);
    return [
      {
        key: '',
        params: {
          ...(isTotal && { total: 1 }),
          days: rounded(days),
          hours: rounded(hours),
          windowHours,
          oldEtaAt: old.value,
          oldEtaZone: zone,
          newEtaAt: current.value,
          newEtaZone: zone,
        },
        evidence: [old, current].map(({ value, knownAt }) => ({
          path: 'booking.eta',
          value,
          observedAt: knownAt,
          zone,
        })),
        ...(hasArrived(content) && { over: 'happened' as const }),
        severity: days >= (settings.highDays ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
