import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';
import { trackedNumbers } from './tracked-numbers.ts';
import { trackingMenus } from '../menus.ts';

/** Calls of the pages of rail, road and couriers besides their lists. */
export const landCalls = defineCalls({
  trainSubscribe: {
    method: 'POST',
    path: '/api/data/trainTrace/subscribe',
    access: ['/train-index'],
    summary: {
      zh: '订阅铁路货物（箱号、车号或运单号，最多 10 个）',
      en: 'Track up to 10 containers, wagons or waybills by rail',
    },
    ...trackedNumbers,
  },
  vehicleSubscribe: {
    method: 'POST',
    path: '/api/data/vehicleTrace/subscribe',
    access: ['/vehicle-index'],
    summary: { zh: '订阅公路运输（车牌号或订单号，最多 10 个）', en: 'Track up to 10 trucks or orders by road' },
    ...trackedNumbers,
  },
  expressSubscribe: {
    method: 'POST',
    path: '/api/data/expressTrace/subscribe',
    access: ['/express-index'],
    summary: {
      zh: '订阅快递运单（最多 10 个，自动识别快递公司）',
      en: 'Track up to 10 parcels; the courier is found by the number',
    },
    ...trackedNumbers,
  },
  // People who may open the trace of an order by road see the route of its truck there.
  vehicleTraceDrive: {
    method: 'GET',
    path: '/api/data/vehicleTrace/drive',
    access: trackingMenus,
    summary: { zh: '公路运输的车辆和时段', en: 'The vehicle of a shipment by road, and when it drives' },
    query: z.object({ obmBkId: wireId }),
    data: z.object({
      /** null: the truck has no device that reports to us. */
      vehicleId: z.string().nullable(),
      plateNo: z.string().nullable(),
      timeFrom: z.number(),
      timeTo: z.number(),
    }),
  },
});
