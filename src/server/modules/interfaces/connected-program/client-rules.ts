import { type ClientMetadata, errors } from 'oidc-provider';
import { cleanText } from '#shared/text/clean-text.ts';

const maxAddresses = 10;
const maxAddressLength = 1_000;
const maxNameLength = 80;

const loopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host is the computer of the person itself. */
export const isLoopback = ({ hostname }: URL): boolean => loopbacks.has(hostname);

/** Whether answers may be sent to an address: https, or plain http on the computer of the person; without a password or a fragment. */
function isRedirectAddress(address: string): boolean {
  if (address.length > maxAddressLength || /[\s\p{C}\\]/u.test(address) || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || address.includes('#')) return false;
  return url.protocol === 'https:' ? !isLoopback(url) : url.protocol === 'http:' && isLoopback(url);
}

/** A name that a program gives itself, on one line; empty when nothing can be seen of it. */
const nameOf = (given: unknown): string =>
  typeof given === 'string' ? cleanText(given.slice(0, 1_000), maxNameLength).replace(/\s+/g, ' ').trim() : '';

/** What is kept of a registration; everything else that programs send is left out, so that nothing is fetched or shown because of it. */
const kept: ReadonlySet<string> = new Set(['client_id', 'client_id_issued_at', 'client_name', 'redirect_uris']);

/**
 * Makes what a program registers with (RFC 7591) what it may be here, in place: a public client with the flow of codes. Throws
 * InvalidRedirectUri or InvalidClientMetadata.
 */
export function admitClient(metadata: ClientMetadata): void {
  const addresses: unknown = metadata.redirect_uris;
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > maxAddresses)
    throw new errors.InvalidClientMetadata(`redirect_uris must have 1 to ${maxAddresses} entries`);
  for (const address of addresses)
    if (typeof address !== 'string' || !isRedirectAddress(address))
      throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on localhost, 127.0.0.1 or [::1]');
  const name = nameOf(metadata.client_name);
  for (const key of Object.keys(metadata)) if (!kept.has(key)) delete metadata[key];
  Object.assign(metadata, {
    client_name: name === '' ? new URL(addresses[0]).host : name,
    // Native clients may use another loopback port for each request (RFC 8252, 7.3).
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    subject_type: 'public',
    id_token_signed_response_alg: 'EdDSA',
  });
}
