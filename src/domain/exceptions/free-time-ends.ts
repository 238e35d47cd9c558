import { type Instant, HOUR_MS } from '#shared/time/instant.ts';
import { isBySea } from '../tracking/journey/mode.ts';
import { changeTimesOf } from './judge.ts';
import { demurrageRisk } from './rules/demurrage-risk.ts';
import { detentionRisk } from './rules/detention-risk.ts';
import type { ReferenceData, RuleSettings, ShipmentView } from './types.ts';

/** When the free time of containers ends that stand at the terminal or are out; the days are those of the rules about them. */
export function freeTimeEnds(
  view: ShipmentView,
  settingsFor: (code: string) => RuleSettings,
  reference: ReferenceData,
): Instant[] {
  if (!isBySea(view.subscription.mode)) return [];
  return [demurrageRisk, detentionRisk].flatMap((rule) => {
    const settings = { ...rule.defaults, ...settingsFor(rule.code) };
    const warned = changeTimesOf(rule, view, settings, reference);
    return [...new Set(warned.map((at) => at + (settings.warnHours ?? 0) * HOUR_MS))];
  });
}
