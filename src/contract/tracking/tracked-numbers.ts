import { z } from 'zod';

/** Numbers to be tracked by one mode, and what became of each. */
export const trackedNumbers = {
  body: z.object({ waybills: z.array(z.string().max(40)).max(100) }),
  data: z.object({
    created: z.number().int(),
    results: z.array(
      z.object({
        waybill: z.string(),
        obmTkSubscribeId: z.string().nullable(),
        error: z.string().nullable(),
        /** What is missing where no source can answer it. */
        noSource: z.string().nullable(),
      }),
    ),
  }),
} as const;
