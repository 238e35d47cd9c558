import { describe, expect, test } from 'vitest';
import { checkRow } from './check-row.ts';
import { SECRET_MASK, columnOf, declareEntity } from './declare.ts';

const label = (text: string) => ({ zh: text, en: text });
const tool = declareEntity({
  name: 'tool',
  table: 'tool',
  id: 'toolId',
  label: label('tool'),
  title: ['toolCode'],
  menu: '/tools',
  order: [['toolCode', 'asc']],
  fields: {
    toolCode: { kind: 'text', label: label('code'), max: 5, required: true, upper: true },
    note: { kind: 'text', label: label('note'), max: 10, lines: 3 },
    weight: { kind: 'integer', label: label('weight'), min: 1, max: 9, default: 1 },
    price: { kind: 'number', label: label('price'), min: 0, max: 1000, decimals: 2 },
    length: { kind: 'number', measured: true, label: label('length'), min: 0, max: 1000, decimals: 2 },
    active: { kind: 'flag', label: label('active'), default: 1 },
    state: { kind: 'choice', label: label('state'), dict: 'STATE', many: true },
    owner: { kind: 'reference', label: label('owner'), entity: 'user', show: 'ownerName', showField: 'name' },
    key: { kind: 'secret', label: label('key'), max: 20, required: true },
    value: {
      kind: 'text',
      label: label('value'),
      max: 8,
      maskWhen: { field: 'state', is: 'A' },
      check: (value) => (value === 'bad' ? label('bad value') : undefined),
    },
    made: { kind: 'text', label: label('made'), max: 5, createOnly: true },
    seen: { kind: 'instant', label: label('seen'), readOnly: true },
    due: { kind: 'instant', label: label('due') },
  },
});
const states = () => new Set(['A', 'B']);
const add = (input: Record<string, unknown>) => checkRow(tool, { toolCode: 'x', key: 'k', ...input }, 'ADD', states);

test("of an edit a form leaves to the server what is declared as the server's, and says itself what is empty", () => {
  const lenient = declareEntity({
    ...tool,
    fields: { toolCode: { ...tool.fields.toolCode, editRules: 'server' }, note: tool.fields.note },
  });
  const long = { toolCode: 'x'.repeat(6), note: 'y'.repeat(11) };
  const wrong = (...args: Parameters<typeof checkRow>) => checkRow(...args).problems.map(({ field }) => field);
  expect(wrong(lenient, long, 'UPDATE', states, 'form')).toEqual(['note']);
  expect(wrong(lenient, long, 'UPDATE', states, 'server')).toEqual(['toolCode', 'note']);
  for (const side of ['form', 'server'] as const) {
    expect(wrong(lenient, long, 'ADD', states, side)).toEqual(['toolCode', 'note']);
    expect(wrong(lenient, { toolCode: ' ' }, 'UPDATE', states, side)).toEqual(['toolCode']);
  }
});

test('what is missing is stated before what is wrong, whatever the order of the fields', () => {
  const { problems } = checkRow(tool, { toolCode: 'too long', note: 'y'.repeat(11) }, 'ADD', states);
  expect(problems.map(({ field, text }) => [field, text.zh])).toEqual([
    ['key', 'key不能为空'],
    ['toolCode', 'code不能超过5个字符'],
    ['note', 'note不能超过10个字符'],
  ]);
});

describe('checkRow', () => {
  test('reads, trims, upper-cases and fills defaults', () => {
    const { values, problems } = add({ toolCode: ' ab ', state: ['A', 'B', 'A'], price: '12.35' });
    expect(problems).toEqual([]);
    expect(values).toMatchObject({ toolCode: 'AB', weight: 1, active: 1, state: 'A,B', price: 12.35, note: null });
  });

  test('a tail that a binary fraction has is not written by anybody; what is measured is rounded, an amount never', () => {
    expect(add({ price: 0.1 + 0.2 }).values['price']).toBe(0.3);
    expect(add({ price: '12.30' }).values['price']).toBe(12.3);
    expect(add({ length: 12.345 }).values['length']).toBe(12.35);
  });

  test('takes a time as milliseconds or as ISO 8601 with its offset', () => {
    expect(['2026-03-01T08:00:00+08:00', Date.UTC(2026, 2, 1)].map((due) => add({ due }).values['due'])).toEqual([
      Date.UTC(2026, 2, 1),
      Date.UTC(2026, 2, 1),
    ]);
  });

  test.each([
    ['toolCode', ''],
    ['toolCode', '   '],
    ['toolCode', 'abcdef'],
    ['toolCode', { a: 1 }],
    ['weight', 0],
    ['weight', 1.5],
    ['weight', 'many'],
    ['price', '12.345678'],
    ['price', 1e-7],
    ['price', { unread: 'error', text: '#N/A' }],
    ['note', { unread: 'formula', text: '=A1' }],
    ['active', 2],
    ['state', 'A,C'],
    ['owner', '1 or 1=1'],
    ['key', ''],
    ['value', 'bad'],
    ['due', '2026-03-01 08:00'],
    ['due', '1234'],
    ['due', 1e20],
  ])('refuses %s = %j in both languages', (field, value) => {
    const { problems } = add({ [field]: value });
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(problems[0]?.text.zh).not.toBe('');
    expect(problems[0]?.text.en).not.toBe('');
  });

  test('an update leaves what is not given, keeps a secret left empty, and never changes fixed or shown fields', () => {
    const { values, problems } = checkRow(tool, { note: 'n', key: '', made: 'late', seen: 1 }, 'UPDATE', states);
    expect(problems).toEqual([]);
    expect(values).toEqual({ note: 'n' });
  });

  test('an update may not empty a required field', () => {
    expect(checkRow(tool, { toolCode: null }, 'UPDATE').problems).toHaveLength(1);
  });

  test('a mask that comes back is no new value, and what may be secret is kept letter by letter', () => {
    expect(checkRow(tool, { value: SECRET_MASK, key: SECRET_MASK }, 'UPDATE', states)).toEqual({
      values: {},
      problems: [],
    });
    expect(add({ value: ' Ａ ' }).values['value']).toBe(' Ａ ');
  });

  test('values are checked together once each alone is right', () => {
    const pair = declareEntity({
      ...tool,
      check: ({ weight, price }) => (weight === price ? { field: 'price', text: label('same') } : undefined),
    });
    expect(checkRow(pair, { toolCode: 'x', key: 'k', weight: 2, price: 2 }, 'ADD').problems).toEqual([
      { field: 'price', text: label('same') },
    ]);
    expect(checkRow(pair, { toolCode: '', key: 'k', weight: 2, price: 2 }, 'ADD').problems).toHaveLength(1);
  });

  test('length counts characters, not code units', () => {
    expect(add({ toolCode: '𠮷𠮷𠮷𠮷𠮷' }).problems).toEqual([]);
  });
});

test('columns are wire names in snake case', () => {
  expect(columnOf('feedbackName', undefined)).toBe('feedback_name');
  expect(columnOf('anything', { column: 'other' })).toBe('other');
});
