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

/** The container types that rate lines have prices for: the field of the price, and the trade name of the type. */
export const pricedTypes = {
  price20gp: '20GP',
  price40gp: '40GP',
  price40hq: '40HQ',
  price45hq: '45HQ',
  price20rf: '20RF',
  price40rh: '40RH',
} as const;

const price = (name: string) => ({ ...amountField, label: { zh: `${name} 价格`, en: `Price ${name}` } }) as const;

/** A price of a carrier, or of an agent who sells the carrier's space, for the containers of one route while it is valid. */
export const freightRate = declareEntity({
  name: 'freightRate',
  table: 'freight_rate',
  id: 'freightRateId',
  label: { zh: '运价', en: 'Freight rate' },
  title: ['rateNo'],
  menu: '/freight-rate-management',
  tenantField: 'tenantId',
  importBy: ['tenantId', 'rateNo'],
  order: [
    ['validTo', 'desc'],
    ['rateNo', 'asc'],
  ],
  fields: {
    tenantId: { ...tenantReference, createOnly: true, list: 130 },
    rateNo: {
      kind: 'text',
      label: { zh: '运价编号', en: 'Rate no.' },
      help: { zh: '在租户内唯一，导入时按它更新', en: 'Unique within the tenant; an import updates by it' },
      max: 40,
      upper: true,
      required: true,
      search: 'keyword',
      list: 140,
    },
    supplierType: {
      kind: 'choice',
      dict: 'FREIGHT_SUPPLIER',
      label: { zh: '供应商类型', en: 'Supplier' },
      required: true,
      default: 'CARRIER',
      search: 'filter',
      list: 110,
    },
    agentName: {
      kind: 'text',
      label: { zh: '代理名称', en: 'Agent' },
      help: { zh: '代理价格必填', en: 'Required for an agent price' },
      max: 100,
      search: 'keyword',
    },
    carrierId: { ...carrierReference, required: true },
    polId: {
      ...routePort,
      label: { zh: '起运港', en: 'Port of loading' },
      required: true,
      show: 'polCode',
      also: { polName: 'portName', polNameCn: 'portNameCn' },
      namedBy: { zh: 'polNameCn', en: 'polName' },
      search: 'filter',
    },
    transshipPortId: {
      ...routePort,
      label: { zh: '中转港', en: 'Transhipment port' },
      help: { zh: '留空表示直达', en: 'Empty: direct' },
      show: 'transshipPortCode',
      also: { transshipPortName: 'portName', transshipPortNameCn: 'portNameCn' },
      namedBy: { zh: 'transshipPortNameCn', en: 'transshipPortName' },
    },
    podId: {
      ...routePort,
      label: { zh: '目的港', en: 'Port of discharge' },
      required: true,
      show: 'podCode',
      also: { podName: 'portName', podNameCn: 'portNameCn' },
      namedBy: { zh: 'podNameCn', en: 'podName' },
      search: 'filter',
    },
    service: { kind: 'text', label: { zh: '航线', en: 'Service' }, max: 30, upper: true, search: 'keyword', list: 90 },
    ...validityFields,
    currency: { ...currencyField, required: true, default: 'USD' },
    price20gp: price('20GP'),
    price40gp: price('40GP'),
    price40hq: price('40HQ'),
    price45hq: price('45HQ'),
    price20rf: price('20RF'),
    price40rh: price('40RH'),
    transitDays: { kind: 'integer', label: { zh: '航程(天)', en: 'Transit days' }, min: 0, max: 200, list: 90 },
    freeDemurrageDays: {
      kind: 'integer',
      label: { zh: '免滞期(天)', en: 'Free demurrage days' },
      min: 0,
      max: 365,
      list: 100,
    },
    freeDetentionDays: {
      kind: 'integer',
      label: { zh: '免滞箱(天)', en: 'Free detention days' },
      min: 0,
      max: 365,
      list: 100,
    },
    contractNo: { kind: 'text', label: { zh: '合约号', en: 'Contract no.' }, max: 50, upper: true, search: 'keyword' },
    remark: remarkField,
  },
  uniqueTogether: ['tenantId', 'rateNo'],
  check: (values) => {
    if (values['supplierType'] === 'AGENT' && (values['agentName'] ?? '') === '')
      return { field: 'agentName', text: { zh: '代理名称不能为空', en: 'Agent cannot be empty' } };
    const given = Object.keys(pricedTypes).filter((name) => values[name] !== undefined);
    if (
      given.length > 0 &&
      given.length === Object.keys(pricedTypes).length &&
      given.every((name) => values[name] === null)
    )
      return {
        field: 'price20gp',
        text: { zh: '请至少填写一个箱型的价格', en: 'Enter the price of at least one container type' },
      };
    if (values['polId'] !== undefined && values['polId'] !== null && values['polId'] === values['podId'])
      return { field: 'podId', text: { zh: '起运港与目的港不能相同', en: 'The two ports cannot be the same' } };
    return checkValidity(values);
  },
  message: {
    added: { zh: '新增运价成功', en: 'The rate was added' },
    updated: { zh: '更新运价成功', en: 'The rate was updated' },
    removed: { zh: '删除运价成功', en: 'The rate was deleted' },
    removeFailed: { zh: '删除运价失败', en: 'The rate could not be deleted' },
  },
});
