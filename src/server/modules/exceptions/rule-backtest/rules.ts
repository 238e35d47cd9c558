import { type EventItem, ruleOfEventItem } from '#domain/exceptions/event/event-item.ts';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import type { ExceptionRule, RuleSettings } from '#domain/exceptions/types.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';

const ruleByCode = new Map(exceptionRules.map((rule) => [rule.code, rule]));

/** A rule by its code, or a refusal. */
export function getRule(code: string): ExceptionRule {
  const rule = ruleByCode.get(code);
  if (rule === undefined) throw refused('rule.unknown', { code: code.slice(0, 60) });
  return rule;
}

/** The rule that a trial asks: that of an event item, or a detection rule by its code. */
export const ruleOf = ({ ruleCode, eventItem }: { ruleCode: string; eventItem?: EventItem }): ExceptionRule =>
  eventItem === undefined ? getRule(ruleCode) : ruleOfEventItem(eventItem);

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
