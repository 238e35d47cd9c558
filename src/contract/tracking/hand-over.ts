import { z } from 'zod';
import { defineCalls } from '../call.ts';

const handOverMenus = ['/exception-manage'] as const;

const shift = {
  /** When the shift began; so many hours ago unless reported. */
  from: z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional(),
  hours: z.coerce.number().int().min(1).max(72).default(8),
  /** Whose shift it was; of everybody unless reported. */
  by: z.string().max(100).optional(),
};

/** An exception as a hand-over names it. */
const item = z.object({
  exceptionId: z.string(),
  referenceNo: z.string(),
  typeName: z.string(),
  severity: z.string(),
  text: z.string(),
  assigneeName: z.string().nullable(),
  moneyUsd: z.number(),
});

export type HandOverItem = z.output<typeof item>;

/** Calls of the hand-over of a shift: what is open, what changed, what is due. */
export const handOverCalls = defineCalls({
  handOverGet: {
    method: 'GET',
    path: '/api/data/handOver/get',
    access: handOverMenus,
    summary: { zh: '交接班：未完结、班内变化、即将到期', en: 'Hand-over: what is open, what changed, what is due' },
    query: z.object(shift),
    data: z.object({
      from: z.number(),
      now: z.number(),
      byName: z.string().nullable(),
      /** Exceptions that wait for somebody: their counts, and the dearest and worst of them. */
      open: z.object({
        total: z.number().int(),
        high: z.number().int(),
        unassigned: z.number().int(),
        moneyUsd: z.number(),
        items: z.array(item),
      }),
      /** Since the shift began. */
      changed: z.object({
        opened: z.number().int(),
        resolved: z.number().int(),
        handled: z.number().int(),
        items: z.array(item.extend({ change: z.enum(['opened', 'resolved', 'handled']), time: z.number() })),
      }),
      /** Within the next 24 hours, the next first. */
      due: z.array(
        z.object({
          kind: z.enum(['snoozed', 'event', 'arrival', 'order']),
          /** Of the exception, event, shipment or order. */
          id: z.string(),
          referenceNo: z.string(),
          time: z.number(),
          /** Of the place where it happens; null: at no place. */
          zone: z.string().nullable(),
        }),
      ),
      /** The same as plain text, as it is mailed. */
      text: z.string(),
    }),
  },
  handOverSend: {
    method: 'POST',
    path: '/api/data/handOver/send',
    access: handOverMenus,
    summary: {
      zh: '把交接班发送给接班人',
      en: 'Send the hand-over to the next person, and by the feedback definitions that subscribe to it',
    },
    body: z.object({
      ...shift,
      userCodes: z.array(z.string().min(1).max(100)).min(1).max(20),
      note: z.string().max(2000).optional(),
    }),
    data: z.object({ told: z.number().int() }),
  },
});
