import { apartMs } from '#shared/time/day.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Claim } from '../../intake/fusion/types.ts';
import { mergeContainers } from '../containers.ts';
import { shownActuals } from '../actuals.ts';
import { claimsAt, evidenceOfClaim, isFromOther, noZone, provenanceOf, rounded } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';

function isInstant(claim: Claim): claim is Claim & { value: number } {
  return typeof claim.value === 'number';
}

/**
 * Two sources tell actual times of one happening that lie more than a day apart.
 * Silent on estimates and plans (sources lag there), on values an expert has settled, and on what one source says
 * alone. One call of a ship that booking, leg and events repeat is one problem.
 */
export const timeConflict: ExceptionRule = {
  code: 'TIME_CONFLICT',
  defaults: { thresholdHours: 24 },
  text: {
    zh: '{{#containerNo}}箱 {{boxNos}} {{/containerNo}}{{status}}{{#port}}（{{port}}）{{/port}}实际时间相差 {{hours}}：{{firstSource}} 为 {{firstAt}}，{{secondSource}} 为 {{secondAt}}',
    en: '{{#containerNo}}{{boxNos}}: {{/containerNo}}{{status}}{{#port}} at {{port}}{{/port}} differs by {{hours}}: {{firstSource}} says {{firstAt}}, {{secondSource}} says {{secondAt}}',
  },
  changeTimes: () => [],
  monotonic: 'increasing',
  readsSources: true,
  detect: (view, _now, settings, reference) =>
    mergeContainers(
      shownActuals(view, reference).flatMap((shown) => {
        if (provenanceOf(view, shown.path)?.rule === 'override') return [];
        const claims = claimsAt(view, shown.path).filter(isInstant);
        const [first] = claims;
        const second = claims
          .filter((claim) => first && isFromOther(first, claim))
          .reduce<(Claim & { value: number }) | undefined>(
            (farthest, claim) =>
              !farthest || Math.abs(claim.value - shown.value) > Math.abs(farthest.value - shown.value)
                ? claim
                : farthest,
            undefined,
          );
        if (!first || !second) return [];
        const hours = apartMs(first.value, second.value) / HOUR_MS;
        if (hours <= (settings.thresholdHours ?? 0)) return [];
        const zone = shown.zone ?? noZone;
        return [
          {
            containerNo: shown.containerNo,
            key: shown.key,
            params: {
              status: shown.statusCode,
              port: shown.portCode ?? '',
              ...(shown.containerNo && { containerNo: shown.containerNo }),
              hours: rounded(hours),
              firstSource: first.sourceCode,
              firstAt: first.value,
              firstZone: zone,
              secondSource: second.sourceCode,
              secondAt: second.value,
              secondZone: zone,
            },
            evidence: claims.map((claim) => evidenceOfClaim(shown.path, claim, shown.zone)),
            severity: 'medium' as const,
          },
        ];
      }),
      'hours',
    ),
};
