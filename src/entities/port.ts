import { isUnLocode } from '#shared/ids/un-locode.ts';
import { declareEntity } from '#shared/entity/declare.ts';
import { countryField, placeFields, zoneField } from './place-fields.ts';
import { chineseName, codeField } from './common-fields.ts';

/** A seaport or inland place by its UN/LOCODE. */
export const port = declareEntity({
  name: 'port',
  table: 'md_port',
  id: 'mdPortId',
  label: { zh: '港口', en: 'Port' },
  title: ['portCode', 'portName', 'portNameCn'],
  menu: '/ports',
  pickable: true,
  // Fences are drawn around a port on the map.
  shownOn: ['/port-fences'],
  masterData: true,
  finding: { exact: ['portCode', 'portName', 'portNameCn'] },
  importBy: ['portCode'],
  order: [['portCode', 'asc']],
  fields: {
    portCode: {
      ...codeField,
      label: { zh: '港口代码', en: 'Port code' },
      help: { zh: 'UN/LOCODE，新增后不可修改', en: 'UN/LOCODE, fixed once added' },
      max: 5,
      example: 'CNSHA',
      check: (value) =>
        isUnLocode(value)
          ? undefined
          : { zh: '港口代码应为 5 位 UN/LOCODE', en: 'A port code is a UN/LOCODE of five characters' },
      list: 120,
    },
    portName: {
      kind: 'text',
      label: { zh: '英文名称', en: 'English name' },
      column: 'name',
      max: 100,
      required: true,
      search: 'keyword',
      list: 200,
    },
    portNameCn: {
      ...chineseName,
      help: { zh: '可按拼音和拼音首字母查找', en: 'Can also be found by pinyin and initials' },
      list: 160,
    },
    countryCode: countryField,
    portTimeZone: zoneField,
    ...placeFields,
    portNameDesc: {
      kind: 'text',
      label: { zh: '描述', en: 'Description' },
      column: 'description',
      max: 200,
      list: 200,
    },
  },
  usedBy: [
    {
      table: 'shipment',
      column: 'port_of_loading',
      of: 'code',
      name: 'bill_no',
      label: { zh: '装货港为此港的运单', en: 'Shipments loaded there' },
    },
    {
      table: 'shipment',
      column: 'port_of_discharge',
      of: 'code',
      name: 'bill_no',
      label: { zh: '卸货港为此港的运单', en: 'Shipments discharged there' },
    },
    {
      table: 'unknown_port',
      column: 'port_id',
      name: 'raw_code',
      label: { zh: '未知港口映射', en: 'Codes mapped to it' },
    },
  ],
  message: {
    added: { zh: '新增港口成功', en: 'The port was added' },
    updated: { zh: '更新港口成功', en: 'The port was updated' },
    removed: { zh: '删除港口成功', en: 'The port was deleted' },
    removeFailed: { zh: '删除港口失败', en: 'The port could not be deleted' },
  },
});
