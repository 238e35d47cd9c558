import { HOUR_MS } from '#shared/time/instant.ts';
import { eventPath } from '../../intake/fusion/paths.ts';
import { airMilestones } from '../../tracking/journey/air.ts';
import { type AirLot, airLotsOf, flownFrom, totalPieces } from '../air-lots.ts';
import { contentOf, evidenceOf, noZone, zoneOfPort } from '../facts.ts';
import type { ExceptionRule, Finding, RuleSettings, ShipmentView } from '../types.ts';

/** So long before a departure goods have to be there to be put on board. */
const CHANGE_MS = HOUR_MS;

/**
 * Hours after which a flight that has left by its plan without the goods is missed. Where all pieces were counted at the airport in
 * time, the flight most likely took them and its departure is reported late.
 */
function waitOf(view: ShipmentView, { from, planned }: AirLot & { planned: number }, settings: RuleSettings): number {
  const content = contentOf(view);
  const inTime = airLotsOf(content)
    .filter(({ to, counted }) => to === from && counted !== undefined && (counted.actual ?? 0) <= planned - CHANGE_MS)
    .reduce((sum, { unit, pieces }) => sum + (unit.receivedQuantity ?? pieces), 0);
  const isThere = inTime > 0 && inTime >= (totalPieces(content) ?? Number.POSITIVE_INFINITY);
  return Math.max(settings['waitHours'] ?? 0, isThere ? (settings['lateNewsHours'] ?? 0) : 0);
}

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
 * another flight, and for the hours in which departures are reported late: longer where the goods were there in time.
 */
export const airMissedConnection: ExceptionRule = {
  code: 'AIR_MISSED_CONNECTION',
  modes: ['air'],
  defaults: { waitHours: 4, lateNewsHours: 12 },
  text: {
    zh: '在{{port}}未赶上原定 {{plannedAt}} 起飞的航班 {{flight}}',
    en: 'Missed {{flight}} at {{port}}, planned to leave on {{plannedAt}}',
  },
  readsDetails: true,
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) => onwardOf(view).map((lot) => lot.planned + waitOf(view, lot, settings) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    onwardOf(view).flatMap((lot): Finding[] => {
      if (now < lot.planned + waitOf(view, lot, settings) * HOUR_MS) return [];
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
          params: { flight: lot.flight, port: lot.from ?? '', plannedAt: lot.planned, plannedZone: zone ?? noZone },
          evidence: event === undefined ? [] : [evidenceOf(view, eventPath(event, 'planned'), event.planned, zone)],
          severity: 'high',
        },
      ];
    }),
};
