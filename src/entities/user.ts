import { declareEntity } from '#shared/entity/declare.ts';
import { isMailAddress } from '#shared/text/mail-address.ts';
import { tenantReference } from './common-fields.ts';

/** One address that mail can go to. */
const checkMail = (text: string) =>
  isMailAddress(text)
    ? undefined
    : { zh: '邮箱格式不正确，如 name@example.com', en: 'The e-mail must be an address such as name@example.com' };

/**
 * Fields of a user. Users are no entity of the index, since passwords, permissions and sessions belong to them:
 * the module `user` has their calls and takes fields, rules and list from here.
 */
export const user = declareEntity({
  name: 'user',
  table: 'app_user',
  id: 'wlUserId',
  label: { zh: '用户', en: 'User' },
  title: ['userCode', 'userNameCn'],
  menu: 'admin',
  tenantField: 'tenantId',
  unversioned: true,
  order: [['userCode', 'asc']],
  fields: {
    tenantId: { ...tenantReference, list: 180 },
    userCode: {
      kind: 'text',
      label: { zh: '用户代码', en: 'User code' },
      help: { zh: '用于登录，新增后不可修改', en: 'Used to sign in; fixed once added' },
      max: 50,
      required: true,
      unique: true,
      createOnly: true,
      search: 'keyword',
      list: 160,
    },
    userNameCn: {
      kind: 'text',
      label: { zh: '用户名', en: 'User name' },
      column: 'name_cn',
      max: 100,
      required: true,
      search: 'keyword',
      list: 160,
    },
    userType: {
      kind: 'choice',
      label: { zh: '用户类型', en: 'User type' },
      dict: 'USER_TYPE',
      required: true,
      default: 'user',
      search: 'filter',
      list: 120,
    },
    email: { kind: 'text', label: { zh: '邮箱', en: 'E-mail' }, max: 200, check: checkMail, list: 220 },
    telephone: { kind: 'text', label: { zh: '电话', en: 'Telephone' }, max: 50, list: false },
    officeCode: { kind: 'text', label: { zh: '部门代码', en: 'Office code' }, max: 50, list: false },
    officeName: { kind: 'text', label: { zh: '部门名称', en: 'Office' }, max: 100, list: false },
    qq: { kind: 'text', label: { zh: 'QQ', en: 'QQ' }, max: 30, list: false },
    age: { kind: 'integer', label: { zh: '年龄', en: 'Age' }, min: 0, max: 150, list: false },
    sex: { kind: 'choice', label: { zh: '性别', en: 'Sex' }, dict: 'SEX', list: false },
    ip: { kind: 'text', label: { zh: 'IP 地址', en: 'IP address' }, max: 60, list: false },
    mac: { kind: 'text', label: { zh: 'MAC 地址', en: 'MAC address' }, max: 60, list: false },
  },
  message: {
    added: { zh: '新增用户成功', en: 'The user was added' },
    updated: { zh: '更新用户信息成功', en: 'The user information was updated' },
    removed: { zh: '删除用户成功', en: 'The user was deleted' },
    addFailed: { zh: '新增用户信息失败', en: 'The user could not be added' },
    removeFailed: { zh: '删除用户失败', en: 'The user could not be deleted' },
  },
});
