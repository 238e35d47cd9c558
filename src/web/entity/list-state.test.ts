import { describe, expect, test } from 'vitest';
import { declareEntity } from '#shared/entity/declare.ts';
import { entityAddress, firstState, pageAfterRemoval, queryOf, searchFieldsOf, sortableOf } from './list-state.ts';

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
    toolCode: { kind: 'text', label: label('code'), max: 5, search: 'keyword' },
    state: { kind: 'choice', label: label('state'), dict: 'STATE', search: 'filter' },
    active: { kind: 'flag', label: label('active'), search: 'filter' },
    note: { kind: 'text', label: label('note'), max: 50, list: false },
    key: { kind: 'secret', label: label('key'), max: 20 },
  },
});

describe('the state of a list in its URL', () => {
  test('offers the keyword first, then the declared filters', () => {
    expect(searchFieldsOf(tool)).toEqual([
      { name: 'keyword', kind: 'text' },
      { name: 'state', kind: 'choice' },
      { name: 'active', kind: 'flag' },
    ]);
  });

  test('filters and sorts in the URL by what is declared', () => {
    const { fromUrl, toUrl } = entityAddress(tool);
    const url = { keyword: 'a b', state: 'X,Y', active: '0', sort: 'toolCode.desc', page: '3', size: '50' };
    expect(toUrl(fromUrl(url))).toEqual(url);
    expect(fromUrl({ sort: 'key.asc,note.desc,toolCode.up', active: 'x', other: '1' })).toEqual(firstState);
  });

  test('hidden and secret columns do not sort', () => {
    expect([...sortableOf(tool)]).toEqual(['toolCode', 'state', 'active']);
  });

  test('the screen own filters win over those of the person', () => {
    expect(queryOf({ ...firstState, values: { state: ['X'] } }, { state: 'Y' })).toEqual({
      state: 'Y',
      currentPage: 1,
      pageSize: 10,
    });
  });
});

test.each([
  [{ page: 3, pageSize: 10 }, 21, 1, 2],
  [{ page: 3, pageSize: 10 }, 22, 1, 3],
  [{ page: 1, pageSize: 10 }, 1, 1, 1],
  [{ page: 9, pageSize: 10 }, 30, 25, 1],
])('on %j of %i rows, removing %i shows page %i', (state, total, removed, page) => {
  expect(pageAfterRemoval(state, total, removed)).toBe(page);
});
