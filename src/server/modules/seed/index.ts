export { seedMasterData } from './seed-master-data.ts';
export { seedTasks } from './tasks.ts';
export { seedWorld, worldLogins, worldPassword } from './seed-world.ts';
export { worldRobots } from './seed-robots.ts';
export { worldInterface } from './world-interfaces.ts';
