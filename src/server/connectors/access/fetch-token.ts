import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { exchange, type ExchangeRequest, requireSuccess } from '../exchange.ts';
import { PullFailure } from '../types.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from '../untrusted.ts';
import { CertificateError, readCertificate, thumbprintOf } from './certificate.ts';
import { fill, fillAll } from './fill.ts';
import type { ClientAssertion, CredentialValues, FetchedToken, TokenCall } from './types.ts';

/** Where a token is requested, and how long that may take. */
export type TokenAddress = { url: string; timeoutMs: number; now: number } & Pick<
  ExchangeRequest,
  'allowed' | 'trace'
> & { signal?: AbortSignal | undefined };

/** Answers of token servers are small. */
const TOKEN_BYTES = 200_000;
const ASSERTION_SECONDS = 300;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A statement signed by the client's certificate (RFC 7523). Its times are those of this machine, as its reader's are. */
async function assertionOf(assertion: ClientAssertion, values: CredentialValues, url: string): Promise<string> {
  try {
    const { key, certificate } = readCertificate(
      fill(assertion.certificate, values) ?? '',
      fill(assertion.password, values) ?? '',
    );
    const client = fill(assertion.clientId, values) ?? '';
    return await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', x5t: thumbprintOf(certificate) })
      .setIssuer(client)
      .setSubject(client)
      .setAudience((assertion.audience === undefined ? undefined : fill(assertion.audience, values)) ?? url)
      .setJti(randomUUID())
      .setNotBefore('0s')
      .setIssuedAt()
      .setExpirationTime(`${ASSERTION_SECONDS}s`)
      .sign(key);
  } catch (error) {
    if (error instanceof CertificateError) throw new PullFailure('config_error', error.message);
    throw new PullFailure('config_error', 'certificate: the statement could not be signed');
  }
}

async function requestOf(
  call: TokenCall,
  values: CredentialValues,
  url: URL,
): Promise<{ body: string; headers: Record<string, string> }> {
  const sent = fillAll(call.values, values);
  if (call.assertion !== undefined) {
    sent['client_assertion_type'] = assertionType;
    sent['client_assertion'] = await assertionOf(call.assertion, values, url.href);
  }
  const isForm = call.encoding === 'form';
  const body = isForm ? new URLSearchParams(sent).toString() : JSON.stringify(sent);
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...fillAll(call.headers ?? {}, values),
  };
  if (call.basic !== undefined) {
    // RFC 6749, 2.3.1: both are form-encoded first.
    const [user = '', password = ''] = call.basic.map((text) => encodeURIComponent(fill(text, values) ?? ''));
    headers['authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  return { body, headers };
}

/** Whether a token server says that client or secret are wrong (RFC 6749, 5.2); some do so with status 400. */
function refusesClient(body: Uint8Array): boolean {
  const error = attribute(asObject(parseJsonBytes(body)?.value) ?? {}, 'error');
  return error === 'invalid_client' || error === 'unauthorized_client' || error === 'invalid_grant';
}

/** Asks for a token. Throws PullFailure: `token_refused` where client or secret are wrong. */
export async function fetchToken(call: TokenCall, values: CredentialValues, at: TokenAddress): Promise<FetchedToken> {
  if (!URL.canParse(at.url)) throw new PullFailure('config_error', 'the address for tokens is no URL');
  const url = new URL(at.url);
  for (const [name, value] of Object.entries(fillAll(call.query ?? {}, values))) url.searchParams.set(name, value);
  const { body, headers } = await requestOf(call, values, url);
  const { timeoutMs, signal, now, allowed, trace } = at;
  const answer = await exchange({
    method: 'POST',
    url,
    headers,
    body,
    timeoutMs,
    maxBytes: TOKEN_BYTES,
    allowed,
    trace,
    ...(signal && { signal }),
  });
  const isRefused =
    answer.status === 401 || answer.status === 403 || (answer.status === 400 && refusesClient(answer.body));
  if (isRefused) throw new PullFailure('token_refused', `HTTP ${answer.status} for the token`);
  requireSuccess(answer, now);
  const fields = asObject(parseJsonBytes(answer.body)?.value) ?? {};
  const token = attribute(fields, call.tokenName ?? 'access_token');
  if (typeof token !== 'string' || token === '' || token.length > 20_000 || token !== cleanText(token))
    throw new PullFailure('token_refused', 'the answer holds no token');
  const seconds = Number(attribute(fields, call.expiresInName ?? 'expires_in'));
  const isReported = Number.isFinite(seconds) && seconds > 0;
  // Real time: the server's clock is no simulated one.
  return { token, expiresAt: isReported ? Date.now() + Math.min(seconds, 30 * 86_400) * 1_000 : null };
}
