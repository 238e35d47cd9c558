import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const text = z.string().nullable();

/** A price with everything charged beside the freight; amounts are decimal text. */
const price = z.object({
  currency: z.string(),
  freight: text,
  total: text,
  lines: z.array(
    z.object({
      code: z.string(),
      nameCn: text,
      nameEn: text,
      basis: z.enum(['CONTAINER', 'BL', 'PERCENT']),
      payer: z.enum(['PREPAID', 'COLLECT']),
      amount: z.string(),
      currency: text,
      perContainer: text,
    }),
  ),
  rates: z.array(z.object({ currency: z.string(), usdPerUnit: z.number(), validFrom: z.string() })),
  missing: z.array(z.string()),
});

/** What the market of the lane asked on a day. */
const marketDay = z.object({ day: z.string(), low: z.number(), mid: z.number(), high: z.number(), offers: z.number() });
const opened = z.object({
  price,
  /** As it was quoted. */
  freight: z.string(),
  freightCurrency: z.string(),
  market: z.array(marketDay),
});

/** Calls about prices, besides their lists. */
export const freightCalls = defineCalls({
  agentPriceGet: {
    method: 'GET',
    path: '/api/data/agentPrice/get',
    access: ['/agent-price-index'],
    summary: { zh: '全包价的明细与市场行情', en: 'An all-in price line by line, with the market of its lane' },
    query: z.object({ ratePriceId: wireId }),
    data: opened,
  },
  spotOfferGet: {
    method: 'GET',
    path: '/api/data/spotOffer/get',
    access: ['/today-ecommerce-freight'],
    summary: { zh: '即期报价的明细与市场行情', en: 'A spot price line by line, with the market of its lane' },
    query: z.object({ spotOfferId: wireId }),
    data: opened,
  },
});
