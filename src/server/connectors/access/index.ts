export { CertificateError, readCertificate } from './certificate.ts';
export { isAccepted as isHeaderText, usableUntil } from './tokens.ts';
export type { FetchedToken, TokenKeeper } from './types.ts';
