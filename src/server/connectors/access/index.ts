export { usableUntil } from './tokens.ts';
export type { FetchedToken, TokenKeeper } from './types.ts';
