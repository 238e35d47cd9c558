import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';
import { portOfCall } from '../network/sailing.ts';
import { trackingMenus } from '../menus.ts';

const text = z.string().nullable();
const maybe = z.number().nullable();

/** Calls that compare what could be done instead. */
export const whatIfCalls = defineCalls({
  whatIfSailings: {
    method: 'GET',
    path: '/api/data/whatIf/sailings',
    access: [...trackingMenus, '/oms-index', '/oms-movement-detail', '/oms-movement-xbm-detail'],
    summary: {
      zh: '假如改走其他船期：费用与对每个订单行的影响',
      en: 'What if another sailing: its cost and its effect on each order line',
    },
    query: z.object({ obmTkSubscribeId: wireId }),
    data: z.object({
      /** Whether another sailing can still be taken: the last vessel has left, or no source knows the ports. */
      state: z.enum(['open', 'underWay', 'unknown']),
      referenceNo: z.string(),
      carrierCode: z.string(),
      /** From where another vessel can be taken: the port of loading, or a port of transhipment that is still ahead. */
      fromPort: text,
      toPort: text,
      vesselName: text,
      voyage: text,
      departureTime: maybe,
      arrivalTime: maybe,
      containers: z.array(z.object({ containerType: z.string(), count: z.number().int() })),
      /** What the price agreed with its carrier comes to; null where none is known. */
      agreedUsd: maybe,
      /** Lines of orders that it carries; days late are negative before the promise. */
      lines: z.array(
        z.object({
          orderId: z.string(),
          orderNo: z.string(),
          lineNo: z.string(),
          promisedOn: z.string(),
          lateDays: maybe,
        }),
      ),
      options: z.array(
        z.object({
          routeId: z.string(),
          carrierCode: z.string(),
          vessels: z.array(z.object({ vesselName: z.string(), voyage: text, fromPort: z.string() })),
          departureTime: z.number(),
          arrivalTime: z.number(),
          changes: z.number().int(),
          cutOffTime: maybe,
          /** For all containers; null where no price is known for one of them. */
          totalUsd: maybe,
          /** Whether the carrier quotes this sailing, or an agreed price holds. */
          priceOf: z.enum(['spot', 'agreed']).nullable(),
          /** Whether there are seats, as the carrier quotes the sailing. */
          space: text,
          /** In the order of the lines. */
          lateDays: z.array(maybe),
        }),
      ),
      ports: z.array(portOfCall),
    }),
  },
});
