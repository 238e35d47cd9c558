import { seal } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';

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

/** Tells the world's aggregator where to push its news to; false when it did not take it. */
export async function tellWorldAggregator(worldUrl: string, productUrl: string): Promise<boolean> {
  const response = await fetch(`${worldUrl}/ft/service/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${productUrl}/api/data-center/dcsa/v2/notifications/${code}` }),
    signal: AbortSignal.timeout(5_000),
  });
  return response.ok;
}
