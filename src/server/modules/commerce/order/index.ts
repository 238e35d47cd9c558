export { orderHooks } from './hooks.ts';
export { ordersSource } from './orders-source.ts';
export { judgeWithArrivals } from './judge-with-arrivals.ts';
export { orderModule } from './routes.ts';
export { orderTasks } from './tasks.ts';
