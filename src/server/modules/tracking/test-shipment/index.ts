export { testShipmentModule } from './routes.ts';
export { testShipmentTasks } from './tasks.ts';
export { clearTests, listTests, type ShownTest, startTest, type Tester } from './test-shipments.ts';
