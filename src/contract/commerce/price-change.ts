import { z } from 'zod';
import { freightRate } from '#entities/freight-rate.ts';
import { surcharge } from '#entities/surcharge.ts';
import { agentPricesList } from '#lists/agent-prices.ts';
import { defineCalls, wireFlag } from '../call.ts';
import { entityShapes } from '../entity.ts';
import { listBody } from '../list.ts';

const rateMenus = ['/freight-rate-management'] as const;

const surchargeMenus = ['/surcharge-management'] as const;

const day = z.iso.date().nullish().default(null);

/** What is done to many prices at once. */
const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('percent'),
    percent: z.number().min(-99).max(1000),
    /** Prices are rounded to multiples of it. */
    roundTo: z.union([z.literal(0.01), z.literal(1), z.literal(5), z.literal(10)]).default(0.01),
  }),
  z.object({ kind: z.literal('amount'), amount: z.number().min(-10_000_000).max(10_000_000) }),
  z.object({ kind: z.literal('validity'), validFrom: day, validTo: day }),
]);

const value = z.union([z.number(), z.string()]).nullable();

const changeMany = z.object({
  /** Lines that fit. */
  chosen: z.number().int(),
  /** Lines that would be, or were, changed. */
  changed: z.number().int(),
  /** Lines that cannot be changed so; with one of them nothing is written. */
  refused: z.number().int(),
  /** Stands for the lines as they are: sent back, the change is made only if they still are so. */
  seen: z.string(),
  /** Names the change that was made, for taking it back. */
  batch: z.string().nullable(),
  /** The first 200 lines, those that cannot be changed first. */
  lines: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      about: z.string(),
      values: z.array(z.object({ field: z.string(), before: value, after: value })),
      problem: z.string().nullable(),
    }),
  ),
});

const made = z.array(
  z.object({
    batch: z.string(),
    time: z.number(),
    userName: z.string(),
    what: z.string(),
    lines: z.number().int(),
    undoneTime: z.number().nullable(),
    undoneBy: z.string().nullable(),
  }),
);
const undone = z.object({
  undone: z.number().int(),
  /** Numbers of lines that somebody changed or deleted since: they stay as they are. */
  left: z.array(z.string()),
});

const requested = { change, preview: wireFlag.default(0), seen: z.string().max(64).nullish() };
const batch = z.object({ batch: z.string().min(1).max(64) });
const summaries = {
  many: {
    zh: '按条件批量修改价格：先返回每行的旧值和新值，再一次写入',
    en: 'Changes all prices that fit: first gives old and new values of each line, then writes them at once',
  },
  changes: { zh: '最近的批量修改', en: 'The latest changes of many prices' },
  undo: { zh: '撤销一次批量修改', en: 'Takes a change of many prices back' },
};

/** Calls that change many prices at once. */
export const priceChangeCalls = defineCalls({
  freightRateChangeMany: {
    method: 'POST',
    path: '/api/product/freightRate/changeMany',
    access: rateMenus,
    summary: summaries.many,
    body: z.object({
      /** As the list of rates is asked; its page and order do not matter. */
      filter: entityShapes(freightRate).query.body.optional(),
      /** As the list of all-in prices is asked: changes the prices that are behind its rows, of their types of container only. */
      prices: listBody(agentPricesList).optional(),
      ...requested,
    }),
    data: changeMany,
  },
  freightRateChanges: {
    method: 'GET',
    path: '/api/product/freightRate/changes',
    access: rateMenus,
    summary: summaries.changes,
    data: made,
  },
  freightRateUndoMany: {
    method: 'POST',
    path: '/api/product/freightRate/undoMany',
    access: rateMenus,
    summary: summaries.undo,
    body: batch,
    data: undone,
  },
  surchargeChangeMany: {
    method: 'POST',
    path: '/api/product/surcharge/changeMany',
    access: surchargeMenus,
    summary: summaries.many,
    body: z.object({
      filter: entityShapes(surcharge).query.body,
      ...requested,
    }),
    data: changeMany,
  },
  surchargeChanges: {
    method: 'GET',
    path: '/api/product/surcharge/changes',
    access: surchargeMenus,
    summary: summaries.changes,
    data: made,
  },
  surchargeUndoMany: {
    method: 'POST',
    path: '/api/product/surcharge/undoMany',
    access: surchargeMenus,
    summary: summaries.undo,
    body: batch,
    data: undone,
  },
});
