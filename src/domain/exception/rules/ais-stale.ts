import { HOUR_MS } from '#shared/time/instant.ts';
import { contentOf, hasArrived } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * The vessel is under way and nobody has received her for a day. Silent before the departure and after the arrival, in
 * port, and on a vessel that has never been received.
 */
export const aisStale: ExceptionRule = {
  code: 'AIS_STALE',
  defaults: { thresholdHours: 24, highHours: 96 },
  text: {
    zh: '{{vessel}} 在航，但已 {{hours}} 小时没有 AIS 船位，最近一次：{{lastAt}}',
    en: '{{vessel}} is under way and has sent no AIS position for {{hours}} h; the last one was {{lastAt}}',
  },
  detect: (view, now, settings) => {
    const { voyage } = view;
    const content = contentOf(view);
    if (voyage?.fix == null || view.subscription.ended || hasArrived(content)) return [];
    const leg = content.legs.find(({ sequence }) => sequence === voyage.sequence);
    const isUnderWay = (voyage.departedAt ?? leg?.atd ?? null) !== null && leg?.ata == null && voyage.stay === null;
    const hours = (now - voyage.fix.at) / HOUR_MS;
    if (!isUnderWay || hours < (settings.thresholdHours ?? 0)) return [];
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
