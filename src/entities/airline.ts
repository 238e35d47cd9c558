import { declareEntity } from '#shared/entity/declare.ts';
import { countryField } from './place-fields.ts';
import { chineseName, codeField, englishName } from './common-fields.ts';

/** An airline with the three digits its air waybills start with. */
export const airline = declareEntity({
  name: 'airline',
  table: 'md_airline',
  id: 'mdAirlineId',
  label: { zh: '航空公司', en: 'Airline' },
  title: ['airlineCode', 'airlineName', 'airlineNameCn'],
  menu: '/airlines',
  pickable: true,
  finding: { exact: ['airlineCode', 'awbPrefix', 'airlineNameCn', 'airlineName'] },
  importBy: ['airlineCode'],
  order: [['airlineCode', 'asc']],
  fields: {
    airlineCode: {
      ...codeField,
      label: { zh: '航司代码', en: 'IATA code' },
      help: { zh: 'IATA 两字代码，新增后不可修改', en: 'Two characters of IATA, fixed once added' },
      max: 2,
      example: 'CA',
      check: (value) =>
        /^[A-Z0-9]{2}$/.test(value)
          ? undefined
          : { zh: '航司代码为两位字母或数字', en: 'An airline has a code of two letters or digits' },
      list: 110,
    },
    awbPrefix: {
      kind: 'text',
      label: { zh: '运单前缀', en: 'Air waybill prefix' },
      help: { zh: '空运单号开头的三位数字', en: 'The three digits an air waybill starts with' },
      max: 3,
      example: '999',
      check: (value) =>
        /^\d{3}$/.test(value) ? undefined : { zh: '运单前缀为三位数字', en: 'The prefix has three digits' },
      search: 'keyword',
      list: 130,
    },
    airlineName: { ...englishName, required: true, list: 240 },
    airlineNameCn: { ...chineseName, list: 200 },
    countryCode: countryField,
  },
  message: {
    added: { zh: '新增航空公司成功', en: 'The airline was added' },
    updated: { zh: '更新航空公司成功', en: 'The airline was updated' },
    removed: { zh: '删除航空公司成功', en: 'The airline was deleted' },
    removeFailed: { zh: '删除航空公司失败', en: 'The airline could not be deleted' },
  },
});
