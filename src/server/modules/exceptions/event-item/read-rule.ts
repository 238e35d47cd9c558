import { journeyField } from '#domain/exceptions/event/fields.ts';
import { type EventRule, isRule, readRule, type RuleProblem, ruleProblem } from '#domain/exceptions/event/rule.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type AppError, refused } from '#server/platform/errors/app-error.ts';
import { listFields } from './item-queries.ts';

function badRule({ kind, index }: RuleProblem): AppError {
  const number = kind === 'tooMany' ? index : index + 1;
  return refused(`event.badRule.${kind}`, { number }, { condition: index });
}

/** Reads the conditions that were entered; refused with the reason and the condition where they cannot be judged. */
export async function readEntered(ctx: Ctx, text: string): Promise<EventRule> {
  const rule = readRule(text);
  const fields = await listFields(ctx);
  const paths = new Map(fields.filter(({ enabled }) => enabled).map((field) => [field.code, field.data_path]));
  if (!isRule(rule)) throw badRule(rule);
  const problem = ruleProblem(rule, (code) => journeyField(paths.get(code) ?? ''));
  if (problem !== undefined) throw badRule(problem);
  return rule;
}
