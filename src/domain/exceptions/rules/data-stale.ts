import { HOUR_MS } from '#shared/time/instant.ts';
import type { ShipmentContent } from '../../tracking/model.ts';
import { hasArrived, hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf } from '../facts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

function stageOf(content: ShipmentContent): 'thresholdHours' | 'underWayHours' | 'arrivedHours' {
  if (hasArrived(content)) return 'arrivedHours';
  return hasDeparted(content) ? 'underWayHours' : 'thresholdHours';
}

/** When each source last stated something, by its record and by its answers; nothing before the first record. */
function newsOf({ records, sources }: ShipmentView): { sourceCode: string; at: number }[] {
  if (records.length === 0) return [];
  return [
    ...records.map(({ sourceCode, observedAt }) => ({ sourceCode, at: observedAt })),
    ...sources.map(({ sourceCode, lastChangeAt }) => ({ sourceCode, at: lastChangeAt ?? 0 })),
  ];
}

function lastNewsOf(view: ShipmentView): { sourceCode: string; at: number } | undefined {
  return newsOf(view).reduce<{ sourceCode: string; at: number } | undefined>(
    (latest, one) => (latest === undefined || one.at > latest.at ? one : latest),
    undefined,
  );
}

/**
 * Nobody has stated anything new for long although the shipment goes on. At sea, where little happens, a longer
 * threshold may be set (`underWayHours`); after the arrival a container may stand for days until somebody fetches it or
 * brings it back, and nobody has anything to say (`arrivedHours`).
 * Silent before the first data (NO_DATA), on an ended subscription, and while one source of several still speaks.
 */
export const dataStale: ExceptionRule = {
  code: 'DATA_STALE',
  modes,
  defaults: { thresholdHours: 72, underWayHours: 72, arrivedHours: 240 },
  text: {
    zh: '已 {{hours}}没有任何来源更新，最近一次更新：{{lastAt}}',
    en: 'No source has reported anything new for {{hours}}; the last update was on {{lastAt}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  readsNews: true,
  changeTimes: (view, settings) => {
    const last = lastNewsOf(view);
    return last ? [last.at + (settings[stageOf(contentOf(view))] ?? 0) * HOUR_MS] : [];
  },
  detect: (view, now, settings) => {
    const last = lastNewsOf(view);
    if (view.subscription.ended || !last) return [];
    const content = contentOf(view);
    const thresholdHours = settings[stageOf(content)] ?? 0;
    const hours = (now - last.at) / HOUR_MS;
    if (hours < thresholdHours) return [];
    return [
      {
        key: '',
        params: { hours: Math.floor(hours), lastAt: last.at },
        evidence: newsOf(view).map(({ sourceCode, at }) => ({
          path: 'record.observedAt',
          value: at,
          sourceCode,
          observedAt: at,
        })),
        severity: hours >= 3 * thresholdHours ? 'high' : 'medium',
      },
    ];
  },
};
