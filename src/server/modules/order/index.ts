export { ordersSource } from './orders-source.ts';
export { orderModule } from './routes.ts';
export { orderTasks } from './tasks.ts';
