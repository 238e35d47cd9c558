export { hashPassword, verifyPassword } from './password.ts';
export { open, seal } from './seal.ts';
export type { SecretKeys } from './seal.ts';
