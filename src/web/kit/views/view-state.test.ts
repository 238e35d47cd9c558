import { describe, expect, test } from 'vitest';
import type { SavedView } from '#contract/administration/preference.ts';
import { emptyScheme } from '../table/column-scheme.ts';
import { contentOf, currentView, isPlain, lasting, shows } from './view-state.ts';

const view = (viewId: string, search: Record<string, string>, columns = emptyScheme): SavedView => ({
  viewId,
  list: '/assets',
  kind: 'view',
  viewName: viewId,
  shared: false,
  own: true,
  ownerName: '',
  pinned: false,
  isDefault: false,
  content: { search, columns },
  recordVersion: 1,
});

describe('what a view holds', () => {
  test('is everything of the address but the page and the view itself', () => {
    expect(lasting({ page: '3', view: '7', size: '50', keyword: 'a', empty: '' })).toEqual({
      keyword: 'a',
      size: '50',
    });
    expect(isPlain({ page: '2', view: '7' })).toBe(true);
    expect(isPlain({ size: '50' })).toBe(false);
  });

  test('is recognised whatever the order of its parts, and with its columns', () => {
    const scheme = { order: ['b', 'a'], hidden: ['d', 'c'], widths: { a: 1, b: 2 } };
    const content = contentOf({ sort: 'x.asc', keyword: 'a' }, scheme);
    expect(shows(content, { keyword: 'a', sort: 'x.asc', page: '9' }, { ...scheme, hidden: ['c', 'd'] })).toBe(true);
    expect(shows(content, { keyword: 'a', sort: 'x.desc' }, scheme)).toBe(false);
    expect(shows(content, { keyword: 'a', sort: 'x.asc' }, { ...scheme, order: ['a', 'b'] })).toBe(false);
    expect(shows({}, {}, emptyScheme)).toBe(true);
  });
});

test('the current view is the one opened, changed or not, else one that shows the same', () => {
  const views = [view('1', { keyword: 'a' }), view('2', { keyword: 'b' })];
  expect(currentView(views, '1', { keyword: 'b' }, emptyScheme)?.viewId).toBe('1');
  expect(currentView(views, undefined, { keyword: 'b' }, emptyScheme)?.viewId).toBe('2');
  expect(currentView(views, 'gone', { keyword: 'c' }, emptyScheme)).toBeUndefined();
});
