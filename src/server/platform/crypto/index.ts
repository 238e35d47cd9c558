export { hashPassword, verifyPassword } from './password.ts';
export { confirmKeys, followKeys, keepNewestId, keysFit } from './confirm-keys.ts';
export { keyId, lacksKeys, MissingKeyError, open, passMissingKey, seal } from './seal.ts';
export { rotateKeys } from './rotate-keys.ts';
export type { RotationProgress, RotationResult } from './rotate-keys.ts';
export type { SecretKeys } from './seal.ts';
export { equalTexts, hashToken, randomToken, signText } from './token.ts';
