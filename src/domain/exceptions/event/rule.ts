import { latestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { FieldType } from '#shared/event/field-paths.ts';
import { isOneOf, isRecord } from '#shared/values/objects.ts';
import type { JourneyField, Reading } from './fields.ts';
import { valueAt } from './fields.ts';

const operators = [
  'gt',
  'ge',
  'lt',
  'le',
  'is',
  'isNot',
  'contains',
  'known',
  'unknown',
  'passedBy',
  'dueWithin',
] as const;
export type Operator = (typeof operators)[number];

/** Units in which hours can be entered. */
const valueUnits = ['hours', 'days'] as const;
export type ValueUnit = (typeof valueUnits)[number];

/** One condition: a field of the catalogue by its code, and what it is compared with. */
export type Condition = {
  field: string;
  operator: Operator;
  /** One number, or several codes or texts of which one fits; empty for `known` and `unknown`. */
  values: readonly (string | number)[];
  /** How a number of hours was entered; left out: in the unit of the field. */
  unit?: ValueUnit;
};

/** When there is an event: all conditions, or any of them. */
export type EventRule = { match: 'all' | 'any'; conditions: readonly Condition[] };

const known = ['known', 'unknown'] as const;
const chosen = ['is', 'isNot', ...known] as const;
const byType: Readonly<Record<FieldType, readonly Operator[]>> = {
  number: ['gt', 'ge', 'lt', 'le', ...known],
  time: ['passedBy', 'dueWithin', ...known],
  text: [...chosen, 'contains'],
  vessel: [...chosen, 'contains'],
  port: chosen,
  carrier: chosen,
  milestone: chosen,
  stage: chosen,
  mode: chosen,
};

/** Operators that fit a type of field. */
export const operatorsOf = (type: FieldType): readonly Operator[] => byType[type];

/** Whether an operator compares with a number of hours or pieces. */
export const takesNumber = (operator: Operator): boolean =>
  ['gt', 'ge', 'lt', 'le', 'passedBy', 'dueWithin'].includes(operator);

/** Whether an operator needs no value. */
export const takesNothing = (operator: Operator): boolean => operator === 'known' || operator === 'unknown';

/** Why a rule is wrong, and in which condition (from 0). */
export type RuleProblem = {
  kind: 'unreadable' | 'empty' | 'tooMany' | 'unknownField' | 'operator' | 'number' | 'noValue';
  index: number;
};

const maxConditions = 20;
const maxValues = 200;
const longestValue = 100;
const greatest = 1_000_000;

function readCondition(value: unknown): Condition | undefined {
  if (!isRecord(value)) return undefined;
  const { field, operator, values = [], unit } = value;
  if (typeof field !== 'string' || !isOneOf(operators, operator) || !Array.isArray(values)) return undefined;
  if (unit !== undefined && unit !== null && !isOneOf(valueUnits, unit)) return undefined;
  const isValue = (one: unknown): one is string | number =>
    typeof one === 'number' || (typeof one === 'string' && one.length <= longestValue);
  if (values.length > maxValues || !values.every(isValue)) return undefined;
  return {
    field,
    operator,
    values: values.map((one) => (typeof one === 'string' ? one.trim() : one)).filter((one) => one !== ''),
    ...(unit != null && { unit }),
  };
}

/** Reads a rule as it is stored (JSON); the reason where it cannot be read. */
export function readRule(text: string): EventRule | RuleProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', index: -1 };
  }
  if (!isRecord(value) || !Array.isArray(value['conditions'])) return { kind: 'unreadable', index: -1 };
  const { match, conditions } = value;
  if (match !== 'all' && match !== 'any') return { kind: 'unreadable', index: -1 };
  if (conditions.length === 0) return { kind: 'empty', index: -1 };
  if (conditions.length > maxConditions) return { kind: 'tooMany', index: maxConditions };
  const read: Condition[] = [];
  for (const [index, one] of conditions.entries()) {
    const condition = readCondition(one);
    if (condition === undefined) return { kind: 'unreadable', index };
    read.push(condition);
  }
  return { match, conditions: read };
}

/** Whether what was read is a rule. */
export const isRule = (read: EventRule | RuleProblem): read is EventRule => 'match' in read;

/** What is wrong with the conditions, by the fields that they name; undefined when they can be judged. */
export function ruleProblem(
  rule: EventRule,
  fieldOf: (code: string) => Pick<JourneyField, 'type'> | undefined,
): RuleProblem | undefined {
  for (const [index, { field, operator, values }] of rule.conditions.entries()) {
    const kind = fieldOf(field);
    if (kind === undefined) return { kind: 'unknownField', index };
    if (!operatorsOf(kind.type).includes(operator)) return { kind: 'operator', index };
    if (takesNumber(operator)) {
      const [limit] = values;
      if (values.length !== 1 || typeof limit !== 'number' || !Number.isFinite(limit) || Math.abs(limit) > greatest)
        return { kind: 'number', index };
    } else if (!takesNothing(operator) && values.length === 0) return { kind: 'noValue', index };
  }
  return undefined;
}

/** The number that a condition compares with, in the unit of its field. */
const limitOf = ({ values, unit }: Condition): number => Number(values[0] ?? 0) * (unit === 'days' ? 24 : 1);

const folded = (value: string | number): string => String(value).trim().toUpperCase();

/** Whether a condition is met by what its field holds now. */
export function meets(condition: Condition, reading: Reading, now: Instant): boolean {
  const value = valueAt(reading, now);
  const { operator, values } = condition;
  if (operator === 'unknown') return value === null || value === '';
  if (value === null || value === '') return false;
  const limit = limitOf(condition);
  switch (operator) {
    case 'known':
      return true;
    case 'gt':
      return Number(value) > limit;
    case 'ge':
      return Number(value) >= limit;
    case 'lt':
      return Number(value) < limit;
    case 'le':
      return Number(value) <= limit;
    case 'passedBy':
      return now - Number(value) > limit * HOUR_MS;
    case 'dueWithin':
      return Number(value) >= now && Number(value) - now <= limit * HOUR_MS;
    case 'is':
      return values.some((one) => folded(one) === folded(value));
    case 'isNot':
      return values.every((one) => folded(one) !== folded(value));
    case 'contains':
      return values.some((one) => folded(value).includes(folded(one)));
  }
}

/** Moments at which time alone may change whether a condition is met. */
export function changeTimesOf(condition: Condition, reading: Reading): Instant[] {
  const hours = limitOf(condition) * HOUR_MS;
  const { operator } = condition;
  // Once it has passed, nothing is left of it.
  if ('until' in reading)
    return takesNothing(operator) ? [latestOf(reading.until)] : [reading.until - hours, latestOf(reading.until)];
  if (takesNothing(operator)) return [];
  if ('since' in reading) return [reading.since + hours];
  if (typeof reading.value !== 'number') return [];
  if (operator === 'passedBy') return [reading.value + hours];
  return operator === 'dueWithin' ? [reading.value - hours, reading.value] : [];
}
