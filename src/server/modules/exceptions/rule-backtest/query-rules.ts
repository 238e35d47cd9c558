import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { resolveSettings } from '#domain/exceptions/settings.ts';
import { mainThresholdOf, thresholdsOf } from '#domain/exceptions/tuning.ts';
import type { Evidence, ExceptionRule } from '#domain/exceptions/types.ts';
import { toSettings } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { countByRule, listRecentEvidence } from './run-queries.ts';
import { listSettings } from './setting-queries.ts';

const daysCounted = 30;

/** Whose settings the list shows: those of the own tenant, or those of everyone for anyone who sees all tenants. */
const shownScope = (ctx: Ctx) => ({
  tenantId: ctx.actor.kind === 'user' && ctx.scope.kind === 'tenants' ? String(ctx.actor.tenantId) : '',
  carrierCode: '',
  lane: null,
});

const presentThresholds = (ctx: Ctx, rule: ExceptionRule): DetectionRule['thresholds'] => {
  const main = mainThresholdOf(rule)?.name;
  return thresholdsOf(rule).map(({ label, ...threshold }) => ({
    ...threshold,
    label: label[ctx.lang],
    defaultValue: rule.defaults[threshold.name] ?? 0,
    main: threshold.name === main ? 1 : 0,
  }));
};

function evidencePaths(rows: readonly { type_code: string; evidence: Evidence[] }[]): Map<string, string[]> {
  const paths = new Map<string, Set<string>>();
  for (const { type_code: code, evidence } of rows) {
    const known = paths.get(code) ?? new Set();
    for (const { path } of Array.isArray(evidence) ? evidence : []) known.add(path.replace(/\[[^[\]]*\]/g, ''));
    paths.set(code, known);
  }
  return new Map([...paths].map(([code, known]) => [code, [...known].sort()]));
}

/** All detection rules: what each looks for, how it is set, and what became of what it found lately. */
export async function queryRules(ctx: Ctx, reference: ReferenceSnapshot): Promise<DetectionRule[]> {
  const [settings, counts, evidence] = await Promise.all([
    listSettings(ctx),
    countByRule(ctx, ctx.clock.now() - daysCounted * DAY_MS),
    listRecentEvidence(ctx),
  ]);
  const countsOf = new Map(counts.map((row) => [row.type_code, row]));
  const pathsOf = evidencePaths(evidence);
  const rows = settings.map(toSettings);
  return exceptionRules.map((rule): DetectionRule => {
    const type = reference.exceptionTypes.get(rule.code);
    const { enabled, values } = resolveSettings(rule, rows, shownScope(ctx));
    const count = countsOf.get(rule.code);
    return {
      ruleCode: rule.code,
      nameCn: type?.nameCn ?? rule.code,
      nameEn: type?.nameEn ?? rule.code,
      description: (ctx.lang === 'zh' ? type?.descriptionCn : type?.descriptionEn) ?? null,
      severity: type?.severity ?? 'medium',
      enabled: enabled && type?.enabled !== false ? 1 : 0,
      values,
      thresholds: presentThresholds(ctx, rule),
      settingCount: rows.filter(({ code }) => code === rule.code).length,
      replayable: rule.changeTimes === undefined ? 0 : 1,
      openNow: Number(count?.open_now ?? 0),
      opened30: Number(count?.opened ?? 0),
      resolved30: Number(count?.resolved ?? 0),
      confirmed: Number(count?.confirmed ?? 0),
      dismissed: Number(count?.dismissed ?? 0),
      inWork: Number(count?.in_work ?? 0),
      evidence: pathsOf.get(rule.code) ?? [],
    };
  });
}
