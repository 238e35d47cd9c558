import type { CallInput } from '#contract/index.ts';
import type { DetectionRule, RuleRun, RuleSetting } from '#contract/exceptions/rule-backtest.ts';

/** Settings that are being entered: for whom, and what; an empty threshold is as on the wider levels. */
export type Draft = {
  tenantId: string | null;
  carrierCode: string | null;
  lane: string;
  enabled: 0 | 1 | null;
  values: Readonly<Record<string, number | null>>;
};

/** Nothing set, for a tenant or for all. */
export const emptyDraft = (tenantId: string | null): Draft => ({
  tenantId,
  carrierCode: null,
  lane: '',
  enabled: null,
  values: {},
});

/** A stored row, or the parameters of a run, as a draft. */
export const draftOf = (
  row: Pick<RuleSetting | RuleRun, 'tenantId' | 'carrierCode' | 'lane' | 'enabled' | 'values'>,
): Draft => ({
  tenantId: row.tenantId,
  carrierCode: row.carrierCode,
  lane: row.lane ?? '',
  enabled: row.enabled,
  values: row.values,
});

const entered = (values: Draft['values']): Record<string, number> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null));

/** What is sent to save or to try a draft. */
export function inputOf(ruleCode: string, draft: Draft): CallInput<'ruleSettingInsert'> & { ruleCode: string } {
  const { tenantId, carrierCode, lane, enabled, values } = draft;
  return { ruleCode, tenantId, carrierCode, lane: lane.trim(), enabled, values: entered(values) };
}

/** Whether two things are about the same level. */
export const isSameLevel = (
  a: Pick<Draft, 'tenantId' | 'carrierCode' | 'lane'>,
  b: Pick<RuleSetting, 'tenantId' | 'carrierCode' | 'lane'>,
): boolean =>
  a.tenantId === b.tenantId && a.carrierCode === b.carrierCode && a.lane.trim().toUpperCase() === (b.lane ?? '');

/** The first threshold whose entered value may not be saved. */
export function wrongThreshold(
  rule: Pick<DetectionRule, 'thresholds'>,
  draft: Draft,
): DetectionRule['thresholds'][number] | undefined {
  return rule.thresholds.find(({ name, min, max, step }) => {
    const value = draft.values[name];
    if (value === null || value === undefined) return false;
    return value < min || value > max || Math.abs(value / step - Math.round(value / step)) > 1e-6;
  });
}

/** May a draft be saved: something is set, a lane has tenant and carrier, and all values are within their ranges. */
export function isComplete(rule: Pick<DetectionRule, 'thresholds'>, draft: Draft): boolean {
  const { lane, tenantId, carrierCode, enabled, values } = draft;
  const isSet = enabled !== null || Object.keys(entered(values)).length > 0;
  const isLevel =
    lane.trim() === '' || (tenantId !== null && carrierCode !== null && /^[a-z0-9]{5}-[a-z0-9]{5}$/i.test(lane.trim()));
  return isSet && isLevel && wrongThreshold(rule, draft) === undefined;
}

/** Of the exceptions that people have judged, the share that needed nothing; undefined when nobody has. */
export function falseAlarmsOf({
  confirmed,
  dismissed,
}: Pick<DetectionRule, 'confirmed' | 'dismissed'>): { percent: number; judged: number } | undefined {
  const judged = confirmed + dismissed;
  return judged === 0 ? undefined : { percent: Math.round((dismissed * 100) / judged), judged };
}

/** The point of a curve that lies nearest to a value; undefined without any. */
export const nearestPoint = <T extends { value: number }>(curve: readonly T[], value: number): T | undefined =>
  curve.reduce<T | undefined>(
    (near, one) => (near === undefined || Math.abs(one.value - value) < Math.abs(near.value - value) ? one : near),
    undefined,
  );
