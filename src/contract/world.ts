import { z } from 'zod';
import { defineCalls } from './call.ts';

const worldState = z.object({
  /** A simulated world is running. */
  simulated: z.boolean(),
  now: z.number(),
  speed: z.number(),
  paused: z.boolean(),
  /** Questions to sources that are long due: the world goes faster than they can be asked. `more`: the count ends there. */
  behind: z.object({ count: z.number().int(), more: z.boolean() }),
});

export const worldCalls = defineCalls({
  getWorld: { summary: { zh: '世界时钟', en: 'Clock of the world' }, data: worldState },
  setWorld: {
    summary: { zh: '设置世界时钟', en: 'Speed up or pause the simulated world' },
    body: z.object({ speed: z.number().min(1).max(1000).optional(), paused: z.boolean().optional() }),
    data: worldState,
  },
  pushDcsa: {
    summary: { zh: '接收 DCSA 2.2 推送', en: 'Receives DCSA 2.2 notifications' },
    params: z.object({ sourceCode: z.string().max(60) }),
    body: z.any(),
    data: z.object({
      accepted: z.number().int(),
      refused: z.array(
        z.object({ index: z.number().int(), eventID: z.string().nullable(), reason: z.string(), message: z.string() }),
      ),
    }),
  },
});
