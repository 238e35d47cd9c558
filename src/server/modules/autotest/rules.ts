import { exceptionRules } from '#domain/exception/rules/index.ts';
import type { ExceptionRule, RuleSettings } from '#domain/exception/types.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';

const ruleOf = new Map(exceptionRules.map((rule) => [rule.code, rule]));

/** A rule by its code, or a refusal. */
export function getRule(code: string): ExceptionRule {
  const rule = ruleOf.get(code);
  if (rule === undefined) throw refused('rule.unknown', { code: code.slice(0, 60) });
  return rule;
}

/** May the caller change settings that count for all tenants? */
export const writesShared = ({ actor }: Ctx): boolean => actor.kind === 'system' || actor.writesShared;

/** A row of settings as it is stored. */
export type SettingRow = {
  id: number;
  tenant_id: number | null;
  carrier_code: string | null;
  lane: string | null;
  rule_code: string;
  enabled: boolean | null;
  settings: RuleSettings;
  record_version: number;
};
