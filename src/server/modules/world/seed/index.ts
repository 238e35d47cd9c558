export { seedMasterData } from './seed-master-data.ts';
export { seedTasks } from './tasks.ts';
export { seedWorld, demoLogins, worldLoginCodes, worldLogins, worldPassword, worldTenantCodes } from './seed-world.ts';
export { colleagueCodes } from './colleagues.ts';
export { worldRobots } from './seed-robots.ts';
export { worldInterface } from './world-interfaces.ts';
