import { declareEntity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { splitPasted } from '#shared/text/normalize.ts';
import { chineseName, englishName, severityField, tenantReference } from './common-fields.ts';

/** Codes that are written one after the other. */
const codesField = (pattern: RegExp, wrong: Text) =>
  ({
    kind: 'text',
    max: 400,
    upper: true,
    list: false,
    check: (value: string) => (splitPasted(value).every((code) => pattern.test(code)) ? undefined : wrong),
  }) as const;

const portCodes = {
  ...codesField(/^[A-Z]{2}[A-Z0-9]{3}$/, {
    zh: '应为 5 位 UN/LOCODE，以逗号分隔',
    en: 'UN/LOCODEs of five, with commas',
  }),
  example: 'CNSHA, CNNGB',
} as const;

/** An event item: when a shipment of its tenant has an event. Its conditions are entered, tested and tried beside its list. */
export const eventItem = declareEntity({
  name: 'eventItem',
  table: 'event_item',
  id: 'eventItemId',
  label: { zh: '事件项', en: 'Event item' },
  title: ['itemCode', 'itemNameEn', 'itemName'],
  menu: '/event-item-index',
  pickable: true,
  tenantField: 'tenantId',
  order: [['itemCode', 'asc']],
  fields: {
    tenantId: { ...tenantReference, createOnly: true, list: 130 },
    itemCode: {
      kind: 'text',
      label: { zh: '事件项代码', en: 'Item code' },
      help: { zh: '在租户内唯一，新增后不可修改', en: 'Unique within the tenant, fixed once added' },
      column: 'code',
      max: 40,
      required: true,
      upper: true,
      createOnly: true,
      search: 'keyword',
      list: 180,
    },
    itemName: { ...chineseName, required: true, list: 200 },
    itemNameEn: { ...englishName, required: true, list: 220 },
    typeId: {
      kind: 'reference',
      label: { zh: '类型', en: 'Type' },
      entity: 'eventItemType',
      show: 'typeCode',
      showField: 'typeCode',
      also: { typeName: 'typeName', typeNameEn: 'typeNameEn' },
      namedBy: { zh: 'typeName', en: 'typeNameEn' },
      choice: { of: ['typeCode', 'typeName', 'typeNameEn'], by: ' - ' },
      required: true,
      search: 'filter',
      list: 160,
    },
    severity: { ...severityField },
    enabled: {
      kind: 'flag',
      label: { zh: '启用', en: 'In use' },
      help: {
        zh: '在“规则”中试运行之后启用',
        en: 'Enabled next to its rule, after a test on history',
      },
      readOnly: true,
      search: 'filter',
      list: 90,
    },
    modes: {
      kind: 'choice',
      dict: 'TRANSPORT_MODE',
      many: true,
      label: { zh: '运输方式', en: 'Modes' },
      help: { zh: '留空表示全部', en: 'Empty: all' },
      list: 130,
    },
    carrierCodes: {
      ...codesField(/^[A-Z0-9_-]{2,20}$/, {
        zh: '应为船公司代码，以逗号分隔',
        en: 'Carrier codes, separated by commas',
      }),
      label: { zh: '船公司', en: 'Carriers' },
      help: { zh: '以逗号分隔，留空表示全部', en: 'With commas; empty: all' },
      example: 'MERI, COSU',
    },
    polCodes: {
      ...portCodes,
      label: { zh: '起运港', en: 'Ports of loading' },
      help: { zh: '以逗号分隔，留空表示全部', en: 'With commas; empty: all' },
    },
    podCodes: {
      ...portCodes,
      label: { zh: '目的港', en: 'Ports of discharge' },
      help: { zh: '以逗号分隔，留空表示全部', en: 'With commas; empty: all' },
    },
    validFrom: {
      kind: 'instant',
      label: { zh: '生效时间', en: 'Effective from' },
      help: { zh: '留空表示立即生效', en: 'Empty: at once' },
      list: 160,
    },
    validTo: {
      kind: 'instant',
      label: { zh: '失效时间', en: 'Effective until' },
      help: { zh: '留空表示长期有效', en: 'Empty: no end' },
      list: 160,
    },
    dueHours: {
      kind: 'integer',
      label: { zh: '处理时限(小时)', en: 'Time to handle (hours)' },
      help: {
        zh: '超过时限未关闭的事件在看板上标为逾期',
        en: 'An event that is still open after it is marked as overdue',
      },
      min: 1,
      max: 720,
      default: 24,
      required: true,
      list: 110,
    },
    notifyUsers: {
      kind: 'text',
      label: { zh: '通知对象', en: 'Notify' },
      help: {
        zh: '人员、角色或租户的反馈定义；有新事件时，人员收到站内消息，反馈定义按其方式发送',
        en: 'People, roles or feedback definitions of the tenant: people get an in-product message for each new event, definitions send in their own way',
      },
      max: 400,
      picks: 'recipients',
      show: 'notifyNames',
      example: 'amy, role:viewer',
      list: 200,
    },
    remark: { kind: 'text', label: { zh: '备注', en: 'Note' }, max: 500, lines: 2, list: false },
  },
  uniqueTogether: ['tenantId', 'itemCode'],
  check: ({ validFrom, validTo }) =>
    typeof validFrom === 'number' && typeof validTo === 'number' && validTo <= validFrom
      ? { field: 'validTo', text: { zh: '失效时间必须晚于生效时间', en: 'The end must be after the start' } }
      : undefined,
  usedBy: [{ table: 'shipment_event', column: 'item_id', name: 'reference_no', label: { zh: '事件', en: 'Events' } }],
  message: {
    added: { zh: '新增事件项成功', en: 'The event item was added' },
    updated: { zh: '更新事件项成功', en: 'The event item was updated' },
    removed: { zh: '删除事件项成功', en: 'The event item was deleted' },
    removeFailed: { zh: '删除事件项失败', en: 'The event item could not be deleted' },
  },
});
