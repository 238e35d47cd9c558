export { hashPassword, verifyPassword } from './password.ts';
export { open, seal } from './seal.ts';
export type { SecretKeys } from './seal.ts';
export { equalTexts, hashToken, randomToken, signText } from './token.ts';
