import type { ExceptionRule } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

/**
 * The last requests to a source failed one after the other.
 * Silent below the number of failures (one time-out means nothing) and on an ended subscription, which is not queried
 * any more, and while the source answers nobody: that is one problem of the source (`downFinding`), not one of each
 * shipment. Each source is a problem of its own.
 */
export const sourceFailing: ExceptionRule = {
  code: 'SOURCE_FAILING',
  modes,
  defaults: { failures: 3, highFailures: 10 },
  text: {
    zh: '{{#waitingAt}}自 {{waitingAt}} 起没有机器人查询数据源 {{source}}{{/waitingAt}}{{^waitingAt}}数据源 {{source}} 连续 {{failures}} 次请求失败{{/waitingAt}}{{#shipments}}，影响 {{shipments}} 票{{/shipments}}{{#error}}：{{error}}{{/error}}{{#lastSuccessAt}}；上次成功 {{lastSuccessAt}}{{/lastSuccessAt}}',
    en: '{{#waitingAt}}No robot has asked {{source}} since {{waitingAt}}{{/waitingAt}}{{^waitingAt}}The last {{failures}} requests to {{source}} failed{{/waitingAt}}{{#shipments}} for {{shipments}} {{shipments, plural(one: shipment; other: shipments)}}{{/shipments}}{{#error}}: {{error}}{{/error}}{{#lastSuccessAt}}; last success {{lastSuccessAt}}{{/lastSuccessAt}}',
  },
  isInternalProblem: true,
  detect: (view, _now, settings) =>
    view.subscription.ended
      ? []
      : view.sources
          .filter(({ isDown }) => isDown !== true)
          .filter(({ consecutiveFailures }) => consecutiveFailures >= (settings.failures ?? 1))
          .map(({ sourceCode, consecutiveFailures, lastError, lastSuccessAt }) => ({
            key: sourceCode,
            params: {
              source: sourceCode,
              failures: consecutiveFailures,
              ...(lastError && { error: lastError }),
              ...(lastSuccessAt !== null && { lastSuccessAt }),
            },
            evidence: [
              { path: 'source.consecutiveFailures', value: consecutiveFailures, sourceCode },
              { path: 'source.lastError', value: lastError, sourceCode },
            ],
            severity: consecutiveFailures >= (settings.highFailures ?? 0) ? ('high' as const) : ('medium' as const),
          })),
};
