export { seedMasterData } from './seed-master-data.ts';
export { seedTasks } from './tasks.ts';
export { hireWorldRobot, seedWorld, worldLogins, worldPassword } from './seed-world.ts';
