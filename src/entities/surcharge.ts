import { declareEntity } from '#shared/entity/declare.ts';
import { tenantReference } from './common-fields.ts';
import {
  amountField,
  carrierReference,
  checkValidity,
  currencyField,
  remarkField,
  routePort,
  validityFields,
} from './freight-fields.ts';

/** What is charged beside the freight: for every container, for the bill of lading, or as a share of the freight. */
export const surcharge = declareEntity({
  name: 'surcharge',
  table: 'surcharge',
  id: 'surchargeId',
  label: { zh: '附加费', en: 'Surcharge' },
  title: ['surchargeCode', 'lineNo'],
  menu: '/surcharge-management',
  tenantField: 'tenantId',
  importBy: ['tenantId', 'lineNo'],
  order: [
    ['surchargeCode', 'asc'],
    ['validFrom', 'desc'],
  ],
  fields: {
    tenantId: { ...tenantReference, createOnly: true, list: 130 },
    lineNo: {
      kind: 'text',
      label: { zh: '编号', en: 'Number' },
      help: { zh: '在租户内唯一，导入时按它更新', en: 'Unique within the tenant; an import updates by it' },
      max: 40,
      upper: true,
      required: true,
      search: 'keyword',
      list: 130,
    },
    surchargeCode: {
      kind: 'text',
      label: { zh: '费用代码', en: 'Code' },
      max: 20,
      upper: true,
      required: true,
      example: 'THC',
      search: 'keyword',
      list: 100,
    },
    surchargeNameCn: { kind: 'text', label: { zh: '中文名称', en: 'Chinese name' }, max: 100, search: 'keyword' },
    surchargeNameEn: { kind: 'text', label: { zh: '英文名称', en: 'English name' }, max: 100, search: 'keyword' },
    carrierId: {
      ...carrierReference,
      help: { zh: '留空表示所有船公司', en: 'Empty: all carriers' },
    },
    polId: {
      ...routePort,
      label: { zh: '起运港', en: 'Port of loading' },
      help: { zh: '留空表示所有起运港', en: 'Empty: all ports of loading' },
      show: 'polCode',
      also: { polName: 'portName', polNameCn: 'portNameCn' },
      namedBy: { zh: 'polNameCn', en: 'polName' },
    },
    podId: {
      ...routePort,
      label: { zh: '目的港', en: 'Port of discharge' },
      help: { zh: '留空表示所有目的港', en: 'Empty: all ports of discharge' },
      show: 'podCode',
      also: { podName: 'portName', podNameCn: 'portNameCn' },
      namedBy: { zh: 'podNameCn', en: 'podName' },
    },
    basis: {
      kind: 'choice',
      dict: 'SURCHARGE_BASIS',
      label: { zh: '计费方式', en: 'Basis' },
      required: true,
      default: 'CONTAINER',
      search: 'filter',
      list: 120,
    },
    containerTypeId: {
      kind: 'reference',
      label: { zh: '箱型', en: 'Container type' },
      help: { zh: '留空表示所有箱型', en: 'Empty: all container types' },
      entity: 'containerType',
      show: 'containerTypeName',
      showField: 'tradeName',
      list: 110,
    },
    currency: {
      ...currencyField,
      help: { zh: '按运费百分比计费时留空', en: 'Empty for a percentage of the freight' },
    },
    amount: {
      ...amountField,
      label: { zh: '金额或百分比', en: 'Amount or percent' },
      required: true,
    },
    payer: {
      kind: 'choice',
      dict: 'PAYMENT_TERM',
      label: { zh: '付款方式', en: 'Payment' },
      required: true,
      default: 'PREPAID',
      search: 'filter',
      list: 100,
    },
    ...validityFields,
    remark: remarkField,
  },
  uniqueTogether: ['tenantId', 'lineNo'],
  check: (values) => {
    const isPercent = values['basis'] === 'PERCENT';
    if (isPercent && Number(values['amount'] ?? 0) > 100)
      return { field: 'amount', text: { zh: '百分比不能超过 100', en: 'A percentage cannot be more than 100' } };
    if (isPercent && (values['currency'] ?? '') !== '')
      return {
        field: 'currency',
        text: { zh: '按百分比计费时不能填写币种', en: 'A percentage has no currency' },
      };
    if (!isPercent && values['basis'] !== undefined && (values['currency'] ?? '') === '')
      return { field: 'currency', text: { zh: '币种不能为空', en: 'Currency cannot be empty' } };
    return checkValidity(values);
  },
  message: {
    added: { zh: '新增附加费成功', en: 'The surcharge was added' },
    updated: { zh: '更新附加费成功', en: 'The surcharge was updated' },
    removed: { zh: '删除附加费成功', en: 'The surcharge was deleted' },
    removeFailed: { zh: '删除附加费失败', en: 'The surcharge could not be deleted' },
  },
});
