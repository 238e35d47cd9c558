import { describe, expect, test } from 'vitest';
import { closeTab, keepOnly, maxTabs, openTab, readTabs, type Tab } from './tab-rules.ts';

const tab = (key: string, href = `/${key}`): Tab => ({ key, route: `/${key}`, href });
const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => tab(key));
const clean = new Set<string>();
const keys = (tabs: readonly Tab[]): string => tabs.map((item) => item.key).join('');

describe('openTab', () => {
  test('adds at the end', () => {
    const opening = openTab([tab('a')], tab('b'), { active: 'a', dirty: clean });
    expect(opening).toEqual({ kind: 'opened', tabs: [tab('a'), tab('b')] });
  });

  test('shows an open page in its place, with its new address and its own title', () => {
    const opening = openTab([{ ...tab('a'), label: 'kept' }, tab('b')], tab('a', '/a?page=2'), {
      active: 'b',
      dirty: clean,
    });
    expect(opening).toEqual({ kind: 'opened', tabs: [{ ...tab('a', '/a?page=2'), label: 'kept' }, tab('b')] });
  });

  test('holds six; the seventh drops the one opened longest ago', () => {
    expect(six).toHaveLength(maxTabs);
    const opening = openTab(six, tab('g'), { active: 'f', dirty: clean });
    expect(opening.kind === 'opened' && keys(opening.tabs)).toBe('bcdefg');
    expect(opening.kind === 'opened' && opening.dropped?.key).toBe('a');
  });

  test('never drops the one on screen', () => {
    const opening = openTab(six, tab('g'), { active: 'a', dirty: clean });
    expect(opening.kind === 'opened' && keys(opening.tabs)).toBe('acdefg');
  });

  test('passes over tabs with unsaved input', () => {
    const opening = openTab(six, tab('g'), { active: 'f', dirty: new Set(['a', 'b']) });
    expect(opening.kind === 'opened' && keys(opening.tabs)).toBe('abdefg');
  });

  test('asks about the oldest when all others hold unsaved input', () => {
    const opening = openTab(six, tab('g'), { active: 'a', dirty: new Set(['b', 'c', 'd', 'e', 'f']) });
    expect(opening).toEqual({ kind: 'ask', candidate: tab('b') });
  });
});

describe('closeTab', () => {
  test.each([
    ['a', 'a', 'b'],
    ['c', 'c', 'd'],
    ['f', 'f', 'e'],
    ['a', 'c', 'c'],
  ])('closing %s while %s is on screen shows %s', (closed, active, next) => {
    const result = closeTab(six, closed, active);
    expect(result.next?.key).toBe(next);
    expect(keys(result.tabs)).not.toContain(closed);
  });

  test('closing the last one leaves none to show', () => {
    expect(closeTab([tab('a')], 'a', 'a')).toEqual({ tabs: [], next: undefined });
  });
});

test('close others keeps one', () => {
  expect(keys(keepOnly(six, 'c'))).toBe('c');
});

test('damaged kept tabs are left out, repeats and too many too', () => {
  expect(readTabs('nonsense')).toEqual([]);
  expect(readTabs([null, { key: 'a' }, tab('b'), tab('b')])).toEqual([tab('b')]);
  expect(readTabs([...six, tab('g')])).toHaveLength(maxTabs);
});
