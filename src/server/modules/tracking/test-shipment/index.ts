import { defineModule } from '#server/module/index.ts';
import { testShipmentRoutes } from './routes.ts';
import { testShipmentTasks } from './tasks.ts';
export { clearTests, listTests, type ShownTest, startTest, type Tester } from './test-shipments.ts';

/** Test shipments, which play a voyage within minutes. */
export const testShipment = defineModule({
  name: 'testShipment',
  routes: testShipmentRoutes,
  background: testShipmentTasks,
});
