import { declareEntity } from '#shared/entity/declare.ts';
import { currencyField } from './freight-fields.ts';

/** What one unit of a currency is worth in US dollars from a day on, until the next one. */
export const exchangeRate = declareEntity({
  name: 'exchangeRate',
  table: 'exchange_rate',
  id: 'exchangeRateId',
  label: { zh: '汇率', en: 'Exchange rate' },
  title: ['currency', 'validFrom'],
  menu: '/exchange-rates',
  importBy: ['currency', 'validFrom'],
  order: [
    ['currency', 'asc'],
    ['validFrom', 'desc'],
  ],
  fields: {
    currency: { ...currencyField, required: true, createOnly: true, list: 120 },
    validFrom: {
      kind: 'day',
      label: { zh: '生效日期', en: 'Valid from' },
      help: { zh: '到下一条汇率为止', en: 'Until the next rate of the currency' },
      required: true,
      createOnly: true,
      list: 140,
    },
    usdPerUnit: {
      kind: 'number',
      label: { zh: '折合美元', en: 'US dollars per unit' },
      help: { zh: '1 单位该币种折合的美元', en: 'What one unit of the currency is worth in US dollars' },
      min: 0.000_000_01,
      max: 1_000_000,
      decimals: 8,
      required: true,
      list: 180,
    },
    note: { kind: 'text', label: { zh: '来源', en: 'Source' }, max: 200, search: 'keyword', list: 300 },
  },
  uniqueTogether: ['currency', 'validFrom'],
  message: {
    added: { zh: '新增汇率成功', en: 'The exchange rate was added' },
    updated: { zh: '更新汇率成功', en: 'The exchange rate was updated' },
    removed: { zh: '删除汇率成功', en: 'The exchange rate was deleted' },
    removeFailed: { zh: '删除汇率失败', en: 'The exchange rate could not be deleted' },
  },
});
