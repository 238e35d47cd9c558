import { declareList } from '#shared/list/declare.ts';

/** The audit: who did what to which row, when and from where. */
export const auditList = declareList({
  name: 'audit',
  call: 'auditQuery',
  route: '/audit',
  label: { zh: '操作审计', en: 'Audit' },
  file: { zh: '操作审计', en: 'audit' },
  empty: {
    zh: '还没有操作记录。对数据的每次更改都会记录在这里。',
    en: 'Nothing has been recorded yet. Every change of data is kept here.',
  },
  id: 'auditId',
  pageSize: 20,
  lastPage: 10_000,
  exported: true,
  columns: {
    time: { kind: 'instant', label: { zh: '时间', en: 'Time' }, width: 200 },
    /** Name and code of the user. */
    who: { kind: 'drawn', exported: true, label: { zh: '操作人', en: 'Who' }, width: 170 },
    action: { kind: 'text', at: 'actionName', label: { zh: '操作', en: 'Act' }, width: 110 },
    entity: { kind: 'text', at: 'entityName', label: { zh: '对象', en: 'What' }, width: 130 },
    /** What tells the row to people, as it was then. */
    name: { kind: 'text', at: 'title', label: { zh: '名称', en: 'Name' }, width: 190 },
    changes: { kind: 'drawn', exported: true, label: { zh: '变更内容', en: 'Changes' }, width: 420 },
    tenant: { kind: 'text', at: 'tenantName', label: { zh: '租户', en: 'Tenant' }, width: 150 },
    entityId: { kind: 'text', label: { zh: '编号', en: 'Id' }, width: 100, copyable: true },
    origin: { kind: 'text', at: 'originName', label: { zh: '来源', en: 'Origin' }, width: 100 },
    /** Name of the key by which a program acted for the person. */
    client: { kind: 'text', label: { zh: '代操作程序', en: 'By program' }, width: 140, nullable: true },
    ip: { kind: 'text', label: { zh: 'IP 地址', en: 'IP address' }, width: 130, nullable: true, copyable: true },
    requestId: { kind: 'text', label: { zh: '请求号', en: 'Request' }, width: 150, nullable: true, copyable: true },
  },
  filters: {
    /** Codes of the people who acted. */
    actor: { kind: 'choice', label: { zh: '操作人', en: 'Who' } },
    entity: { kind: 'choice' },
    action: { kind: 'choice' },
    /** Days or times in the zone of the caller's tenant, the last day in full. */
    time: { kind: 'range', asText: true },
    /** Id of one row, whole. */
    entityId: { kind: 'text', match: 'exact', max: 100 },
    /** Contained in what was there before or after. */
    keyword: { kind: 'text', label: { zh: '变更内容包含', en: 'Changes contain' }, max: 100 },
    origin: { kind: 'choice' },
    /** Request id, whole: everything one call did. */
    requestId: { kind: 'text', match: 'exact', max: 100, link: true },
  },
  order: [['time', 'desc']],
});
