import type { Database } from '#server/platform/db/database.ts';
import { seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import { valueFor } from '#shared/values/items.ts';
import { seedFeedback } from './seed-feedback.ts';

const assets = [
  {
    type: 'CARRIER_SITE_ACCOUNT',
    desc: '船公司网站账号 Account at the carriers’ sites',
    credential: true,
    value: 'demo-account:demo-password',
  },
  {
    type: 'REPORT_RECIPIENT',
    desc: '日报收件人 Who gets the daily report',
    credential: false,
    value: 'report@portolan.example',
  },
  { type: 'CUSTOMS_AGENT', desc: '报关行 Customs agent', credential: false, value: null },
] as const;

const functions = [
  {
    code: 'ECHO',
    name: '回显请求 Echo',
    path: '/echo',
    status: 'AVAILABLE',
    input: '{"message": "{{message}}"}',
  },
  {
    code: 'WORLD_TIME',
    name: '查询世界时间 Time of the world',
    method: 'GET',
    path: '/world-time',
    status: 'AVAILABLE',
    input: '{"zone": "Asia/Shanghai"}',
  },
  {
    code: 'PARSE_ARRIVAL_NOTICE',
    name: '解析到货通知 Parse an arrival notice',
    path: '/parse-arrival-notice',
    status: 'AVAILABLE',
    input: '{"billNo": "{{billNo}}"}',
  },
  {
    code: 'NOTIFY_TRUCKER',
    name: '通知车队提箱 Tell the trucker to collect',
    path: '/notify-trucker',
    status: 'AVAILABLE',
    input: '{"containerNo": "{{containerNo}}"}',
  },
  {
    code: 'CHECK_CONTAINER',
    name: '箱号校验 Check a container number',
    path: '/',
    status: 'AVAILABLE',
    handler: 'containerCheck',
    input: '{"containerNo": "{{containerNo}}"}',
  },
  {
    code: 'RESOLVE_PORT',
    name: '港口代码解析 Resolve a port code',
    path: '/',
    status: 'AVAILABLE',
    handler: 'portResolve',
    input: '{"portCode": "CNSGH"}',
  },
  { code: 'LEGACY_EXPORT', name: '旧版导出 Former export', path: '/legacy-export', status: 'DISCARD', input: null },
] as const;

/** Assets, functions and feedback of the simulated world's tenants, for screens that show something; each row only once. */
export async function seedConfiguration(
  database: Database,
  tenantIds: ReadonlyMap<string, number>,
  keys: SecretKeys,
  baseUrl: string,
): Promise<void> {
  const { system } = database;
  await seedFeedback(database, tenantIds, keys, baseUrl);
  const [tenantId, otherId] = [tenantIds.get('ALPHA'), tenantIds.get('BETA')];
  if (tenantId === undefined || otherId === undefined) return;
  const known = await system.selectFrom('asset').select('id').limit(1).executeTakeFirst();
  if (known !== undefined) return;
  const made = await system
    .insertInto('asset')
    .values(
      assets.map((asset) => ({
        asset_type: asset.type,
        asset_desc: asset.desc,
        value_type: asset.credential ? 'CREDENTIAL' : 'TEXT',
        default_value: asset.value === null ? null : seal(asset.value, keys),
      })),
    )
    .returning(['id', 'asset_type'])
    .execute();
  const assetIds = new Map(made.map((asset) => [asset.asset_type, asset.id]));
  const assetId = (type: string): number => valueFor(assetIds, type);
  await system
    .insertInto('tenant_asset')
    .values([
      {
        tenant_id: tenantId,
        asset_id: assetId('CARRIER_SITE_ACCOUNT'),
        asset_value: seal('haifan-demo:demo-password', keys),
      },
      { tenant_id: tenantId, asset_id: assetId('CUSTOMS_AGENT'), asset_value: seal('沪港报关 Hugang Customs', keys) },
      { tenant_id: otherId, asset_id: assetId('CUSTOMS_AGENT'), asset_value: seal('甬通报关 Yongtong Customs', keys) },
    ])
    .execute();
  await system
    .insertInto('function_interface')
    .values(
      functions.map((item) => ({
        function_code: item.code,
        function_name: item.name,
        function_path_env: 'handler' in item ? 'LOCAL' : 'DEMO',
        function_path: item.path,
        function_status: item.status,
        function_method: 'method' in item ? item.method : 'POST',
        function_type: 'handler' in item ? 'SYSTEM' : 'CUSTOM',
        function_class_path: 'handler' in item ? item.handler : null,
        in_param: item.input,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
