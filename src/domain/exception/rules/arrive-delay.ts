import { DAY_MS } from '#shared/time/instant.ts';
import { arrivalOf, contentOf, evidenceOf, hasArrived, rounded, zoneOrUtc } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * The ship arrived, or should have arrived, days after the estimated arrival.
 * Silent without an estimate; against the clock only while nothing shows that the cargo has arrived (a discharge
 * or gate-out proves it), and never on an ended subscription.
 */
export const arriveDelay: ExceptionRule = {
  code: 'ARRIVE_DELAY',
  defaults: { thresholdDays: 2, highDays: 7 },
  text: {
    zh: '到港晚 {{days}} 天：预计到港 {{etaAt}}，{{#ataAt}}实际到港 {{ataAt}}{{/ataAt}}{{^ataAt}}至今未到港{{/ataAt}}',
    en: 'Arrival {{days}} days late: estimated {{etaAt}}, {{#ataAt}}arrived {{ataAt}}{{/ataAt}}{{^ataAt}}not arrived yet{{/ataAt}}',
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const { eta, portOfDischarge } = content.booking;
    if (eta === null) return [];
    const ata = arrivalOf(content);
    if (!ata && (view.subscription.ended || hasArrived(content))) return [];
    const days = ((ata?.value ?? now) - eta) / DAY_MS;
    if (days <= (settings.thresholdDays ?? 0)) return [];
    const zone = zoneOrUtc(portOfDischarge, reference);
    return [
      {
        key: '',
        params: {
          days: ata ? rounded(days) : Math.floor(days),
          etaAt: eta,
          etaZone: zone,
          ...(ata && { ataAt: ata.value, ataZone: zone }),
        },
        evidence: [
          evidenceOf(view, 'booking.eta', eta, zone),
          ...(ata ? [evidenceOf(view, ata.path, ata.value, zone)] : []),
        ],
        severity: days > (settings.highDays ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
