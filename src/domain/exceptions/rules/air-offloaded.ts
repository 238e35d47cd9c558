import { HOUR_MS } from '#shared/time/instant.ts';
import { airLotsOf, discrepanciesOf, flownFrom, totalPieces } from '../air-lots.ts';
import { actualEvidence, contentOf, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, Finding } from '../types.ts';

/**
 * Pieces were taken off a flight and have not left since.
 * Silent once as many pieces as the consignment has left the airport, on whatever flights, and for a grace after it happened.
 */
export const airOffloaded: ExceptionRule = {
  code: 'AIR_OFFLOADED',
  modes: ['air'],
  defaults: { waitHours: 0 },
  text: {
    zh: '航班 {{flight}} 于 {{offloadedAt}} 在{{port}}拉货，{{left}} 件尚未离开',
    en: 'Offloaded from {{flight}} at {{port}} on {{offloadedAt}}; {{left}} {{left, plural(one: piece has; other: pieces have)}} not left yet',
  },
  readsDetails: true,
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) =>
    discrepanciesOf(contentOf(view), 'OFLD').map(({ actual }) => actual + (settings.waitHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const [lots, total] = [airLotsOf(content), totalPieces(content)];
    return discrepanciesOf(content, 'OFLD').flatMap((event): Finding[] => {
      if (now < event.actual + (settings.waitHours ?? 0) * HOUR_MS || total === null) return [];
      const left = total - flownFrom(lots, event.portCode);
      if (left <= 0) return [];
      return [
        {
          key: `${event.containerNo ?? ''}|${event.portCode ?? ''}`,
          params: {
            flight: event.vesselName ?? '',
            port: event.portCode ?? '',
            offloadedAt: event.actual,
            offloadedZone: zoneOfEvent(event, reference) ?? noZone,
            left,
          },
          evidence: [actualEvidence(view, event, reference)],
          severity: 'high',
        },
      ];
    });
  },
};
