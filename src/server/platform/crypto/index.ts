export { hashPassword, verifyPassword } from './password.ts';
export { keyId, open, seal } from './seal.ts';
export { rotateKeys } from './rotate-keys.ts';
export type { RotationProgress, RotationResult } from './rotate-keys.ts';
export type { SecretKeys } from './seal.ts';
export { equalTexts, hashToken, randomToken, signText } from './token.ts';
