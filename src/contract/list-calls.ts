import { z } from 'zod';
import type { ListRequest, ListQuery, ListRow } from '#shared/list/declare.ts';
import { pageOf } from './call.ts';
import {
  type BoardCall,
  type ListCall,
  type ListOfBoard,
  type ListOfCall,
  listsWithBoard,
  listsWithCall,
} from './list-paths.ts';
import { boardBody, listBody, listRow } from './list.ts';

/** A page of a list, with the rows of each tab where it has tabs. */
type ListPage<L extends ListOfCall<ListCall>> = {
  records: ListRow<L>[];
  totalPage: number;
  totalRecord: number;
  tabs?: Record<string, number> | undefined;
};

const count = z.number().int();

/** How many rows there are, and how many of them the source marks. */
const weekCounts = z.object({ count, marked: count });
export type WeekCounts = z.output<typeof weekCounts>;

/** Some weeks of a list: exact counts of each, of what comes before and after them and of what has no week, and the first rows of each. */
type Board<L extends ListOfBoard<BoardCall>> = {
  weeks: (WeekCounts & { week: string; records: ListRow<L>[] })[];
  /** What was expected, has passed and has not come. */
  overdue: WeekCounts & { records: ListRow<L>[] };
  earlier: WeekCounts;
  later: WeekCounts;
  none: WeekCounts;
  /** The week of now. */
  thisWeek: string;
};

/** Shapes of the calls of boards. */
export const boardCalls = Object.fromEntries(
  listsWithBoard.map((list) => [
    list.board.call,
    {
      summary: { zh: `${list.label.zh}：${list.board.label.zh}`, en: `${list.label.en}: ${list.board.label.en}` },
      body: boardBody(list),
      data: z.object({
        weeks: z.array(weekCounts.extend({ week: z.string(), records: z.array(listRow(list)) })),
        overdue: weekCounts.extend({ records: z.array(listRow(list)) }),
        earlier: weekCounts,
        later: weekCounts,
        none: weekCounts,
        thisWeek: z.string(),
      }),
    },
  ]),
) as unknown as {
  [C in BoardCall]: {
    summary: { zh: string; en: string };
    body: z.ZodType<
      ListRequest<ListOfBoard<C>> & { weekFrom?: string | undefined },
      ListQuery<ListOfBoard<C>> & { weekFrom?: string | null }
    >;
    data: z.ZodType<Board<ListOfBoard<C>>>;
  };
};

/** Shapes of the calls that follow from declared lists. */
export const listCalls = Object.fromEntries(
  listsWithCall.map((list) => [
    list.call,
    {
      summary: { zh: `查询${list.label.zh}`, en: `${list.label.en}: search` },
      body: listBody(list),
      data: pageOf(listRow(list)).extend({ tabs: z.record(z.string(), z.number().int()).optional() }),
    },
  ]),
) as unknown as {
  [C in ListCall]: {
    summary: { zh: string; en: string };
    body: z.ZodType<ListRequest<ListOfCall<C>>, ListQuery<ListOfCall<C>>>;
    data: z.ZodType<ListPage<ListOfCall<C>>>;
  };
};
