import { readFileSync } from 'node:fs';
import { findProfile, type SourceProfile } from '#server/connectors/index.ts';

/** The profiles by which simulated carriers are asked, by carrier; all others speak Track & Trace 2.2. */
const profileNames: Readonly<Record<string, string>> = {
  AZUR: 'msc',
  KITE: 'maersk',
  LODE: 'hapag-lloyd',
  ORIO: 'dcsa-3.0',
  PELA: 'cma-cgm',
  QUAY: 'one',
  SABL: 'hmm',
  TRAD: 'cosco',
  VEGA: 'evergreen',
  SANJ: 'zim',
};

/** Where carriers give tokens, below their addresses. */
const tokenPaths: Readonly<Record<string, string>> = {
  AZUR: 'oauth2/v2.0/token',
  KITE: 'oauth/v2/access_token',
  QUAY: 'oauth/accesstoken',
  VEGA: 'oauth2/v1.0/token',
};

const certificateFile = new URL('../../../../../seeds/world-client.pem', import.meta.url);

/** The keys that a simulated counterpart knows the platform by: one for the standard, else a value for each field of its profile. */
export function demoCredential(code: string, profile: SourceProfile): string {
  if (profile.name.startsWith('dcsa')) return `${code}-demo-key`;
  const certificate = readFileSync(certificateFile, 'utf8');
  const values = profile.credentials
    .filter(({ optional }) => optional !== true)
    .map((field) => [field.name, field.certificate === undefined ? `${code}-demo-${field.name}` : certificate]);
  return JSON.stringify(Object.fromEntries(values));
}

/** How a simulated carrier is asked: its profile, the keys it knows the platform by, and where it gives tokens. */
export function worldInterface(
  carrierCode: string,
  address: string,
): { profile: SourceProfile; credential: string; tokenUrl: string | null } {
  const profile = findProfile(profileNames[carrierCode] ?? 'dcsa-2.2');
  if (profile === undefined) throw new Error(`no profile for ${carrierCode}`);
  const tokenPath = tokenPaths[carrierCode];
  return {
    profile,
    credential: demoCredential(carrierCode, profile),
    tokenUrl: tokenPath === undefined ? null : `${address}/${tokenPath}`,
  };
}
