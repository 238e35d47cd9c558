import type { Instant } from '#shared/time/instant.ts';

/** Values of a credential set, by the names of the profile's fields. */
export type CredentialValues = Readonly<Record<string, string>>;

/** A token as its server gave it; `expiresAt` null when the server does not say. */
export type FetchedToken = { token: string; expiresAt: Instant | null };

/** Keeps the token of one credential set for everybody who asks with it. */
export type TokenKeeper = {
  /** The kept token while it is good; else `fetch` is called once, anyone who else waits for it. */
  token: (fetch: () => Promise<FetchedToken>) => Promise<string>;
  /** The counterpart refused the token: it is not given again. */
  refused: (token: string) => Promise<void>;
};

/**
 * A client proves itself by a signed statement instead of a secret: a JWT (RS256) over token address, client id and a short time,
 * with the thumbprint of the certificate. Names of credential fields.
 */
export type ClientAssertion = {
  /** Certificate with its private key: PFX in base64, or PEM. */
  certificate: string;
  /** Password of the PFX. */
  password: string;
  /** Who the client is: issuer and subject of the statement. */
  clientId: string;
  /** Audience of the statement; the token address where it is left out. */
  audience?: string;
};

/** A call that gives a token for other calls. Texts may name credential fields as `{field}`; a text with an empty field is left out. */
export type TokenCall = {
  /** How the values are sent. */
  encoding: 'form' | 'json';
  values: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Parameters in the address. */
  query?: Readonly<Record<string, string>>;
  /** Client id and secret as HTTP Basic. */
  basic?: readonly [user: string, password: string];
  assertion?: ClientAssertion;
  /** Names in the answer. */
  tokenName?: string;
  /** Seconds until the token ends. */
  expiresInName?: string;
  /** The same server gives tokens and answers, and counts both against the limits. */
  counted?: true;
};

/** How requests to a counterpart are authenticated. Texts may name credential fields, and `{token}`, in braces. */
export type Access = {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  token?: TokenCall;
};
