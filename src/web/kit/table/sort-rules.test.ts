import { describe, expect, test } from 'vitest';
import { MAX_SORT_KEYS, parseSortText, type SortRule, sortOrderOf, sortRulesToText, toggleSort } from './sort-rules.ts';

const clicks = (...names: string[]): SortRule[] =>
  names.reduce<SortRule[]>((rules, name) => toggleSort(rules, name), []);

describe('toggleSort', () => {
  test('the order of clicks is the order of keys', () => {
    expect(clicks('blNo', 'createTime', 'carrierCode').map((rule) => rule.columnName)).toEqual([
      'blNo',
      'createTime',
      'carrierCode',
    ]);
  });

  test('a second click turns the key around in its place, a third removes it and the others move up', () => {
    const turned = clicks('blNo', 'createTime', 'blNo');
    expect(turned).toEqual([
      { columnName: 'blNo', sortType: 'desc' },
      { columnName: 'createTime', sortType: 'asc' },
    ]);
    const removed = toggleSort(turned, 'blNo');
    expect(removed).toEqual([{ columnName: 'createTime', sortType: 'asc' }]);
    expect(sortOrderOf(removed, 'createTime')).toBe(1);
    expect(sortOrderOf(removed, 'blNo')).toBeUndefined();
  });

  test('the order in which a list opens gives way to the first click, and is turned around by a click on its own column', () => {
    const opening = clicks('createTime', 'createTime');
    expect(toggleSort(opening, 'blNo', opening)).toEqual([{ columnName: 'blNo', sortType: 'asc' }]);
    expect(toggleSort(opening, 'createTime', opening)).toEqual([{ columnName: 'createTime', sortType: 'asc' }]);
    const own = toggleSort(opening, 'blNo', opening);
    expect(toggleSort(own, 'createTime', opening)).toEqual(clicks('blNo', 'createTime'));
  });

  test('a key too many changes nothing, and the rules given are never changed in place', () => {
    const full = clicks('a', 'b', 'c', 'd', 'e', 'f');
    expect(full).toHaveLength(MAX_SORT_KEYS);
    const before = structuredClone(full);
    expect(toggleSort(full, 'g')).toEqual(before);
    toggleSort(full, 'a');
    expect(full).toEqual(before);
  });
});

describe('the text of the URL', () => {
  const allowed = new Set(['blNo', 'createTime']);

  test('goes there and back', () => {
    const rules = clicks('createTime', 'createTime', 'blNo');
    expect(parseSortText(sortRulesToText(rules), allowed)).toEqual(rules);
  });

  test('what is not ours is left out', () => {
    expect(parseSortText('password.asc,blNo.up,blNo.desc,blNo.asc,,x', allowed)).toEqual([
      { columnName: 'blNo', sortType: 'desc' },
    ]);
    expect(parseSortText(undefined, allowed)).toEqual([]);
  });
});
