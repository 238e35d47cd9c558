import { type FeedDeps } from '#server/modules/tracking/subscription/index.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { takeOrders } from './take-orders.ts';
import { followOrders, type OrderDeps } from './work-out-orders.ts';

const ordersTask = defineRecurring('orders');
const feedTask = defineRecurring('order_feed');
const ordersEveryMs = 3_000;
const feedEveryMs = 20_000;

/** Taking orders from the tenants' order systems, where there are any, and following what carries them. */
export const orderTasks = ({
  bookingFeedUrl: baseUrl,
  ...deps
}: OrderDeps & Omit<FeedDeps, 'baseUrl'> & { queue: Queue; bookingFeedUrl: string | null }): BackgroundModule => ({
  tasks: [
    repeat(deps, ordersTask, ordersEveryMs, () => followOrders(deps)),
    ...(baseUrl === null ? [] : [repeat(deps, feedTask, feedEveryMs, () => takeOrders({ ...deps, baseUrl }))]),
  ],
});
