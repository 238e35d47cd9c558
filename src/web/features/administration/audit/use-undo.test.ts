import { expect, test } from 'vitest';
import { isUndoable } from './use-undo.ts';

const change = (before: string | null) => [{ name: 'a', label: 'A', before, after: 'x', kind: 'text' as const }];

test('what was there before an act on a configured row can be brought back', () => {
  for (const action of ['update', 'delete', 'import', 'restore'])
    expect(isUndoable({ entity: 'port', action, changes: change('was') }), action).toBe(true);
});

test('of what was added, of acts that changed nothing and of other things there is nothing to bring back', () => {
  expect(isUndoable({ entity: 'port', action: 'insert', changes: change(null) })).toBe(false);
  expect(isUndoable({ entity: 'port', action: 'import', changes: change(null) })).toBe(false);
  expect(isUndoable({ entity: 'subscription', action: 'delete', changes: change('was') })).toBe(false);
});

test('of users only the deletion is taken back', () => {
  expect(isUndoable({ entity: 'user', action: 'delete', changes: change('was') })).toBe(true);
  expect(isUndoable({ entity: 'user', action: 'update', changes: change('was') })).toBe(false);
});
