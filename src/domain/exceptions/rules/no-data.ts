import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { requestedFor, rounded } from '../facts.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

/** Since when somebody could have sent us: an order may have been placed long before we were asked to follow it. */
const requestedSince = ({ subscription }: Pick<ShipmentView, 'subscription'>): Instant =>
  Math.max(subscription.subscribedAt, subscription.followedSince ?? subscription.subscribedAt);

/**
 * Until when everybody who tells only when asked has been asked with success. A source that never answered, that nobody asks
 * (no robot runs), or whose pages we cannot read may know the shipment: that is a matter of the source.
 */
const answeredUntil = (view: Pick<ShipmentView, 'sources'>, now: Instant): Instant =>
  Math.min(now, ...requestedFor(view).map(({ lastSuccessAt }) => lastSuccessAt ?? Number.NEGATIVE_INFINITY));

/**
 * No source has given anything within a day since we follow the shipment, although all that are asked have answered by then.
 * Silent on an ended subscription, while one of the sources asked has not answered since (SOURCE_FAILING, robots that do not
 * run), and as soon as any source has stated something: what is missing inside is the business of other rules.
 */
export const noData: ExceptionRule = {
  code: 'NO_DATA',
  modes,
  defaults: { thresholdHours: 24, highHours: 72 },
  text: {
    zh: '自 {{sinceAt}} 开始跟踪已 {{hours}}，数据源仍未给出任何订舱数据',
    en: 'No booking data for {{hours}} since tracking began on {{sinceAt}}',
  },
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => [requestedSince(view) + (settings.thresholdHours ?? 0) * HOUR_MS],
  detect: (view, now, settings) => {
    const sinceAt = requestedSince(view);
    if (view.subscription.ended || view.fused || view.records.length > 0) return [];
    const hours = (answeredUntil(view, now) - sinceAt) / HOUR_MS;
    if (hours < (settings.thresholdHours ?? 0)) return [];
    const failing = view.sources.map(({ sourceCode, lastError }) => ({
      path: 'source.lastError',
      value: lastError,
      sourceCode,
    }));
    return [
      {
        key: '',
        params: { hours: Math.floor(rounded(hours)), sinceAt },
        evidence: [
          { path: 'subscription.subscribedAt', value: view.subscription.subscribedAt },
          { path: 'subscription.followedSince', value: sinceAt },
          ...failing,
        ],
        severity: hours >= (settings.highHours ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
