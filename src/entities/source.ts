import { declareEntity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { chineseName, englishName, inUse } from './common-fields.ts';

type Value = string | number | null | undefined;

/** An address that can be called, without credentials in it. */
function checkAddress(value: string): Text | undefined {
  if (value === '') return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    return { zh: '请输入完整的 http(s) 地址', en: 'Enter a complete http(s) address' };
  const { username, password } = new URL(value);
  return username === '' && password === ''
    ? undefined
    : {
        zh: '地址中不能含用户名或密码；请在“凭据”中填写',
        en: 'The address must not hold a user name or password: enter them as credentials',
      };
}

const checkCode = (value: string): Text | undefined =>
  /^[a-z0-9][a-z0-9:._-]*$/i.test(value)
    ? undefined
    : { zh: '只能使用字母、数字和 : . _ -', en: 'Letters, digits and : . _ - only' };

const checkCarriers = (value: string): Text | undefined =>
  value.split(',').every((code) => /^\s*[A-Z0-9]{2,10}\s*$/i.test(code))
    ? undefined
    : { zh: '船公司代码以逗号分隔，如 CMDU,ANNU', en: 'Carrier codes separated by commas, such as CMDU,ANNU' };

/** Carrier codes in capitals, once each, without spaces. */
export const normalCarriers = (value: string): string =>
  [...new Set(value.split(',').map((code) => code.trim().toUpperCase()))].filter((code) => code !== '').join(',');

function checkLimits(values: Readonly<Record<string, Value>>) {
  const given = ['mostPerMinute', 'mostPerHour', 'mostPerDay'].filter((field) => values[field] != null);
  // Limits that are left empty are the counterpart's, and compared with none.
  const field = given.find((one, index) => Number(values[one]) > Number(values[given[index + 1] ?? one]));
  if (field === undefined) return undefined;
  return {
    field,
    text: {
      zh: '较短时间内的上限不能大于较长时间内的上限',
      en: 'The limit of a shorter time cannot be above that of a longer one',
    },
  };
}

const limitHelp = {
  zh: '每套凭据分别计数，所有工作进程合计；留空表示对接方公布的上限',
  en: 'Counted for each set of keys, over all worker processes; empty: the limit that the counterpart has published',
};

function checkMaintenance({ maintenanceFrom: from, maintenanceUntil: until }: Readonly<Record<string, Value>>) {
  if (from == null || (until != null && Number(until) > Number(from))) return undefined;
  return {
    field: 'maintenanceUntil',
    text: {
      zh: '请填写晚于维护开始的维护结束时间',
      en: 'Enter an end of the maintenance that is after its beginning',
    },
  };
}

const limit = { kind: 'integer', min: 1, max: 10_000_000, list: false } as const;

/** Where data come from: whom it is, how it is queried, and how often. Its keys are credentials of the platform and of tenants. */
export const source = declareEntity({
  name: 'source',
  table: 'source',
  id: 'sourceId',
  label: { zh: '数据源', en: 'Source' },
  title: ['sourceCode', 'nameCn', 'nameEn'],
  menu: '/sources',
  tenantField: 'forTenantId',
  order: [['sourceCode', 'asc']],
  fields: {
    sourceCode: {
      kind: 'text',
      label: { zh: '数据源代码', en: 'Source code' },
      help: { zh: '新增后不可修改', en: 'Fixed once added' },
      column: 'code',
      max: 60,
      required: true,
      unique: true,
      createOnly: true,
      search: 'keyword',
      list: 160,
      check: checkCode,
    },
    nameCn: { ...chineseName, required: true },
    nameEn: { ...englishName, required: true },
    profile: {
      kind: 'text',
      label: { zh: '对接方', en: 'Counterpart' },
      help: {
        zh: '决定认证方式、地址、编号写法与限额；新增后不可修改',
        en: 'Decides authentication, addresses, how references are written, and limits; fixed once added',
      },
      max: 40,
      picks: 'sourceProfile',
      names: 'counterpart',
      example: 'dcsa-2.2',
      createOnly: true,
      search: 'filter',
      list: 180,
    },
    baseUrl: {
      kind: 'text',
      label: { zh: '接口地址', en: 'Address' },
      help: { zh: '留空表示使用对接方的正式地址', en: 'Empty: the production address of the counterpart' },
      max: 500,
      example: 'https://api.carrier.example',
      check: checkAddress,
      search: 'keyword',
      list: 260,
    },
    tokenUrl: {
      kind: 'text',
      column: 'access_url',
      label: { zh: '令牌地址', en: 'Token address' },
      help: { zh: '留空表示使用对接方的地址', en: "Empty: the counterpart's own" },
      max: 500,
      example: 'https://auth.carrier.example/token',
      check: checkAddress,
      list: false,
    },
    carrierCodes: {
      kind: 'text',
      label: { zh: '船公司', en: 'Carriers' },
      help: {
        zh: '该数据源可以回答的船公司代码；留空表示对接方的全部船公司',
        en: 'Carriers that it answers for; empty: all of the counterpart',
      },
      max: 500,
      upper: true,
      example: 'CMDU,ANNU',
      check: checkCarriers,
      search: 'keyword',
      list: 140,
    },
    mode: {
      kind: 'choice',
      dict: 'TRANSPORT_MODE',
      label: { zh: '运输方式', en: 'Mode' },
      default: 'sea',
      search: 'filter',
      list: 100,
    },
    pullIntervalS: {
      kind: 'integer',
      label: { zh: '查询间隔（秒）', en: 'Interval (seconds)' },
      help: {
        zh: '平时两次查询同一票货的间隔',
        en: 'Usual time between two questions about one shipment',
      },
      min: 60,
      max: 604_800,
      default: 3_600,
      list: 120,
    },
    polling: {
      kind: 'choice',
      dict: 'SOURCE_POLLING',
      label: { zh: '查询计划', en: 'Polling' },
      help: {
        zh: '“按货物进程”：离港、中转、到港和免费期截止前一天到后两天，间隔缩短到四分之一；距下一节点三天以上时，间隔放长到六倍（最多一天）。“节省次数”：节点附近不加密，其余时间放长到十二倍，适合按次收费的接口。“固定间隔”：始终按查询间隔',
        en: 'By the shipment: a quarter of the interval from one day before to two days after departures, transhipments, arrivals and the end of free time; six times the interval (a day at most) while the next of them is more than three days away. With few calls: never denser than the interval, and twelve times it while nothing can change; for interfaces that charge by the call. Fixed: always the interval',
      },
      default: 'shipment',
      required: true,
      list: false,
    },
    mostPerMinute: { ...limit, help: limitHelp, label: { zh: '每分钟最多次数', en: 'Most calls a minute' } },
    mostPerHour: { ...limit, label: { zh: '每小时最多次数', en: 'Most calls an hour' } },
    mostPerDay: { ...limit, label: { zh: '每天最多次数', en: 'Most calls a day' } },
    mostAtOnce: { ...limit, max: 100, label: { zh: '同时最多次数', en: 'Most calls at once' } },
    maintenanceFrom: {
      kind: 'instant',
      label: { zh: '维护开始', en: 'Maintenance from' },
      help: {
        zh: '对方已预告的维护时段；期间不查询，结束后补查。留空表示立即开始',
        en: 'Maintenance that the counterpart has announced: nothing is asked during it, and everything afterwards. Empty: from now on',
      },
      list: false,
    },
    maintenanceUntil: {
      kind: 'instant',
      label: { zh: '维护结束', en: 'Maintenance until' },
      list: false,
    },
    platformKeyForAll: {
      kind: 'flag',
      label: { zh: '租户可用平台凭据', en: "Tenants may use the platform's keys" },
      help: {
        zh: '关闭后，没有自己凭据的租户不会通过该数据源查询',
        en: 'If off, shipments of tenants without keys of their own are not asked for here',
      },
      default: 1,
      list: false,
    },
    pushEnabled: {
      kind: 'flag',
      label: { zh: '接收推送', en: 'Pushes' },
      default: 0,
      list: 90,
    },
    pushSecret: {
      kind: 'secret',
      label: { zh: '推送密钥', en: 'Push secret' },
      help: {
        zh: '用于验证推送的签名；保存后不再显示',
        en: 'Verifies the signature of pushes; not shown after saving',
      },
      max: 500,
      list: false,
    },
    enabled: inUse,
    forTenantId: {
      kind: 'reference',
      entity: 'tenant',
      column: 'tenant_id',
      label: { zh: '所属租户', en: 'Tenant' },
      help: {
        zh: '留空表示平台的数据源，用于所有租户的订阅；新增后不可修改',
        en: 'Empty: a source of the platform, for subscriptions of all tenants; cannot be changed later',
      },
      createOnly: true,
      show: 'forTenantName',
      showField: 'tenantName',
      search: 'filter',
    },
    protocol: {
      kind: 'choice',
      dict: 'SOURCE_PROTOCOL',
      label: { zh: '协议', en: 'Protocol' },
      readOnly: true,
      list: 140,
    },
  },
  check: (values) => checkLimits(values) ?? checkMaintenance(values),
  usedBy: [
    {
      table: 'subscription_source',
      column: 'source_id',
      label: { zh: '订阅（请改为停用）', en: 'subscriptions (switch it off instead)' },
    },
    { table: 'raw_answer', column: 'source_id', label: { zh: '收到的应答', en: 'answers' } },
    { table: 'robot_answer', column: 'source_id', label: { zh: '机器人上报的应答', en: 'answers of robots' } },
    { table: 'shipment', column: 'source_id', label: { zh: '货物记录', en: 'records of shipments' } },
    { table: 'refusal', column: 'source_id', label: { zh: '被拒数据', en: 'refused data' } },
    { table: 'refusal_tally', column: 'source_id', label: { zh: '被拒数据统计', en: 'counts of refused data' } },
    { table: 'unknown_port', column: 'source_id', label: { zh: '未识别的港口', en: 'unknown ports' } },
  ],
  message: {
    added: { zh: '新增数据源成功', en: 'The source was added' },
    updated: { zh: '更新数据源成功', en: 'The source was updated' },
    removed: { zh: '删除数据源成功', en: 'The source was deleted' },
    removeFailed: { zh: '删除数据源失败', en: 'The source could not be deleted' },
  },
});
