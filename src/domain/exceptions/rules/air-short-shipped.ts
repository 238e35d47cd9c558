import { HOUR_MS } from '#shared/time/instant.ts';
import { containerPath } from '../../intake/fusion/paths.ts';
import { type AirLot, airLotsOf } from '../air-lots.ts';
import { actualEvidence, contentOf, evidenceOf, noZone, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, Finding } from '../types.ts';

const isShort = ({ unit, pieces, counted }: AirLot): boolean =>
  counted !== undefined && unit.receivedQuantity != null && unit.receivedQuantity < pieces;

/**
 * Fewer pieces were counted off a flight than went on board.
 * Silent for a grace after the count, because pieces found later are counted again, and where no source reported how many were loaded.
 */
export const airShortShipped: ExceptionRule = {
  code: 'AIR_SHORT_SHIPPED',
  modes: ['air'],
  defaults: { waitHours: 6 },
  text: {
    zh: '航班 {{flight}} 在{{port}}理货 {{counted}} 件，少 {{missing}} 件（{{countedAt}}）',
    en: '{{missing}} {{missing, plural(one: piece; other: pieces)}} short on {{flight}}: {{counted}} counted at {{port}} on {{countedAt}}',
  },
  readsDetails: true,
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) =>
    airLotsOf(contentOf(view))
      .filter(isShort)
      .map(({ counted }) => (counted?.actual ?? 0) + (settings.waitHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    airLotsOf(contentOf(view))
      .filter(isShort)
      .flatMap(({ unit, flight, pieces, counted }): Finding[] => {
        if (counted === undefined || now < (counted.actual ?? 0) + (settings.waitHours ?? 0) * HOUR_MS) return [];
        return [
          {
            key: unit.containerNo,
            params: {
              flight,
              port: counted.portCode ?? '',
              counted: unit.receivedQuantity ?? 0,
              missing: pieces - (unit.receivedQuantity ?? 0),
              countedAt: counted.actual ?? 0,
              countedZone: zoneOfEvent(counted, reference) ?? noZone,
            },
            evidence: [
              evidenceOf(view, containerPath(unit.containerNo, 'quantity'), unit.quantity),
              evidenceOf(view, containerPath(unit.containerNo, 'receivedQuantity'), unit.receivedQuantity ?? null),
              actualEvidence(view, counted, reference),
            ],
            severity: 'high',
          },
        ];
      }),
};
