import type { Database } from '#server/platform/db/database.ts';
import { hashPassword, seal } from '#server/platform/crypto/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { landOperators, type Operator, operatorOf } from '#shared/reference/operators.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { operatorMenus, tenantUserMenus } from '#shared/reference/roles.ts';
import { seedCommerceSources } from '#server/modules/commerce/freight/index.ts';
import { seedWeatherSource } from '#server/modules/network/risk/index.ts';
import { seedSailingSources } from '#server/modules/network/sailing/index.ts';
import { valueFor } from '#shared/values/items.ts';
import { seedColleagues } from './colleagues.ts';
import { seedConfiguration } from './seed-configuration.ts';
import { pageCarriers, seedRobots } from './seed-robots.ts';
import { aggregatorSource, platformSources, renewAggregator, worldLimits } from './world-aggregator.ts';
import { worldInterface } from './world-interfaces.ts';
import { seedTariffs } from './world-tariffs.ts';

/** Password of every login of the simulated world, printed at start; there is none in production. */
export const worldPassword = 'Portolan1';

const tenants = [
  { code: 'PLATFORM', name: '航图平台', name_en: 'Portolan platform', zone: 'Asia/Shanghai', platform: true },
  { code: 'ALPHA', name: '海帆供应链', name_en: 'Haifan Supply Chain', zone: 'Asia/Shanghai' },
  { code: 'BETA', name: '远桥国际物流', name_en: 'Farbridge Logistics', zone: 'Asia/Shanghai' },
  { code: 'GAMMA', name: '晨星贸易', name_en: 'Morning Star Trading', zone: 'Europe/Berlin' },
] as const;

/** Codes of these tenants. */
export const worldTenantCodes: readonly string[] = tenants.map(({ code }) => code);

type Login = {
  userCode: string;
  name: string;
  type: 'user' | 'admin';
  tenant: string;
  all: boolean;
  menus: readonly string[];
  role: { zh: string; en: string };
};

/** The logins of the simulated world. */
export const worldLogins: readonly Login[] = [
  {
    userCode: 'admin',
    name: '系统管理员 Admin',
    type: 'admin',
    tenant: 'PLATFORM',
    all: true,
    menus: menuCodes,
    role: { zh: '管理员', en: 'Administrator' },
  },
  {
    userCode: 'operator',
    name: '运营小航 Operator',
    type: 'user',
    tenant: 'PLATFORM',
    all: true,
    menus: operatorMenus,
    role: { zh: '平台运营，可见全部租户', en: 'Platform operator, sees all tenants' },
  },
  {
    userCode: 'alice',
    name: '李爱莲 Alice Li',
    type: 'user',
    tenant: 'ALPHA',
    all: false,
    menus: tenantUserMenus,
    role: { zh: '租户「海帆供应链」用户', en: 'User of tenant Haifan Supply Chain' },
  },
  {
    userCode: 'bob',
    name: '鲍博 Bob Bao',
    type: 'user',
    tenant: 'BETA',
    all: false,
    menus: tenantUserMenus,
    role: { zh: '租户「远桥国际物流」用户', en: 'User of tenant Farbridge Logistics' },
  },
];

/** Codes of these logins. */
/** The logins of the simulated world as the login page shows them. */
export const demoLogins = worldLogins.map(({ userCode, role }) => ({ userCode, password: worldPassword, role }));

export const worldLoginCodes: readonly string[] = worldLogins.map(({ userCode }) => userCode);

async function seedTenants(database: Database): Promise<Map<string, number>> {
  await database.system
    .insertInto('tenant')
    .values(tenants.map((tenant) => ({ ...tenant })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  const rows = await database.system.selectFrom('tenant').select(['id', 'code']).execute();
  return new Map(rows.map((row) => [row.code, row.id]));
}

async function seedUsers(database: Database, tenantIds: ReadonlyMap<string, number>): Promise<void> {
  const existing = new Set(
    (await database.system.selectFrom('app_user').select('user_code').execute()).map((row) => row.user_code),
  );
  const missing = worldLogins.filter((login) => !existing.has(login.userCode));
  if (missing.length === 0) return;
  const hash = await hashPassword(worldPassword);
  for (const login of missing) {
    const user = await database.system
      .insertInto('app_user')
      .values({
        tenant_id: valueFor(tenantIds, login.tenant),
        user_code: login.userCode,
        name_cn: login.name,
        user_type: login.type,
        all_tenants: login.all,
        password_hash: hash,
        email: `${login.userCode}@portolan.example`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.system
      .insertInto('user_menu')
      .values(login.menus.map((menuCode) => ({ user_id: user.id, menu_code: menuCode })))
      .execute();
  }
}

/** Where the simulated carriers and the aggregator answer, and the keys they know us by. */
export type WorldSources = {
  baseUrl: string;
  carriers: readonly { code: string; nameCn: string; nameEn: string; pushes: boolean }[];
  /** Airlines whose ONE Record servers the world runs. */
  airlines?: readonly { code: string; nameCn: string; nameEn: string }[];
  /** Whether its railway operator, haulier and couriers answer too. */
  land?: boolean;
  secretKey: Parameters<typeof seal>[1];
  /** The time of the world: schedules begin then; the machine's unless reported. */
  now?: Instant;
};

/** A simulated carrier with an interface, as a source. */
function carrierSource(world: WorldSources, carrier: WorldSources['carriers'][number]) {
  const address = `${world.baseUrl}/carriers/${carrier.code}`;
  const { profile, credential, tokenUrl } = worldInterface(carrier.code, address);
  return {
    code: `dcsa:${carrier.code}`,
    protocol: profile.connector.protocol,
    profile: profile.name,
    source_type: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
    carrier_code: carrier.code,
    mode: domesticCarriers.has(carrier.code) ? ('domestic' as const) : ('sea' as const),
    name_cn: `${carrier.nameCn} 接口`,
    name_en: `${carrier.nameEn} API`,
    base_url: address,
    access_url: tokenUrl,
    credential: seal(credential, world.secretKey),
    push_secret: carrier.pushes ? seal(pushSecretOf(carrier.code), world.secretKey) : null,
    push_enabled: carrier.pushes,
    pull_interval_s: 900,
    ...worldLimits,
  };
}

/** Simulated carriers between ports of one country. */
const domesticCarriers: ReadonlySet<string> = new Set(['SANJ']);

/** The ONE Record servers of the world's airlines. */
const airlineSources = (world: WorldSources) =>
  (world.airlines ?? []).map((airline) => ({
    code: `onerecord:${airline.code}`,
    protocol: 'onerecord',
    source_type: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
    carrier_code: airline.code,
    mode: 'air' as const,
    name_cn: `${airline.nameCn} ONE Record`,
    name_en: `${airline.nameEn} ONE Record`,
    base_url: `${world.baseUrl}/airlines/${airline.code}`,
    credential: seal(`${airline.code}-demo-key`, world.secretKey),
    push_secret: seal(pushSecretOf(airline.code), world.secretKey),
    push_enabled: true,
    pull_interval_s: 900,
  }));

/** The interfaces of the world's railway operator, haulier and couriers. */
const landSources = (world: WorldSources) =>
  (
    [
      ['railway', 'CRCT', 'railways', 1800],
      ['fleet', 'HAUL', 'hauliers', 600],
      ['sf', 'SF', 'couriers', 1200],
      ['ups', 'UPS', 'couriers', 7200],
    ] as const
  ).map(([protocol, code, folder, seconds]) => {
    const operator = operatorOf(code);
    return {
      code: `${protocol}:${code}`,
      protocol,
      source_type: 'CARRIER',
      channel: 'SHIPPING_TRACKING',
      carrier_code: code,
      mode: operator?.mode ?? 'courier',
      name_cn: `${operator?.nameCn ?? code} 接口`,
      name_en: `${operator?.nameEn ?? code} API`,
      base_url: `${world.baseUrl}/${folder}/${code}`,
      credential: seal(`${code}-demo-key`, world.secretKey),
      push_secret: protocol === 'ups' ? seal(pushSecretOf(code), world.secretKey) : null,
      push_enabled: protocol === 'ups',
      pull_interval_s: seconds,
    };
  });

type PageOperator = { code: string; nameCn: string; nameEn: string; mode: Operator['mode'] | 'sea' };

/** Who is known by pages only: carriers by sea, and couriers where the world has them. */
const withPagesOnly = ({ carriers, land }: WorldSources) =>
  [
    ...carriers.map(({ code, nameCn, nameEn }): PageOperator => ({ code, nameCn, nameEn, mode: 'sea' })),
    ...(land === true ? landOperators : []),
  ].filter(({ code }) => pageCarriers.has(code));

async function seedSources(database: Database, world: WorldSources): Promise<void> {
  const sites = withPagesOnly(world).map((carrier) => ({
    mode: carrier.mode,
    code: `rpa:${carrier.code}`,
    protocol: 'rpa',
    source_type: 'RPA',
    channel: 'SHIPPING_TRACKING',
    carrier_code: carrier.code,
    name_cn: `${carrier.nameCn} 网页`,
    name_en: `${carrier.nameEn} web site`,
    base_url: `${world.baseUrl}/sites/${carrier.code}`,
    credential: null,
    push_secret: null,
    push_enabled: false,
    pull_interval_s: 1800,
  }));
  const speaking = world.carriers.filter(({ code }) => !pageCarriers.has(code));
  const carriers = speaking.map((carrier) => carrierSource(world, carrier));
  const customs = {
    code: 'customs',
    protocol: 'customs' as const,
    source_type: 'CUSTOMS',
    channel: 'SHIPPING_TRACKING',
    carrier_code: null,
    name_cn: '海关单一窗口',
    name_en: 'Customs single window',
    base_url: `${world.baseUrl}/customs`,
    credential: seal('customs-demo-key', world.secretKey),
    push_secret: null,
    push_enabled: false,
    pull_interval_s: 7200,
  };
  // The simulator may listen elsewhere this time: its addresses follow. What an operator changed stays, and so does a source
  // of an older world, which has no profile: carriers still answer it by the standard.
  await database.system
    .insertInto('source')
    .values(
      [
        ...carriers,
        ...sites,
        ...airlineSources(world),
        ...(world.land === true ? landSources(world) : []),
        aggregatorSource(world),
        ...platformSources(world),
        customs,
      ].map((row) => ({ mode: 'sea' as const, ...row, simulated: true })),
    )
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        base_url: eb.ref('excluded.base_url'),
        access_url: eb.ref('excluded.access_url'),
        simulated: true,
      })),
    )
    .execute();
  await renewAggregator(database, world);
}

/** Secret by which a simulated carrier signs what it pushes; agreed on when we subscribe there. */
const pushSecretOf = (carrierCode: string): string =>
  Buffer.from(`push-secret-of-${carrierCode}`.padEnd(32, '.')).toString('base64');

/** Tenants, logins and sources of the simulated world; running it again changes nothing. */
export async function seedWorld(database: Database, world: WorldSources): Promise<void> {
  await database.transaction(async () => {
    const tenantIds = await seedTenants(database);
    await seedUsers(database, tenantIds);
    await seedColleagues(database, tenantIds);
    await seedConfiguration(database, tenantIds, world.secretKey, world.baseUrl);
    await seedSources(database, world);
    const speaking = world.carriers
      .filter(({ code }) => !pageCarriers.has(code))
      .map(({ code }) => ({
        carrierCode: code,
        baseUrl: `${world.baseUrl}/carriers/${code}`,
        credential: seal(`${code}-demo-key`, world.secretKey),
      }));
    const flying = airlineSources(world).map((source) => ({
      mode: 'air' as const,
      carrierCode: source.carrier_code,
      baseUrl: source.base_url,
      credential: source.credential,
    }));
    await seedSailingSources(database, [...speaking, ...flying], 0);
    await seedCommerceSources(database, speaking, 0);
    await seedWeatherSource(database, {
      code: 'weather',
      nameCn: '气象服务',
      nameEn: 'Weather service',
      baseUrl: `${world.baseUrl}/weather`,
    });
    await seedTariffs(database, world.carriers);
    await seedRobots(database, { tenantIds, carriers: withPagesOnly(world), now: world.now ?? Date.now() });
  });
}
