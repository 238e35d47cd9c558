import type { Principal } from '#server/platform/auth/principal.ts';
import type { AuthServices } from './services.ts';

/** A token for the embedded data page: it lives minutes, reads only, ends with the session, and is never the session itself. */
export const makeFrameToken = (principal: Principal, services: AuthServices): { token: string; expiresInS: number } =>
  services.frameTokens.make(principal);
