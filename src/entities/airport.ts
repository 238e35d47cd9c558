import { declareEntity } from '#shared/entity/declare.ts';
import { countryField, placeFields, zoneField } from './place-fields.ts';
import { chineseName, codeField } from './common-fields.ts';

/** An airport with scheduled flights. */
export const airport = declareEntity({
  name: 'airport',
  table: 'md_airport',
  id: 'mdAirportId',
  label: { zh: '机场', en: 'Airport' },
  title: ['airportCode', 'airportName', 'airportNameCn'],
  menu: '/airports',
  pickable: true,
  finding: { exact: ['airportCode', 'icao', 'airportNameCn', 'airportName'] },
  importBy: ['airportCode'],
  attribution: {
    zh: '机场数据来自 airport-data-js，按 CC BY 4.0 使用：只收录有定期航班的机场，中文名称为本产品所加',
    en: 'Airports come from airport-data-js under CC BY 4.0: only those with scheduled flights; Chinese names were added',
  },
  order: [['airportCode', 'asc']],
  fields: {
    airportCode: {
      ...codeField,
      label: { zh: '机场代码', en: 'IATA code' },
      help: { zh: 'IATA 三字代码，新增后不可修改', en: 'Three letters of IATA, fixed once added' },
      max: 3,
      example: 'PVG',
      check: (value) =>
        /^[A-Z]{3}$/.test(value) ? undefined : { zh: '机场代码应为三个字母', en: 'An IATA code has three letters' },
      list: 110,
    },
    icao: {
      kind: 'text',
      label: { zh: 'ICAO 代码', en: 'ICAO code' },
      max: 4,
      upper: true,
      example: 'ZSPD',
      check: (value) =>
        /^[A-Z0-9]{3,4}$/.test(value)
          ? undefined
          : { zh: 'ICAO 代码为 4 位字母或数字', en: 'An ICAO code has four letters or digits' },
      search: 'keyword',
      list: 110,
    },
    airportName: {
      kind: 'text',
      label: { zh: '英文名称', en: 'English name' },
      column: 'name',
      max: 150,
      required: true,
      search: 'keyword',
      list: 280,
    },
    airportNameCn: { ...chineseName, list: 180 },
    countryCode: countryField,
    airportTimeZone: zoneField,
    ...placeFields,
  },
  message: {
    added: { zh: '新增机场成功', en: 'The airport was added' },
    updated: { zh: '更新机场成功', en: 'The airport was updated' },
    removed: { zh: '删除机场成功', en: 'The airport was deleted' },
    removeFailed: { zh: '删除机场失败', en: 'The airport could not be deleted' },
  },
});
