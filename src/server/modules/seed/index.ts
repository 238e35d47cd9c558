export { seedMasterData } from './seed-master-data.ts';
export { hireWorldRobot, pushSecretOf, seedWorld, worldLogins, worldPassword, worldRobotKey } from './seed-world.ts';
export type { WorldSources } from './seed-world.ts';
