import { z } from 'zod';
import { defineCalls } from '../call.ts';

const worldState = z.object({
  /** A simulated world is running. */
  simulated: z.boolean(),
  now: z.number(),
  speed: z.number(),
  paused: z.boolean(),
  /** Questions to sources that are long due: the world goes faster than they can be asked. `more`: the count ends there. */
  behind: z.object({ count: z.number().int(), more: z.boolean() }),
});

/** What the simulated world brought, by kind. */
export const worldParts = [
  'subscriptions',
  'exceptions',
  'orders',
  'bookings',
  'prices',
  'vehicles',
  'sources',
  'robots',
  'messages',
  'notifications',
  'users',
  'tenants',
] as const;

export const worldCalls = defineCalls({
  getWorld: {
    method: 'GET',
    path: '/api/autotest/world',
    access: 'session',
    summary: { zh: '世界时钟', en: 'Clock of the world' },
    data: worldState,
  },
  setWorld: {
    method: 'POST',
    path: '/api/autotest/world',
    access: 'admin',
    summary: { zh: '设置世界时钟', en: 'Speed up or pause the simulated world' },
    body: z.object({ speed: z.number().min(1).max(1000).optional(), paused: z.boolean().optional() }),
    data: worldState,
  },
  previewWorldRemoval: {
    method: 'GET',
    path: '/api/autotest/world/removal',
    access: 'admin',
    summary: {
      zh: '移除模拟世界前的预览：各类数据将移除与保留的数量',
      en: 'What removing the simulated world would take away and leave, by kind of data',
    },
    data: z.array(z.object({ part: z.enum(worldParts), goes: z.number().int(), stays: z.number().int() })),
  },
  removeWorld: {
    method: 'POST',
    path: '/api/autotest/world/removal',
    access: 'admin',
    summary: {
      zh: '移除模拟世界：产品随后重新启动，不再带有模拟数据',
      en: 'Removes the simulated world: the product starts over without it',
    },
    body: z.strictObject({ confirm: z.literal('REMOVE') }),
    data: z.null(),
  },
});

/** What carriers push. */
export const pushCalls = defineCalls({
  pushDcsa: {
    method: 'POST',
    path: '/api/data-center/dcsa/v2/notifications/:sourceCode',
    access: 'public',
    summary: { zh: '接收 DCSA 2.2 推送', en: 'Receives DCSA 2.2 notifications' },
    params: z.object({ sourceCode: z.string().max(60) }),
    /** The secret of pushes, for senders that sign nothing. */
    query: z.object({ key: z.string().max(500).optional() }),
    body: z.any(),
    data: z.object({
      accepted: z.number().int(),
      refused: z.array(
        z.object({ index: z.number().int(), eventID: z.string().nullable(), reason: z.string(), message: z.string() }),
      ),
    }),
  },
});
