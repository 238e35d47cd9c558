import { defineModule } from '#server/module/index.ts';
import { seedMasterData } from './seed-master-data.ts';
import { seedTasks } from './tasks.ts';
export { seedMasterData } from './seed-master-data.ts';
export { seedWorld, demoLogins, worldLoginCodes, worldLogins, worldPassword, worldTenantCodes } from './seed-world.ts';
export { colleagueCodes } from './colleagues.ts';
export { worldRobots } from './seed-robots.ts';
export { worldInterface } from './world-interfaces.ts';

/** Reference data of every installation, and the people of the simulated world. */
export const reference = defineModule({
  name: 'seed',
  background: seedTasks,
  seed: seedMasterData,
});
