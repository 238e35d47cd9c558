import { afterEach, describe, expect, test, vi } from 'vitest';
import { daysAsInstants, listAddress, pageOf, sameAddress } from './list-state.ts';

const fields = [
  { name: 'keyword', kind: 'text' },
  { name: 'state', kind: 'choice' },
  { name: 'active', kind: 'flag' },
  { name: 'made', kind: 'days' },
] as const;
const address = listAddress({ fields, sortable: new Set(['code', 'made']), pageSize: 20, lastPage: 500 });
const standard = { values: {}, sortRules: [], page: 1, pageSize: 20 };

describe('the state of a list and its URL', () => {
  test('a link opens exactly the list it was taken from', () => {
    const search = {
      keyword: 'a b',
      state: 'X,Y',
      active: '0',
      madeFrom: '2026-11-01',
      sort: 'made.desc,code.asc',
      page: '3',
      size: '50',
    };
    const state = address.fromUrl(search);
    expect(state).toEqual({
      values: { keyword: 'a b', state: ['X', 'Y'], active: '0', madeFrom: '2026-11-01' },
      sortRules: [
        { columnName: 'made', sortType: 'desc' },
        { columnName: 'code', sortType: 'asc' },
      ],
      page: 3,
      pageSize: 50,
    });
    expect(address.toUrl(state)).toEqual(search);
  });

  test('what is standard is not in the URL', () => {
    expect(Object.values(address.toUrl(standard)).filter((value) => value !== undefined)).toEqual([]);
    expect(address.fromUrl({})).toEqual(standard);
  });

  test.each([
    { page: '-1' },
    { page: '501' },
    { page: '1.5' },
    { size: '201' },
    { size: 'all' },
    { sort: 'secret.asc' },
    { sort: 'code.up' },
    { active: 'x' },
    { other: '1' },
  ])('nonsense becomes the standard: %j', (search) => {
    expect(address.fromUrl(search as unknown as Record<string, string>)).toEqual(standard);
  });

  test('a list that says nothing else shows ten rows, as many pages as there are, and does not sort', () => {
    const plain = listAddress({ fields });
    expect(plain.fromUrl({ page: '1000000', sort: 'code.asc' })).toEqual({
      ...standard,
      page: 1_000_000,
      pageSize: 10,
    });
  });

  describe('on a high screen', () => {
    afterEach(() => vi.unstubAllGlobals());

    test.each([
      [768, 10, 20],
      [1080, 20, 20],
      [1440, 30, 30],
      [4320, 50, 50],
    ])(
      'of %i pixels a page has rows that fill it: %i, or %i of a list of at least 20',
      (innerHeight, plain, longer) => {
        vi.stubGlobal('innerHeight', innerHeight);
        expect(listAddress({ fields }).fromUrl({}).pageSize).toBe(plain);
        expect(address.fromUrl({}).pageSize).toBe(longer);
      },
    );

    test('a link to a later page shows the same rows as where it was taken', () => {
      vi.stubGlobal('innerHeight', 1440);
      const search = address.toUrl({ ...address.fromUrl({}), page: 3 });
      expect(search).toMatchObject({ page: '3', size: '30' });
      vi.unstubAllGlobals();
      expect(address.fromUrl({ page: '3', size: '30' })).toMatchObject({ page: 3, pageSize: 30 });
      expect(address.fromUrl({ page: '3' })).toMatchObject({ page: 3, pageSize: 20 });
    });
  });

  test('a size that somebody chose is kept for this list', () => {
    const [kept, other] = [listAddress({ name: 'kept', fields }), listAddress({ name: 'other', fields })];
    kept.keepSize(100);
    expect(kept.fromUrl({}).pageSize).toBe(100);
    expect(kept.toUrl(kept.fromUrl({ size: '10' }))).toMatchObject({ size: '10' });
    expect(other.fromUrl({}).pageSize).toBe(10);
  });

  test('two states are one address when they show the same', () => {
    expect(sameAddress(address, standard, { ...standard, values: { keyword: ' ' } })).toBe(true);
    expect(sameAddress(address, standard, { ...standard, page: 2 })).toBe(false);
  });
});

test('a question names the page as the wire does', () => {
  expect(pageOf({ ...standard, page: 4 })).toEqual({ currentPage: 4, pageSize: 20 });
});

test('days become their beginning and end in the zone', () => {
  const values = { madeFrom: '2026-01-10', madeTo: '2026-01-10', keyword: 'a' };
  const { from, to, rest } = daysAsInstants('made', values, 'Asia/Shanghai');
  expect(from).toBe(Date.UTC(2026, 0, 9, 16));
  expect(to).toBe(Date.UTC(2026, 0, 10, 16));
  expect(rest).toEqual({ keyword: 'a' });
  expect(daysAsInstants('made', {}, 'UTC')).toEqual({ from: undefined, to: undefined, rest: {} });
});
