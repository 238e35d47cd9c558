import { expect, test } from 'vitest';
import { type ListWalk, walkBack, walkOn } from './list-walk.ts';

const walk: ListWalk = { ids: ['3', '4'], first: 2, total: 6, query: {}, firstPage: 2, lastPage: 2, pageSize: 2 };
const listOf = (...all: string[]) => {
  const requested: number[] = [];
  const load = async (page: number) => {
    requested.push(page);
    return { ids: all.slice((page - 1) * 2, page * 2), total: all.length };
  };
  return { asked: requested, load };
};

test('goes on with the next page', async () => {
  const { asked: requested, load } = listOf('1', '2', '3', '4', '5', '6');
  expect(await walkOn(walk, load)).toMatchObject({ ids: ['3', '4', '5', '6'], lastPage: 3, first: 2, total: 6 });
  expect(requested).toEqual([2, 3]);
});

test('rows that moved up because others were handled are not passed over', async () => {
  const { load } = listOf('1', '2', '5', '6');
  expect((await walkOn(walk, load)).ids).toEqual(['3', '4', '5', '6']);
});

test('ends at the end, and with an empty list', async () => {
  expect((await walkOn(walk, listOf('1', '2', '3', '4').load)).ids).toEqual(['3', '4']);
  expect((await walkOn(walk, listOf().load)).ids).toEqual(['3', '4']);
});

test('goes back to the page before, and no further than the first', async () => {
  const back = await walkBack(walk, listOf('1', '2', '3', '4').load);
  expect(back).toMatchObject({ ids: ['1', '2', '3', '4'], first: 0, firstPage: 1 });
  expect(await walkBack(back, listOf('9').load)).toMatchObject({ ids: ['1', '2', '3', '4'], first: 0 });
});
