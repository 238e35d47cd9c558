import { HOUR_MS } from '#shared/time/instant.ts';
import { eventPath } from '../../fusion/paths.ts';
import { airMilestones } from '../../journey/air.ts';
import { type AirLot, airLotsOf, flownFrom, totalPieces } from '../air-lots.ts';
import { contentOf, evidenceOf, zoneOfPort } from '../facts.ts';
import type { ExceptionRule, Finding, ShipmentView } from '../types.ts';

/** Flights from where planes are changed that were to leave and have not taken the goods along. */
function onwardOf(view: ShipmentView): (AirLot & { planned: number })[] {
  const content = contentOf(view);
  const total = totalPieces(content);
  const lots = airLotsOf(content);
  return lots.filter(
    (lot): lot is AirLot & { planned: number } =>
      lot.planned !== null &&
      lot.departed === undefined &&
      lot.from !== content.booking.portOfLoading &&
      (total === null || flownFrom(lots, lot.from) < total),
  );
}

/**
 * The flight that goods were to change to has left by its plan, and they are not on it.
 * Silent at the first airport (a flight left without them there is offloaded), once all pieces have left the airport on
 * another flight, and for the hours in which departures are told late.
 */
export const airMissedConnection: ExceptionRule = {
  code: 'AIR_MISSED_CONNECTION',
  modes: ['air'],
  defaults: { waitHours: 4 },
  text: {
    zh: '在{{port}}未赶上原定 {{plannedAt}} 起飞的航班 {{flight}}',
    en: 'Missed {{flight}} at {{port}}, planned to leave on {{plannedAt}}',
  },
  readsDetails: true,
  judgesSilence: true,
  pace: 'grows',
  turns: (view, settings) => onwardOf(view).map(({ planned }) => planned + (settings.waitHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    onwardOf(view).flatMap((lot): Finding[] => {
      if (now < lot.planned + (settings.waitHours ?? 0) * HOUR_MS) return [];
      const zone = zoneOfPort(lot.from, reference);
      const event = contentOf(view).events.find(
        ({ containerNo, statusCode, planned }) =>
          containerNo === lot.unit.containerNo &&
          planned !== null &&
          (statusCode === airMilestones.departed || statusCode === airMilestones.booked),
      );
      return [
        {
          key: lot.unit.containerNo,
          params: { flight: lot.flight, port: lot.from ?? '', plannedAt: lot.planned, plannedZone: zone ?? 'UTC' },
          evidence: event === undefined ? [] : [evidenceOf(view, eventPath(event, 'planned'), event.planned, zone)],
          severity: 'high',
        },
      ];
    }),
};
