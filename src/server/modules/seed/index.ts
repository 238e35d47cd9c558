export { seedMasterData } from './seed-master-data.ts';
export { pushSecretOf, seedWorld, worldLogins, worldPassword } from './seed-world.ts';
export type { WorldSources } from './seed-world.ts';
