import { HOUR_MS } from '#shared/time/instant.ts';
import { rounded } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * No source has given anything within a day of the subscription.
 * Silent on an ended subscription and as soon as any source has said something: what is missing inside is the
 * business of other rules.
 */
export const noData: ExceptionRule = {
  code: 'NO_DATA',
  defaults: { thresholdHours: 24, highHours: 72 },
  text: {
    zh: '订阅已 {{hours}}（{{subscribedAt}} 起），仍未取得任何订舱数据',
    en: 'No booking data for {{hours}} since the subscription on {{subscribedAt}}',
  },
  pace: 'grows',
  turns: ({ subscription }, settings) => [subscription.subscribedAt + (settings.thresholdHours ?? 0) * HOUR_MS],
  detect: (view, now, settings) => {
    const { subscribedAt, ended } = view.subscription;
    if (ended || view.fused || view.records.length > 0) return [];
    const hours = (now - subscribedAt) / HOUR_MS;
    if (hours < (settings.thresholdHours ?? 0)) return [];
    const failing = view.sources.map(({ sourceCode, lastError }) => ({
      path: 'source.lastError',
      value: lastError,
      sourceCode,
    }));
    return [
      {
        key: '',
        params: { hours: Math.floor(rounded(hours)), subscribedAt },
        evidence: [{ path: 'subscription.subscribedAt', value: subscribedAt }, ...failing],
        severity: hours >= (settings.highHours ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
