import { z } from 'zod';
import { refusalsList } from '#lists/refusals.ts';
import { defineCalls, pageInput, pageOf } from '../call.ts';
import { listFilters, listRow } from '../list.ts';

const refusalMenus = ['/refusals'] as const;

const filters = listFilters(refusalsList);

/** The id names the group: way, source and reason. */
const group = listRow(refusalsList).extend({
  /** Code of the source, the partner or the receiver; null: nobody known. */
  sourceCode: z.string().nullable(),
  reason: z.object({ code: z.string(), text: z.string() }),
});
export type RefusalGroup = z.output<typeof group>;

const item = z.object({
  time: z.number(),
  /** How often within the hour; 1: a single piece. */
  count: z.number().int(),
  /** Why, with the field and the value. */
  text: z.string(),
  field: z.string().nullable(),
  /** What was received, shortened. */
  sample: z.string().nullable(),
  /** The shipment or message it was about, as far as it is known. */
  subject: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  ediMessageId: z.string().nullable(),
});

/** What sources sent and we did not take: how much, from whom, and why. */
export const refusalCalls = defineCalls({
  refusalQuery: {
    method: 'POST',
    path: '/api/data/refusal/query',
    access: refusalMenus,
    summary: { zh: '按来源与原因汇总被拒收的数据', en: 'Refused data by source and reason' },
    body: z.object({ ...pageInput, ...filters }),
    data: pageOf(group).extend({
      /** All pieces of all groups found. */
      refused: z.number().int(),
      sources: z.array(z.object({ code: z.string(), name: z.string() })),
      reasons: z.array(z.object({ code: z.string(), text: z.string() })),
    }),
  },
  refusalGet: {
    method: 'GET',
    path: '/api/data/refusal/get',
    access: refusalMenus,
    summary: { zh: '一类拒收的最近明细', en: 'The newest refusals of one source and reason' },
    query: z.object({ groupId: z.string().max(200), days: filters.days }),
    data: z.object({ group: group.nullable(), items: z.array(item) }),
  },
});
