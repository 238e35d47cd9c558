import { earliestOf } from '#shared/time/day.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { mergeContainers } from '../containers.ts';
import { shownActuals } from '../actuals.ts';
import { evidenceOf, noZone, rounded } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

/**
 * A time is reported as actual but lies in the future: an estimate sold as a fact, or a wrong zone.
 * Silent within the tolerance for clocks that differ, and on values that fusion did not choose. One call of a ship
 * that booking, leg and events repeat is one problem.
 */
export const futureActual: ExceptionRule = {
  code: 'FUTURE_ACTUAL',
  defaults: { toleranceHours: 2 },
  text: {
    zh: '{{#containerNo}}箱 {{boxNos}} {{/containerNo}}{{status}}{{#port}}（{{port}}）{{/port}}实际时间 {{actualAt}} 晚于当前时间 {{hours}}',
    en: '{{#containerNo}}{{boxNos}}: {{/containerNo}}{{status}}{{#port}} at {{port}}{{/port}} is reported as actual at {{actualAt}}, {{hours}} from now',
  },
  monotonic: 'decreasing',
  changeTimes: (view, settings, reference) =>
    shownActuals(view, reference).map(({ value }) => earliestOf(value) - (settings.toleranceHours ?? 0) * HOUR_MS),
  detect: (view, now, settings, reference) =>
    mergeContainers(
      shownActuals(view, reference)
        .filter(({ value }) => earliestOf(value) - now > (settings.toleranceHours ?? 0) * HOUR_MS)
        .map(({ path, value, key, statusCode, containerNo, portCode, zone }) => ({
          containerNo,
          key,
          params: {
            status: statusCode,
            port: portCode ?? '',
            ...(containerNo && { containerNo }),
            actualAt: value,
            actualZone: zone ?? noZone,
            hours: Math.floor(rounded((earliestOf(value) - now) / HOUR_MS)),
          },
          evidence: [evidenceOf(view, path, value, zone)],
          severity: 'high' as const,
        })),
      'hours',
    ),
};
