import { PullFailure, type PullRequest, type ExchangeAnswer } from '../types.ts';
import { fetchToken } from './fetch-token.ts';
import { fill, fillAll } from './fill.ts';
import { isAccepted, memoryTokens } from './tokens.ts';
import type { Access, CredentialValues, TokenKeeper } from './types.ts';

/** What authenticates one request: headers and parameters. */
export type Proof = { headers: Record<string, string>; query: Record<string, string> };

/** What is needed of a request to authenticate it. */
export type AccessRequest = Pick<
  PullRequest,
  'credential' | 'tokenUrl' | 'tokens' | 'beforeCall' | 'allowed' | 'trace' | 'timeoutMs' | 'now' | 'signal'
>;

/** A credential as values by field name: JSON of an object, else the one value of the first field. */
export function credentialValues(credential: string | null, firstField: string): CredentialValues {
  if (credential === null) return {};
  if (!credential.startsWith('{')) return { [firstField]: credential };
  try {
    const read: unknown = JSON.parse(credential);
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch {
    return { [firstField]: credential };
  }
}

function proofOf({ headers = {}, query = {} }: Access, values: CredentialValues): Proof {
  const proof = { headers: fillAll(headers, values), query: fillAll(query, values) };
  for (const value of Object.values(proof.headers))
    // A line break in a key would be an error of the HTTP client that names the value.
    if (!isAccepted(value))
      throw new PullFailure('config_error', 'the key holds a line break or another character that no key has');
  return proof;
}

/**
 * Sends a request as the counterpart wants it authenticated. A token is fetched once and kept; when it is refused with 401, it
 * is fetched once more. Throws PullFailure.
 */
export async function withAccess(
  access: Access,
  values: CredentialValues,
  request: AccessRequest,
  sendNow: (proof: Proof) => Promise<ExchangeAnswer>,
): Promise<ExchangeAnswer> {
  const { token: call } = access;
  const send = async (proof: Proof): Promise<ExchangeAnswer> => {
    await request.beforeCall?.();
    return sendNow(proof);
  };
  if (call === undefined) return send(proofOf(access, values));
  const { tokenUrl, timeoutMs, now, signal, allowed, trace } = request;
  if (tokenUrl == null) throw new PullFailure('config_error', 'the source has no address for tokens');
  const url = fill(tokenUrl, values);
  if (url === undefined) throw new PullFailure('config_error', 'the address for tokens lacks a value');
  const tokens: TokenKeeper = request.tokens ?? memoryTokens();
  const fetch = async () => {
    if (call.counted === true) await request.beforeCall?.();
    return fetchToken(call, values, { url, timeoutMs, now, signal, allowed, trace });
  };
  const first = await tokens.token(fetch);
  const answer = await send(proofOf(access, { ...values, token: first }));
  if (answer.status !== 401) return answer;
  await tokens.refused(first);
  return send(proofOf(access, { ...values, token: await tokens.token(fetch) }));
}
