import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { orderHooks } from './hooks.ts';
import { ordersSource } from './orders-source.ts';
import { orderRoutes } from './routes.ts';
import { orderTasks } from './tasks.ts';
export { judgeWithArrivals } from './judge-with-arrivals.ts';

/** Orders, their lines, ties to shipments and documents. */
export const order = defineModule({
  name: 'order',
  routes: orderRoutes,
  background: orderTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [ordersSource(reference)],
  hooks: orderHooks,
});
