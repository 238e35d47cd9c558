import { declareEntity } from '#shared/entity/declare.ts';
import { inUse } from './common-fields.ts';
import { checkZone } from './place-fields.ts';

/** Somebody who sends or receives electronic messages: a terminal, a carrier, a customer. */
export const ediPartner = declareEntity({
  name: 'ediPartner',
  table: 'edi_partner',
  id: 'ediPartnerId',
  label: { zh: 'EDI 伙伴', en: 'EDI partner' },
  title: ['partnerCode', 'partnerName'],
  menu: '/edi-manager',
  tenantField: 'forTenantId',
  pickable: true,
  order: [['partnerCode', 'asc']],
  fields: {
    partnerCode: {
      kind: 'text',
      label: { zh: '伙伴代码', en: 'Partner code' },
      help: { zh: '也是发件目录的名称', en: 'Also the name of its outgoing folder' },
      max: 30,
      required: true,
      upper: true,
      unique: true,
      search: 'keyword',
      list: 140,
      check: (value) =>
        /^[A-Z0-9_-]+$/i.test(value)
          ? undefined
          : { zh: '只能使用字母、数字、- 和 _', en: 'Letters, digits, - and _ only' },
    },
    partnerName: {
      kind: 'text',
      label: { zh: '伙伴名称', en: 'Name' },
      max: 100,
      required: true,
      search: 'keyword',
    },
    ediIdentity: {
      kind: 'text',
      label: { zh: '报文标识', en: 'Identity in messages' },
      help: { zh: 'UNB 中的发送方或接收方标识', en: 'How UNB names the sender or receiver' },
      max: 35,
      required: true,
      search: 'keyword',
    },
    identityQualifier: {
      kind: 'text',
      label: { zh: '标识限定符', en: 'Qualifier' },
      help: { zh: '留空表示不区分', en: 'Empty: any' },
      max: 4,
      list: false,
    },
    partnerKind: {
      kind: 'choice',
      dict: 'EDI_PARTNER_KIND',
      label: { zh: '类型', en: 'Kind' },
      required: true,
      search: 'filter',
    },
    carrierCode: {
      kind: 'text',
      label: { zh: '船公司代码', en: 'Carrier code' },
      help: {
        zh: '填写后报文只用于该船公司的订阅',
        en: 'Its messages then apply to subscriptions of this carrier only',
      },
      max: 10,
      upper: true,
      names: 'carrier',
    },
    zone: {
      kind: 'text',
      label: { zh: '时区', en: 'Time zone' },
      help: { zh: '地点时区未知时使用', en: 'For places with an unknown zone' },
      example: 'Asia/Shanghai',
      max: 60,
      picks: 'zone',
      check: checkZone,
    },
    forTenantId: {
      kind: 'reference',
      entity: 'tenant',
      column: 'tenant_id',
      label: { zh: '所属租户', en: 'Tenant' },
      help: {
        zh: '留空表示属于平台：报文可用于所有租户，仅平台人员可见。新增后不可修改',
        en: 'Empty: belongs to the platform; its messages apply to shipments of all tenants, and only platform users see it. Cannot be changed later',
      },
      createOnly: true,
      show: 'forTenantName',
      showField: 'tenantName',
      search: 'filter',
    },
    active: inUse,
  },
  usedBy: [
    { table: 'edi_message', column: 'partner_id', name: 'message_ref', label: { zh: 'EDI 报文', en: 'EDI messages' } },
  ],
  message: {
    added: { zh: '新增 EDI 伙伴成功', en: 'The EDI partner was added' },
    updated: { zh: '更新 EDI 伙伴成功', en: 'The EDI partner was updated' },
    removed: { zh: '删除 EDI 伙伴成功', en: 'The EDI partner was deleted' },
    removeFailed: { zh: '删除 EDI 伙伴失败', en: 'The EDI partner could not be deleted' },
  },
});
