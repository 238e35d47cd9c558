export { credentialValues } from './with-access.ts';
export { CertificateError, readCertificate } from './certificate.ts';
export { isAccepted as isHeaderText, memoryTokens, usableUntil } from './tokens.ts';
export type { FetchedToken, TokenKeeper } from './types.ts';
