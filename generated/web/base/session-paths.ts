// GENERATED from the calls in src/contract by scripts/generate-call-paths.ts: npm run generate.
import type { sessionCalls } from '#contract/administration/auth.ts';
import type { CallPath } from '#contract/call-path.ts';

/** Paths of the calls that the browser makes before anything but the sign-in page is there. */
export const sessionPaths = {
  login: {"method":"POST","path":"/api/auth/user/login","access":"public","also":"GET"},
  firstRun: {"method":"POST","path":"/api/auth/firstRun","access":"public"},
  logout: {"method":"POST","path":"/api/auth/user/logout","access":"public"},
  session: {"method":"GET","path":"/api/auth/user/session","access":"session"},
  permissions: {"method":"GET","path":"/api/auth/user/permissions","access":"session"},
  signInOptions: {"method":"GET","path":"/api/auth/signInOptions","access":"public"},
} as const satisfies Record<keyof typeof sessionCalls, CallPath>;
