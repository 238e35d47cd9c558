import { expect, test } from 'vitest';
import { newCondition, type RuleField, ruleText, toForm, withField, withOperator } from './rule-form.ts';

const field = (fieldCode: string, fieldType: RuleField['fieldType'], unit: RuleField['unit'] = null): RuleField => ({
  fieldCode,
  fieldName: fieldCode,
  fieldNameEn: fieldCode,
  fieldType,
  unit,
  enabled: 1,
});
const delay = field('ARRIVAL_DELAY', 'number', 'hours');
const containers = field('CONTAINERS', 'number', 'pieces');
const port = field('POD', 'port');

test('an event item without a rule begins with one empty condition, a stored rule as it is', () => {
  expect(toForm(null)).toEqual({ match: 'all', conditions: [newCondition()] });
  expect(toForm('broken')).toEqual({ match: 'all', conditions: [newCondition()] });
  const rule = { match: 'any', conditions: [{ field: 'POD', operator: 'is', values: ['NLRTM'] }] } as const;
  expect(ruleText(toForm(JSON.stringify(rule)))).toBe(JSON.stringify(rule));
});

test('another field has a comparison that fits, no value of the former one, and hours where it counts them', () => {
  const chosen = withField({ field: 'POD', operator: 'is', values: ['NLRTM'] }, delay);
  expect(chosen).toEqual({ field: 'ARRIVAL_DELAY', operator: 'gt', values: [], unit: 'hours' });
  expect(withField(chosen, containers)).toEqual({ field: 'CONTAINERS', operator: 'gt', values: [] });
  expect(withField(chosen, port)).toEqual({ field: 'POD', operator: 'is', values: [] });
});

test('another comparison keeps a value of its kind, and the unit', () => {
  const days = { field: 'ARRIVAL_DELAY', operator: 'gt', values: [2], unit: 'days' } as const;
  expect(withOperator(days, 'lt', delay)).toEqual({ ...days, operator: 'lt' });
  expect(withOperator(days, 'known', delay)).toEqual({ field: 'ARRIVAL_DELAY', operator: 'known', values: [] });
});
