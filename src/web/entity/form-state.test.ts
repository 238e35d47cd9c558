import { describe, expect, test } from 'vitest';
import { declareEntity, SECRET_MASK } from '#shared/entity/declare.ts';
import {
  changedFields,
  differencesOf,
  draftOf,
  enteredFields,
  inputOf,
  isHidden,
  mergeDraft,
  problemsIn,
  tidy,
  withValue,
} from './form-state.ts';

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
    toolCode: { kind: 'text', label: label('code'), max: 5, required: true, upper: true, createOnly: true },
    kind: { kind: 'choice', label: label('kind'), dict: 'KIND', default: 'TEXT', required: true },
    states: { kind: 'choice', label: label('states'), dict: 'STATE', many: true },
    value: { kind: 'text', label: label('value'), max: 20, lines: 2, maskWhen: { field: 'kind', is: 'SECRET' } },
    weight: { kind: 'integer', label: label('weight'), min: 1, max: 9 },
    owner: { kind: 'reference', label: label('owner'), entity: 'user', show: 'ownerName', showField: 'name' },
    active: { kind: 'flag', label: label('active'), default: 1 },
    key: { kind: 'secret', label: label('key'), max: 20 },
    seen: { kind: 'instant', label: label('seen'), readOnly: true },
    due: { kind: 'instant', label: label('due') },
  },
});
const row = {
  toolId: '7',
  toolCode: 'AB',
  kind: 'TEXT',
  states: 'A,B',
  value: 'v',
  weight: 3,
  owner: '12',
  ownerName: 'Ann',
  active: 0,
  key: true,
  seen: 5,
  recordVersion: 4,
};

describe('a time in a form', () => {
  const at = new Date(2026, 2, 1, 8, 5).getTime();

  test('is entered in the own time of the reader and sent as a moment', () => {
    expect(draftOf(tool, { ...row, due: at })['due']).toBe('2026-03-01 08:05');
    expect(tidy(tool.fields.due, ' 2026/3/1 上午8:05 ')).toBe('2026-03-01 08:05');
    const draft = { ...draftOf(tool, row), due: '2026-03-01 08:05' };
    expect(inputOf(tool, draft, 'UPDATE', row)['due']).toBe(new Date(at).toISOString());
    expect(problemsIn(tool, draft, 'UPDATE').size).toBe(0);
    expect(inputOf(tool, { ...draft, due: '' }, 'UPDATE', row)['due']).toBeNull();
  });

  test('is refused when it is none, and stays as it was written', () => {
    expect(tidy(tool.fields.due, ' 1234 ')).toBe('1234');
    expect([...problemsIn(tool, { ...draftOf(tool, row), due: '1234' }, 'UPDATE').keys()]).toEqual(['due']);
  });

  test('goes back to the millisecond when it was not touched', () => {
    const kept = { ...row, due: at + 17 };
    expect(inputOf(tool, draftOf(tool, kept), 'UPDATE', kept)['due']).toBe(at + 17);
  });
});

describe('the form of a declaration', () => {
  test('starts with the defaults', () => {
    expect(draftOf(tool, undefined)).toMatchObject({
      toolCode: '',
      kind: 'TEXT',
      states: [],
      weight: '',
      owner: null,
      active: 1,
      key: '',
    });
  });

  test('starts with the row, without its secrets', () => {
    expect(draftOf(tool, row)).toMatchObject({ states: ['A', 'B'], weight: '3', owner: '12', active: 0, key: '' });
  });

  test('a copy leaves hidden values behind', () => {
    const hidden = { ...row, kind: 'SECRET', value: SECRET_MASK };
    expect(draftOf(tool, hidden)['value']).toBe(SECRET_MASK);
    expect(draftOf(tool, hidden, true)['value']).toBe('');
    expect(isHidden(tool.fields.value, draftOf(tool, hidden))).toBe(true);
    expect(isHidden(tool.fields.value, draftOf(tool, row))).toBe(false);
  });

  test('a hidden value kept by the server never turns into a visible mask', () => {
    const start = draftOf(tool, { ...row, kind: 'SECRET', value: SECRET_MASK });
    const shown = withValue(tool, start, start, 'kind', 'TEXT');
    expect(shown['value']).toBe('');
    expect(withValue(tool, shown, start, 'kind', 'SECRET')['value']).toBe(SECRET_MASK);
    const typed = withValue(tool, shown, start, 'value', 'new');
    expect(withValue(tool, typed, start, 'kind', 'SECRET')['value']).toBe('new');
  });

  test('enters what is neither fixed nor shown only', () => {
    const names = (operation: 'ADD' | 'UPDATE', fixed = {}) =>
      enteredFields(tool, operation, fixed).map(([name]) => name);
    expect(names('ADD')).not.toContain('seen');
    expect(names('ADD')).toContain('toolCode');
    expect(names('UPDATE')).not.toContain('toolCode');
    expect(names('ADD', { owner: '1' })).not.toContain('owner');
  });

  test('tidies texts on leaving and leaves secrets alone', () => {
    expect(tidy(tool.fields.toolCode, ' ａb ')).toBe('AB');
    expect(tidy(tool.fields.value, ' a\nb ')).toBe(' a\nb ');
    expect(tidy(tool.fields.key, ' k ')).toBe(' k ');
  });

  test('says the first problem of each field in the order of the form', () => {
    const problems = problemsIn(
      tool,
      { ...draftOf(tool, undefined), kind: 'X', weight: '12' },
      'ADD',
      () => new Set(['TEXT']),
    );
    expect([...problems.keys()]).toEqual(['toolCode', 'kind', 'weight']);
    expect([...problems.values()].every((text) => text !== '')).toBe(true);
  });

  test('sends numbers, joined codes, the id and the version; a secret left empty is not sent', () => {
    expect(inputOf(tool, draftOf(tool, row), 'UPDATE', row)).toEqual({
      toolId: '7',
      recordVersion: 4,
      kind: 'TEXT',
      states: 'A,B',
      value: 'v',
      weight: 3,
      owner: '12',
      active: 0,
      due: null,
    });
    expect(inputOf(tool, draftOf(tool, undefined), 'ADD', undefined, { owner: '9' })).toMatchObject({
      owner: '9',
      kind: 'TEXT',
    });
  });

  test('knows what was changed', () => {
    const start = draftOf(tool, row);
    expect(changedFields(tool, start, draftOf(tool, row))).toEqual([]);
    expect(changedFields(tool, start, { ...start, states: ['A'], weight: '4' })).toEqual(['states', 'weight']);
  });
});

describe('two people on one row', () => {
  const before = draftOf(tool, row);
  const mine = { ...before, value: 'mine', weight: '5' };
  const theirs = draftOf(tool, { ...row, weight: 8, states: 'A' });

  test('shows what differs, and keeps of each what that one changed', () => {
    const differences = differencesOf(tool, before, mine, theirs);
    expect(differences.map(({ name, side }) => [name, side])).toEqual([
      ['states', 'theirs'],
      ['value', 'mine'],
      ['weight', 'mine'],
    ]);
    expect(mergeDraft(mine, differences)).toMatchObject({ states: ['A'], value: 'mine', weight: '5' });
    const chosen = differences.map((item) => ({ ...item, side: 'theirs' as const }));
    expect(mergeDraft(mine, chosen)).toMatchObject({ states: ['A'], value: 'v', weight: '8' });
  });

  test('the same change by both is no difference', () => {
    expect(differencesOf(tool, before, mine, { ...mine })).toEqual([]);
  });
});
