import { entities } from '#entities/index.ts';
import { user } from '#entities/user.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';

const both = (zh: string, en: string): Text => ({ zh, en });

/** How a value that no declaration describes is read. */
export type FieldReading = {
  label: Text;
  /** Of a dictionary code type. */
  dict?: string;
  /** Names of its values. */
  names?: Readonly<Record<string, Text>>;
  /** 'hidden': said by another field already. 'causes': causes of an exception. 'menus': codes of pages. */
  kind?: 'text' | 'instant' | 'flag' | 'hidden' | 'causes' | 'menus' | 'tenants';
};

/** Declared entities by the name the audit has for them. */
export const declared: Readonly<Record<string, Entity>> = { ...entities, user };

/** What the audit knows that is no declared entity. */
const others: Readonly<Record<string, Text>> = {
  session: both('登录会话', 'Session'),
  roleTemplate: both('角色模板', 'Role template'),
  savedView: both('共享视图', 'Shared view'),
  shipment_exception: both('异常', 'Exception'),
  exception_cause: both('异常原因', 'Causes of an exception'),
  exception_comment: both('异常评论', 'Comment on an exception'),
  md_exception_handle_status: both('处理措施', 'Handling measure'),
  subscription: both('订阅', 'Subscription'),
  secretKeys: both('加密密钥', 'Encryption keys'),
  world: both('模拟世界', 'Simulated world'),
};

/** Acts by their name in the audit. */
const acts: Readonly<Record<string, Text>> = {
  insert: both('新增', 'Added'),
  update: both('更新', 'Changed'),
  delete: both('删除', 'Deleted'),
  restore: both('恢复', 'Restored'),
  import: both('导入', 'Imported'),
  add: both('新增', 'Added'),
  save: both('保存', 'Saved'),
  remove: both('移除', 'Removed'),
  handle: both('处理', 'Handled'),
  assign: both('指派', 'Assigned'),
  rotate: both('更换密钥', 'Keys rotated'),
  'sign-in': both('登录', 'Signed in'),
  'sign-out': both('退出', 'Signed out'),
  'sign-in-failed': both('登录失败', 'Sign-in failed'),
  'password-reset': both('重置密码', 'Password reset'),
  'password-changed': both('修改密码', 'Password changed'),
  'session-ended': both('结束会话', 'Session ended'),
  'sessions-ended': both('结束全部会话', 'All sessions ended'),
};

const fields: Readonly<Record<string, FieldReading>> = {
  handle_status: { label: both('处理状态', 'Handling status'), dict: 'HANDLE_STATUS' },
  handle_remark: { label: both('处理备注', 'Remark') },
  handle_time: { label: both('处理时间', 'Handled at'), kind: 'instant' },
  assignee_code: { label: both('负责人代码', 'Code of the person in charge') },
  assignee_name: { label: both('负责人', 'In charge') },
  bill_no: { label: both('提单号', 'Bill of lading') },
  container_no: { label: both('箱号', 'Container') },
  carrier_code: { label: both('船公司代码', 'Carrier') },
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
  resealed: { label: both('重新加密的值', 'Values encrypted anew') },
  left: { label: both('无法解密的值', 'Values that no key opens') },
};

/** Words of a name in camel or snake case, where nobody gave it a better one. */
const wordsOf = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();

/** The name of an entity as people say it. */
export const entityName = (entity: string): Text =>
  declared[entity]?.label ?? others[entity] ?? both(wordsOf(entity), wordsOf(entity));

/** The name of an act as people say it. */
export const actionName = (action: string): Text => acts[action] ?? both(wordsOf(action), wordsOf(action));

/** How a value outside of the declarations is read. */
export const readingOf = (name: string): FieldReading => fields[name] ?? { label: both(wordsOf(name), wordsOf(name)) };
