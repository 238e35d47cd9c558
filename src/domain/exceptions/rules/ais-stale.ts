import { HOUR_MS } from '#shared/time/instant.ts';
import type { VoyageView } from '../../network/position/voyage.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf } from '../facts.ts';
import type { ExceptionRule, ReferenceData, ShipmentView } from '../types.ts';

/**
 * Since when she has been under way unheard: her last position, or the departure reported by the carrier where she was last
 * heard in the port of loading before it. Null while she is not under way as far as anybody can tell.
 */
function silentSince(
  view: ShipmentView,
  { sequence, departedAt, fix, stay }: VoyageView,
  reference: ReferenceData,
): number | null {
  const leg = contentOf(view).legs.find((one) => one.sequence === sequence);
  if (fix === null || leg === undefined || leg.ata !== null) return null;
  if (stay === null) return (departedAt ?? leg.atd) === null ? null : fix.at;
  const isLoading = leg.portOfLoading !== null && canonicalPort(leg.portOfLoading, reference) === stay.portCode;
  return isLoading && leg.atd !== null && leg.atd > fix.at && leg.atd > stay.arrivedAt ? leg.atd : null;
}

/** For how long our receivers would have heard her: while they were out of order she may have sent as ever. */
function silentHours({ received }: VoyageView, since: number, now: number): number {
  const from = Math.max(since, received?.since ?? since);
  const until = Math.min(now, received?.until ?? now);
  return (until - from) / HOUR_MS;
}

/**
 * The vessel is under way and nobody has received her for a day. A departure that the carrier has reported
 * counts when she fell silent in the port of loading. Silent before the departure, after the arrival, in a port on the way
 * (she may lie there for long), on a vessel that has never been received, and for as long as our own receivers are out of order.
 */
export const aisStale: ExceptionRule = {
  code: 'AIS_STALE',
  defaults: { thresholdHours: 24, highHours: 96 },
  text: {
    zh: '{{vessel}} 在航，但已 {{hours}}没有 AIS 船位，最近一次：{{lastAt}}',
    en: '{{vessel}} is under way and has sent no AIS position for {{hours}}; the last one was {{lastAt}}',
  },
  detect: (view, now, settings, reference) => {
    const { voyage } = view;
    const content = contentOf(view);
    if (voyage?.fix == null || view.subscription.ended || hasArrived(content)) return [];
    const since = silentSince(view, voyage, reference);
    if (since === null) return [];
    const hours = silentHours(voyage, since, now);
    if (hours < (settings.thresholdHours ?? 0)) return [];
    const observed = { sourceCode: 'ais', observedAt: voyage.fix.at };
    return [
      {
        key: '',
        params: { hours: Math.floor(hours), vessel: voyage.vesselName ?? String(voyage.mmsi), lastAt: voyage.fix.at },
        evidence: [
          { path: 'position.at', value: voyage.fix.at, ...observed },
          { path: 'position.speed', value: voyage.fix.speed, ...observed },
        ],
        severity: hours >= (settings.highHours ?? 0) ? 'medium' : 'low',
      },
    ];
  },
};
