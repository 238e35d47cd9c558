import { entities } from '#entities/index.ts';
import { user } from '#entities/user.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { acts, others } from './audit-names.ts';

const both = (zh: string, en: string): Text => ({ zh, en });

/** How a value that no declaration describes is read. */
export type FieldReading = {
  label: Text;
  /** Of a dictionary code type. */
  dict?: string;
  /** Names of its values. */
  names?: Readonly<Record<string, Text>>;
  /** 'hidden': stated by another field already. 'causes': causes of an exception. 'menus': codes of pages. */
  kind?: 'text' | 'instant' | 'flag' | 'hidden' | 'causes' | 'menus' | 'tenants';
};

/** Declared entities by the name the audit has for them. */
export const declared: Readonly<Record<string, Entity>> = { ...entities, user };

const fields: Readonly<Record<string, FieldReading>> = {
  handle_status: { label: both('处理状态', 'Handling status'), dict: 'HANDLE_STATUS' },
  handle_remark: { label: both('处理备注', 'Remark') },
  handle_time: { label: both('处理时间', 'Handled at'), kind: 'instant' },
  assignee_code: { label: both('责任人代码', 'Code of the person in charge') },
  assignee_name: { label: both('责任人', 'In charge') },
  bill_no: { label: both('提单号', 'Bill of lading') },
  container_no: { label: both('箱号', 'Container') },
  carrier_code: { label: both('船公司代码', 'Carrier') },
  raw_code: { label: both('来源的写法', 'As written') },
  port_code: { label: both('港口', 'Port') },
  type_code: { label: both('异常类型', 'Type of exception') },
  severity: {
    label: both('严重程度', 'Severity'),
    names: { high: both('高', 'High'), medium: both('中', 'Medium'), low: both('低', 'Low') },
  },
  body: { label: both('内容', 'Text') },
  mentions: { label: both('提及的用户', 'People mentioned') },
  exception_id: { label: both('异常编号', 'Exception') },
  causes: { label: both('原因', 'Causes'), kind: 'causes' },
  by: {
    label: both('登录方式', 'Way of signing in'),
    names: { password: both('密码', 'Password'), oidc: both('统一身份认证', 'Single sign-on') },
  },
  ip: { label: both('IP 地址', 'IP address'), kind: 'hidden' },
  speed: { label: both('时间倍速', 'Speed of time') },
  paused: { label: both('暂停', 'Paused'), kind: 'flag' },
  now: { label: both('当前时间', 'Time'), kind: 'instant' },
  role_name: { label: both('模板名称', 'Name of the template') },
  menus: { label: both('菜单权限', 'Menus'), kind: 'menus' },
  tenantIds: { label: both('其他可见租户', 'Further tenants'), kind: 'tenants' },
  allTenants: { label: both('可见全部租户', 'Sees all tenants'), kind: 'flag' },
  view_name: { label: both('视图名称', 'Name of the view') },
  list: { label: both('列表', 'List') },
  shared: { label: both('租户内共享', 'Shared in the tenant'), kind: 'flag' },
  content: { label: both('内容', 'Content'), kind: 'hidden' },
  enabled: { label: both('启用', 'In use'), kind: 'flag' },
  code: { label: both('代码', 'Code') },
  name_cn: { label: both('中文名称', 'Chinese name') },
  name_en: { label: both('英文名称', 'English name') },
  id: { label: both('编号', 'Id'), kind: 'hidden' },
  tenant_id: { label: both('租户', 'Tenant'), kind: 'hidden' },
  record_version: { label: both('版本', 'Version'), kind: 'hidden' },
  recordVersion: { label: both('版本', 'Version'), kind: 'hidden' },
  created_at: { label: both('创建时间', 'Added at'), kind: 'hidden' },
  updated_at: { label: both('更新时间', 'Changed at'), kind: 'hidden' },
  list_name: { label: both('列表', 'List') },
  file_kind: { label: both('格式', 'Format') },
  filter: { label: both('筛选条件', 'Filters') },
  columns: { label: both('列', 'Columns') },
  rows: { label: both('行数', 'Rows') },
  total: { label: both('总数', 'Total') },
  done: { label: both('已完成', 'Done') },
  name: { label: both('名称', 'Name') },
  prefix: { label: both('前缀', 'Prefix') },
  scopes: { label: both('用途', 'For') },
  note: { label: both('备注', 'Note') },
  remark: { label: both('备注', 'Remark') },
  source: { label: both('数据源', 'Source') },
  source_type: { label: both('数据类型', 'Data type'), dict: 'BIZ_SOURCE_TYPE' },
  stopped: { label: both('已停止', 'Stopped'), kind: 'flag' },
  state: { label: both('状态', 'State') },
  attempts: { label: both('尝试次数', 'Attempts') },
  path: { label: both('字段', 'Field') },
  value: { label: both('值', 'Value') },
  active: { label: both('启用', 'In use'), kind: 'flag' },
  version: { label: both('版本', 'Version') },
  shipment_id: { label: both('业务数据', 'Shipment') },
  has_data: { label: both('有无数据', 'Has data'), kind: 'flag' },
  partner: { label: both('伙伴', 'Partner') },
  controlRef: { label: both('报文控制号', 'Control reference') },
  documentNo: { label: both('单据号', 'Document') },
  sizeBytes: { label: both('大小（字节）', 'Size (bytes)') },
  feedbackId: { label: both('反馈定义', 'Feedback definition') },
  feedbackType: { label: both('反馈方式', 'Way of telling'), dict: 'WL_FEEDBACK_TYPE' },
  address: { label: both('发往', 'Sent to') },
  rule_code: { label: both('检测规则', 'Detection rule') },
  snoozed_until: { label: both('搁置至', 'Snoozed until'), kind: 'instant' },
  expiresAt: { label: both('有效期至', 'Valid until'), kind: 'instant' },
  subscriptionId: { label: both('订阅编号', 'Subscription') },
  resealed: { label: both('重新加密的值', 'Values encrypted again') },
  left: { label: both('无法解密的值', 'Values that no key opens') },
};

/** Words of a name in camel or snake case, where nobody gave it a better one. */
const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();

/** Has the audit a name in both languages for rows of this kind, or for this act? A test asks for everything that is written. */
export const isNamed = (kind: 'entity' | 'action', name: string): boolean =>
  kind === 'action' ? Object.hasOwn(acts, name) : Object.hasOwn(declared, name) || Object.hasOwn(others, name);

/** The name of an entity as people say it. */
export const entityName = (entity: string): Text =>
  declared[entity]?.label ?? others[entity] ?? both(wordsOf(entity), wordsOf(entity));

/** The name of an act as people say it. */
export const actionName = (action: string): Text => acts[action] ?? both(wordsOf(action), wordsOf(action));

/** How a value outside of the declarations is read. */
export const readingOf = (name: string): FieldReading => fields[name] ?? { label: both(wordsOf(name), wordsOf(name)) };
