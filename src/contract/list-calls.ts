import { z } from 'zod';
import type { ListAsked, ListQuery, ListRow } from '#shared/list/declare.ts';
import { pageOf } from './call.ts';
import { type ListCall, type ListOfCall, listsWithCall } from './list-paths.ts';
import { listBody, listRow } from './list.ts';

/** A page of a list, with the rows of each tab where it has tabs. */
type ListPage<L extends ListOfCall<ListCall>> = {
  records: ListRow<L>[];
  totalPage: number;
  totalRecord: number;
  tabs?: Record<string, number> | undefined;
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
    body: z.ZodType<ListAsked<ListOfCall<C>>, ListQuery<ListOfCall<C>>>;
    data: z.ZodType<ListPage<ListOfCall<C>>>;
  };
};
