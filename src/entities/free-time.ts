import { declareEntity } from '#shared/entity/declare.ts';
import { inUse } from './common-fields.ts';
import { checkPortOrCountry } from './place-fields.ts';

const days = { kind: 'integer', min: 0, max: 90, required: true, list: 120 } as const;
const rate = { kind: 'number', min: 0, max: 100_000, decimals: 2, money: true, list: 120 } as const;

/** How long the containers of a carrier may stay without charge at a port, or at all ports of a country, by its tariff. */
export const freeTime = declareEntity({
  name: 'freeTime',
  table: 'md_free_time',
  id: 'mdFreeTimeId',
  label: { zh: '免费期', en: 'Free time' },
  title: ['carrierCode', 'placeCode'],
  menu: '/free-time',
  masterData: true,
  importBy: ['carrierCode', 'placeCode'],
  order: [
    ['carrierCode', 'asc'],
    ['placeCode', 'asc'],
  ],
  uniqueTogether: ['carrierCode', 'placeCode'],
  fields: {
    carrierCode: {
      kind: 'text',
      label: { zh: '船公司代码', en: 'Carrier code' },
      max: 20,
      required: true,
      upper: true,
      search: 'keyword',
      names: 'carrier',
      list: 220,
    },
    placeCode: {
      kind: 'text',
      label: { zh: '港口或国家', en: 'Port or country' },
      help: {
        zh: '5 位 UN/LOCODE 或 2 位国家代码；港口优先于国家',
        en: 'A UN/LOCODE of five or a country code of two letters; a port counts before its country',
      },
      max: 5,
      required: true,
      upper: true,
      example: 'NLRTM',
      check: checkPortOrCountry,
      search: 'keyword',
      names: 'place',
      list: 170,
    },
    demurrageDays: { ...days, label: { zh: '免滞期天数', en: 'Demurrage-free days' } },
    detentionDays: { ...days, label: { zh: '免箱期天数', en: 'Detention-free days' } },
    demurrageRate: { ...rate, label: { zh: '滞期费/天', en: 'Demurrage per day' } },
    detentionRate: { ...rate, label: { zh: '滞箱费/天', en: 'Detention per day' } },
    storageDays: { kind: 'integer', min: 0, max: 90, list: 120, label: { zh: '免堆存天数', en: 'Storage-free days' } },
    storageRate: { ...rate, label: { zh: '堆存费/天', en: 'Storage per day' } },
    currency: {
      kind: 'text',
      label: { zh: '币种', en: 'Currency' },
      max: 3,
      upper: true,
      example: 'USD',
      check: (value) =>
        /^[A-Z]{3}$/.test(value) ? undefined : { zh: '币种应为 3 个字母', en: 'A currency has three letters' },
      list: 80,
    },
    enabled: { ...inUse, list: 90 },
  },
  message: {
    added: { zh: '新增免费期成功', en: 'The free time was added' },
    updated: { zh: '更新免费期成功', en: 'The free time was updated' },
    removed: { zh: '删除免费期成功', en: 'The free time was deleted' },
    removeFailed: { zh: '删除免费期失败', en: 'The free time could not be deleted' },
  },
});
