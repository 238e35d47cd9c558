import type { SecretKeys } from '../crypto/index.ts';
import type { DiskNeed } from '../db/disk-space.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';

/** How sign-in by an identity provider is set up. */
export type OidcSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Claim that names the user: 'sub' is kept as the user's subject, any other is a user code. */
  readonly claim: string;
};

/** The settings that the HTTP side reads. */
export type HttpSettings = {
  /** Check every answer against the contract; a mismatch is a 500. */
  readonly validateAnswers: boolean;
  /** How browsers reach the product; https means Secure cookies. */
  readonly publicUrl: string | null;
  /** Whose forwarding headers count: nobody, everybody, or a list of addresses. */
  readonly trustProxy: false | number | string;
  /** External pages shown in frames, when configured. */
  readonly dataPageUrl: string | null;
  readonly ftPageUrl: string | null;
  /** Origins that may show /embed/* in a frame. */
  readonly embedAncestors: readonly string[];
  readonly sessionIdleMs: number;
  readonly sessionMaxMs: number;
  readonly passwordPolicy: PasswordPolicy;
  /** Passwords open sessions; otherwise the identity provider alone does. */
  readonly passwordSignIn: boolean;
  readonly passwordChangeByGet: boolean;
  /** Calls per minute of one session or address; 0 means no limit. */
  readonly rateLimitPerMinute: number;
  /** Connections of this process to the database; how many calls run at once follows from it. */
  readonly poolSize: number;
  /** Key of the installation. */
  readonly secret: string;
  /** Keys of the installation, newest first, for what is stored sealed. */
  readonly keys: SecretKeys;
  readonly oidc: OidcSettings | null;
  /** Logins that the login page shows: those of a simulated world, else none. */
  readonly demoLogins: readonly { userCode: string; password: string; role: { zh: string; en: string } }[];
  /** Where the embedded database is, and what must be free there; null: the database is on a server. */
  readonly disk: DiskNeed | null;
  /** Bearer token of /metrics; without one it answers to this machine only. */
  readonly metricsToken: string | null;
};
