import { isImo } from '#shared/ids/imo.ts';
import { isShipMmsi } from '#shared/ids/mmsi.ts';
import { declareEntity } from '#shared/entity/declare.ts';
import { checkCountry } from './place-fields.ts';

/** A vessel by its IMO number; metres, capacity in twenty-foot units. */
export const vessel = declareEntity({
  name: 'vessel',
  table: 'md_vessel',
  id: 'mdVesselId',
  label: { zh: '船舶', en: 'Vessel' },
  title: ['vesselName', 'imo'],
  menu: '/vessels',
  pickable: true,
  finding: { exact: ['vesselName', 'imo', 'mmsi'] },
  importBy: ['imo'],
  order: [['vesselName', 'asc']],
  fields: {
    vesselName: {
      kind: 'text',
      label: { zh: '船名', en: 'Vessel' },
      column: 'name',
      max: 100,
      required: true,
      upper: true,
      search: 'keyword',
      list: 200,
    },
    imo: {
      kind: 'text',
      label: { zh: 'IMO 编号', en: 'IMO number' },
      help: { zh: '7 位数字，末位为校验码', en: 'Seven digits; the last one is a check digit' },
      max: 7,
      required: true,
      unique: true,
      example: '9074729',
      check: (value) =>
        isImo(value)
          ? undefined
          : {
              zh: 'IMO 编号应为 7 位数字且校验码正确',
              en: 'An IMO number has seven digits, the last one a valid check digit',
            },
      search: 'keyword',
      list: 125,
    },
    mmsi: {
      kind: 'text',
      label: { zh: 'MMSI 编号', en: 'MMSI' },
      max: 9,
      example: '477123400',
      check: (value) =>
        isShipMmsi(value)
          ? undefined
          : { zh: 'MMSI 应为 9 位数字且以船籍代码开头', en: 'An MMSI has nine digits and starts with a country code' },
      search: 'keyword',
      list: 110,
    },
    callSign: {
      kind: 'text',
      label: { zh: '呼号', en: 'Call sign' },
      max: 20,
      upper: true,
      search: 'keyword',
      list: 100,
    },
    flag: {
      kind: 'text',
      label: { zh: '船旗', en: 'Flag' },
      help: { zh: 'ISO 3166 两字母代码', en: 'Two letters of ISO 3166' },
      max: 2,
      upper: true,
      example: 'HK',
      check: checkCountry,
      search: 'filter',
      names: 'country',
      picks: 'country',
      list: 130,
    },
    carrierId: {
      kind: 'reference',
      label: { zh: '经营人', en: 'Operator' },
      entity: 'carrier',
      show: 'carrierCode',
      showField: 'carrierCode',
      also: { carrierName: 'carrierName', carrierNameCn: 'carrierNameCn' },
      namedBy: { zh: 'carrierNameCn', en: 'carrierName' },
      keepIn: 'carrier_code',
      search: 'filter',
      list: 180,
    },
    teu: { kind: 'integer', label: { zh: '箱位（TEU）', en: 'Capacity (TEU)' }, min: 0, max: 50_000, list: 145 },
    lengthM: {
      kind: 'number',
      measured: true,
      label: { zh: '船长（米）', en: 'Length (m)' },
      min: 1,
      max: 600,
      decimals: 1,
      list: 120,
    },
    beamM: {
      kind: 'number',
      measured: true,
      label: { zh: '船宽（米）', en: 'Beam (m)' },
      min: 1,
      max: 100,
      decimals: 1,
      list: 120,
    },
    draughtM: {
      kind: 'number',
      measured: true,
      label: { zh: '吃水（米）', en: 'Draught (m)' },
      min: 0,
      max: 40,
      decimals: 1,
      list: false,
    },
    simulated: {
      kind: 'flag',
      label: { zh: '模拟数据', en: 'Simulated' },
      readOnly: true,
      search: 'filter',
      list: 115,
    },
  },
  usedBy: [
    {
      table: 'shipment',
      column: 'vessel_imo',
      of: 'imo',
      name: 'bill_no',
      label: { zh: '运单', en: 'Shipments' },
    },
  ],
  message: {
    added: { zh: '新增船舶成功', en: 'The vessel was added' },
    updated: { zh: '更新船舶成功', en: 'The vessel was updated' },
    removed: { zh: '删除船舶成功', en: 'The vessel was deleted' },
    removeFailed: { zh: '删除船舶失败', en: 'The vessel could not be deleted' },
  },
});
