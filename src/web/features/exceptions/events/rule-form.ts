import type { CallData } from '#contract/index.ts';
import {
  type Condition,
  isRule,
  type Operator,
  operatorsOf,
  readRule,
  takesNumber,
} from '#domain/exceptions/event/rule.ts';

/** A field of the catalogue as conditions choose it. */
export type RuleField = CallData<'eventRule'>['fieldList'][number];

/** Rules as their form holds them: an empty field has not been chosen yet. */
export type RuleForm = {
  match: 'all' | 'any';
  conditions: readonly Condition[];
};

/** The form of a stored rule; one empty condition for a new rule. */
export function toForm(rule: string | null): RuleForm {
  const read = rule === null ? undefined : readRule(rule);
  return read !== undefined && isRule(read) ? read : { match: 'all', conditions: [newCondition()] };
}

/** A condition that nothing has been chosen for. */
export const newCondition = (): Condition => ({ field: '', operator: 'is', values: [] });

/** A condition of another field: with the first comparison that fits, and without a value. */
export function withField({ operator }: Condition, field: RuleField): Condition {
  const matching = operatorsOf(field.fieldType);
  const next = matching.includes(operator) ? operator : (matching[0] ?? operator);
  return {
    field: field.fieldCode,
    operator: next,
    values: [],
    ...(countsHours(field, next) && { unit: 'hours' as const }),
  };
}

/** A condition with another comparison; its value stays where it is one of the same kind. */
export function withOperator(condition: Condition, operator: Operator, field: RuleField | undefined): Condition {
  const same = takesNumber(condition.operator) === takesNumber(operator);
  const { unit: _unit, ...rest } = condition;
  const hours = field !== undefined && countsHours(field, operator);
  return {
    ...rest,
    operator,
    values: same ? condition.values : [],
    ...(hours && { unit: condition.unit ?? 'hours' }),
  };
}

/** Whether a comparison is with hours, which can be entered as days too. */
export const countsHours = (field: RuleField, operator: Operator): boolean =>
  takesNumber(operator) && (field.fieldType === 'time' || field.unit === 'hours');

/** The rule as it is sent. */
export const ruleText = ({ match, conditions }: RuleForm): string => JSON.stringify({ match, conditions });
