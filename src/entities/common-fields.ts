import { isMailAddress } from '#shared/text/mail-address.ts';
/** The code that a row is known by: written once, in capitals, and others refer to it from then on. */
export const codeField = {
  kind: 'text',
  help: { zh: '新增后不可修改', en: 'Fixed once added' },
  column: 'code',
  required: true,
  unique: true,
  upper: true,
  createOnly: true,
  search: 'keyword',
} as const;

/** What Chinese screens call a row. */
export const chineseName = {
  kind: 'text',
  label: { zh: '中文名称', en: 'Chinese name' },
  column: 'name_cn',
  max: 100,
  search: 'keyword',
} as const;

/** What English screens call a row. */
export const englishName = {
  kind: 'text',
  label: { zh: '英文名称', en: 'English name' },
  column: 'name_en',
  max: 100,
  search: 'keyword',
} as const;

/** How much something matters, as exceptions do. */
export const severityField = {
  kind: 'choice',
  label: { zh: '严重程度', en: 'Severity' },
  dict: 'SEVERITY',
  required: true,
  default: 'medium',
  search: 'filter',
  list: 110,
} as const;

/** The tenant that a row belongs to. */
export const tenantReference = {
  kind: 'reference',
  label: { zh: '租户', en: 'Tenant' },
  entity: 'tenant',
  show: 'tenantName',
  showField: 'tenantName',
  required: true,
  search: 'filter',
} as const;

/** A row that is kept but not used has it off. */
export const inUse = {
  kind: 'flag',
  label: { zh: '启用', en: 'In use' },
  default: 1,
  search: 'filter',
} as const;

/** One address that mail can go to. */
export const checkMail = (text: string) =>
  isMailAddress(text)
    ? undefined
    : { zh: '邮箱格式不正确，如 name@example.com', en: 'The e-mail must be an address such as name@example.com' };
