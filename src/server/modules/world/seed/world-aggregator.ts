import { seal } from '#server/platform/crypto/index.ts';
import { findProfile } from '#server/connectors/index.ts';
import { keyInAddress } from '#server/connectors/push-signature.ts';
import type { Database } from '#server/platform/db/database.ts';
import { demoCredential } from './world-interfaces.ts';

type World = { baseUrl: string; secretKey: Parameters<typeof seal>[1] };

/** Simulated counterparts answer more calls than real ones, of which their profiles tell: the world may run fast. */
export const worldLimits = { most_per_minute: 1_200, most_per_hour: 72_000, most_per_day: 1_700_000, most_at_once: 25 };

/** The code of the world's aggregator as a source. */
const code = 'ft';

/** How the world's aggregator is asked, and signs what it pushes: by Freightower's protocol, with the account that it gave us. */
const accessOf = ({ baseUrl, secretKey }: World) => ({
  profile: 'freightower',
  access_url: `${baseUrl}/ft/auth/api/token`,
  // Without a key for the map, which is the real one's.
  credential: seal(JSON.stringify({ clientId: 'portolan-demo', secret: 'ft-demo-secret' }), secretKey),
  push_secret: seal('ft-demo-push-secret', secretKey),
  push_enabled: true,
  // It is asked for the shipments of all carriers.
  most_per_minute: 20 * worldLimits.most_per_minute,
  most_at_once: worldLimits.most_at_once,
});

/** The world's aggregator as a source. */
export const aggregatorSource = (world: World) => ({
  ...accessOf(world),
  code,
  protocol: 'ft' as const,
  source_type: 'FT',
  channel: 'CARRIER_DISTRIBUTE',
  carrier_code: null,
  name_cn: '飞驼 (FT)',
  name_en: 'Freightower (FT)',
  base_url: `${world.baseUrl}/ft`,
  pull_interval_s: 1800,
});

/** Has the aggregator of an older world, which had a protocol of its own, asked by Freightower's; its address follows the simulator's. */
export async function renewAggregator({ system }: Database, world: World): Promise<void> {
  const { access_url: tokenUrl } = accessOf(world);
  const aggregator = system.updateTable('source').where('code', '=', code).where('protocol', '=', 'ft');
  await aggregator.set(accessOf(world)).where('profile', 'is', null).execute();
  await aggregator.set({ access_url: tokenUrl }).execute();
}

/** Platforms of the world that answer for one carrier each, beside its own interface and the aggregator that answers for all. */
const platforms = [
  { profile: 'terminal49', carrier: 'BORE', path: 'terminal49/v2', tokenPath: null },
  { profile: 'shipsgo', carrier: 'HALC', path: 'shipsgo/v2', tokenPath: null },
  { profile: 'trackingeyes', carrier: 'MERI', path: 'trackingeyes', tokenPath: 'trackingeyes/api/auth/authorization' },
] as const;

const pushSecretOf = (name: string): string => `${name}-demo-push-secret`;

/** The world's platforms as sources. */
export const platformSources = ({ baseUrl, secretKey }: World) =>
  platforms.map(({ profile: name, carrier, path, tokenPath }) => {
    const profile = findProfile(name);
    if (profile === undefined) throw new Error(`no profile ${name}`);
    return {
      // No code that a person may enter: a real source keeps its own.
      code: `${name}:${carrier}`,
      protocol: profile.connector.protocol,
      profile: name,
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      carrier_code: carrier,
      carrier_codes: carrier,
      name_cn: profile.label.zh,
      name_en: profile.label.en,
      base_url: `${baseUrl}/${path}`,
      access_url: tokenPath === null ? null : `${baseUrl}/${tokenPath}`,
      credential: seal(demoCredential(name, profile), secretKey),
      push_secret: seal(pushSecretOf(name), secretKey),
      push_enabled: true,
      pull_interval_s: 3600,
      ...worldLimits,
    };
  });

const deskOf = async (worldUrl: string, path: string, url: string): Promise<boolean> => {
  const response = await fetch(`${worldUrl}/${path}/service/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    signal: AbortSignal.timeout(5_000),
  });
  return response.ok;
};

/** Tells the world's aggregator and its platforms where to push their news to; false when one of them did not take it. */
export async function notifyWorldAggregators(worldUrl: string, productUrl: string): Promise<boolean> {
  const addressOf = (source: string): string =>
    `${productUrl}/api/data-center/dcsa/v2/notifications/${encodeURIComponent(source)}`;
  const desks: [path: string, address: string][] = platforms.map(({ profile, carrier }) => {
    // Who signs nothing is given the secret in the address.
    const key = findProfile(profile)?.push === keyInAddress ? `?key=${pushSecretOf(profile)}` : '';
    return [profile, `${addressOf(`${profile}:${carrier}`)}${key}`];
  });
  const reported = await Promise.all(
    [[code, addressOf(code)] as const, ...desks].map(([path, address]) => deskOf(worldUrl, path, address)),
  );
  return reported.every(Boolean);
}
