import { z } from 'zod';
import { scoredAttributes } from '#domain/intake/fusion/source-scores.ts';
import { defineCalls } from '../call.ts';

const attribute = z.enum(scoredAttributes);

export const sourceScoreCalls = defineCalls({
  sourceScoreQuery: {
    method: 'POST',
    path: '/api/product/sourceScore/query',
    access: ['/source-scores'],
    summary: {
      zh: '查询数据源评分',
      en: 'How early, how often and how right each source reported departures, arrivals and expected arrivals',
    },
    body: z.object({ carrierCode: z.string().max(20).nullish() }),
    data: z.object({
      /** Shipments that arrived while they were tracked: how many were looked at, and how many there are. */
      examined: z.number().int(),
      arrived: z.number().int(),
      /** Whose shipments these are: lines, airlines and other operators. */
      carriers: z.array(z.object({ carrierCode: z.string(), nameCn: z.string(), nameEn: z.string() })),
      scores: z.array(
        z.object({
          carrierCode: z.string(),
          sourceCode: z.string(),
          sourceNameCn: z.string(),
          sourceNameEn: z.string(),
          sourceType: z.string(),
          attribute,
          shipments: z.number().int(),
          words: z.number(),
          firstHours: z.number(),
          errorHours: z.number(),
          rightShare: z.number(),
        }),
      ),
      /** Orders of types of sources that the scores speak for, where they differ from those in force. */
      advice: z.array(z.object({ attribute, order: z.array(z.string()), advised: z.array(z.string()) })),
    }),
  },
});
