import { declareEntity } from '#shared/entity/declare.ts';
import { codeField, englishName, inUse } from './common-fields.ts';
import { checkZone } from './place-fields.ts';

/** A customer whose users see only their own rows; everything refers to it. */
export const tenant = declareEntity({
  name: 'tenant',
  table: 'tenant',
  id: 'wlTenantId',
  label: { zh: '租户', en: 'Tenant' },
  title: ['tenantName'],
  menu: 'admin',
  pickable: true,
  masterData: true,
  importBy: ['tenantCode'],
  order: [['tenantCode', 'asc']],
  fields: {
    tenantCode: { ...codeField, label: { zh: '租户代码', en: 'Tenant code' }, max: 50, list: 140 },
    tenantName: {
      kind: 'text',
      label: { zh: '租户名称', en: 'Tenant name' },
      column: 'name',
      max: 100,
      required: true,
      search: 'keyword',
      list: 220,
    },
    tenantNameEn: { ...englishName, list: 220 },
    zone: {
      kind: 'text',
      label: { zh: '时区', en: 'Time zone' },
      help: { zh: 'IANA 时区名称', en: 'IANA name of the zone' },
      max: 60,
      required: true,
      default: 'Asia/Shanghai',
      example: 'Asia/Shanghai',
      check: checkZone,
      list: 160,
    },
    language: {
      kind: 'choice',
      label: { zh: '语言', en: 'Language' },
      dict: 'LANGUAGE',
      required: true,
      default: 'zh',
      list: 100,
    },
    freeDemurrageDays: {
      kind: 'integer',
      label: { zh: '免堆期（天）', en: 'Demurrage-free days' },
      min: 0,
      max: 365,
      default: 7,
      required: true,
      list: 165,
    },
    freeDetentionDays: {
      kind: 'integer',
      label: { zh: '免箱期（天）', en: 'Detention-free days' },
      min: 0,
      max: 365,
      default: 7,
      required: true,
      list: 165,
    },
    active: { ...inUse, list: 80 },
  },
  usedBy: [
    { table: 'app_user', column: 'tenant_id', name: 'user_code', label: { zh: '用户', en: 'Users' } },
    { table: 'subscription', column: 'tenant_id', name: 'bill_no', label: { zh: '订阅', en: 'Subscriptions' } },
  ],
  said: {
    added: { zh: '新增租户成功', en: 'The tenant was added' },
    updated: { zh: '更新租户成功', en: 'The tenant was updated' },
    removed: { zh: '删除租户成功', en: 'The tenant was deleted' },
    removeFailed: { zh: '删除租户失败', en: 'The tenant could not be deleted' },
  },
});
