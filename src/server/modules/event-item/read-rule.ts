import { journeyField } from '#domain/event/fields.ts';
import { type EventRule, isRule, readRule, ruleProblem } from '#domain/event/rule.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { listFields } from './item-queries.ts';

/** Reads the conditions that were entered; refused with the reason and the condition where they cannot be judged. */
export async function readEntered(ctx: Ctx, text: string): Promise<EventRule> {
  const rule = readRule(text);
  const fields = await listFields(ctx);
  const paths = new Map(fields.filter(({ enabled }) => enabled).map((field) => [field.code, field.data_path]));
  const problem = isRule(rule) ? ruleProblem(rule, (code) => journeyField(paths.get(code) ?? '')) : rule;
  if (problem !== undefined) {
    const { kind, index } = problem;
    const number = kind === 'tooMany' ? index : index + 1;
    throw refused(`event.badRule.${kind}`, { number }, { condition: index });
  }
  return rule as EventRule;
}
