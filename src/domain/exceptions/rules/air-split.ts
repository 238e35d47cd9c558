import { HOUR_MS } from '#shared/time/instant.ts';
import { airLotsOf } from '../air-lots.ts';
import { actualEvidence, contentOf, evidenceOf } from '../facts.ts';
import type { ExceptionRule, Finding, ShipmentView } from '../types.ts';
import { containerPath } from '../../intake/fusion/paths.ts';

/** Flights that carried pieces away from one airport, where there is more than one. */
function splitsOf(view: ShipmentView) {
  const flown = airLotsOf(contentOf(view)).filter(({ departed }) => departed !== undefined);
  return [...Map.groupBy(flown, ({ from }) => from)].filter(([, lots]) => lots.length > 1);
}

const lastDeparture = (lots: ReturnType<typeof splitsOf>[number][1]): number =>
  Math.max(...lots.map(({ departed }) => departed?.actual ?? 0));

/**
 * Pieces of one consignment left an airport on several flights and are not together again.
 * Silent once all of these flights' pieces were counted where they went, and for a grace after the last departure.
 */
export const airSplit: ExceptionRule = {
  code: 'AIR_SPLIT',
  modes: ['air'],
  defaults: { waitHours: 0 },
  text: {
    zh: '在{{port}}分 {{flights}} 个航班运输（{{list}}），尚未全部到齐',
    en: 'Left {{port}} on {{flights}} flights ({{list}}) and is not together again',
  },
  readsDetails: true,
  judgesSilence: true,
  monotonic: 'increasing',
  changeTimes: (view, settings) =>
    splitsOf(view).map(([, lots]) => lastDeparture(lots) + (settings.waitHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    splitsOf(view).flatMap(([airport, lots]): Finding[] => {
      if (lots.every(({ counted }) => counted !== undefined)) return [];
      if (now < lastDeparture(lots) + (settings.waitHours ?? 0) * HOUR_MS) return [];
      return [
        {
          key: airport ?? '',
          params: {
            port: airport ?? '',
            flights: lots.length,
            list: lots.map(({ flight, pieces }) => `${flight}: ${pieces}`).join(', '),
          },
          evidence: lots.flatMap(({ unit, departed }) => [
            evidenceOf(view, containerPath(unit.containerNo, 'quantity'), unit.quantity),
            ...(departed === undefined ? [] : [actualEvidence(view, departed, reference)]),
          ]),
          severity: 'medium',
        },
      ];
    }),
};
