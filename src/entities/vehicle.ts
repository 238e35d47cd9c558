import { declareEntity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { readNetworks } from '#shared/net/networks.ts';
import { inUse, tenantReference } from './common-fields.ts';
import { checkZone } from './place-fields.ts';

/** What is wrong with a list of networks. */
export function checkNetworks(text: string): Text | undefined {
  const [wrong] = readNetworks(text).wrong;
  return wrong === undefined
    ? undefined
    : {
        zh: `“${wrong}”不是有效的网段，请按 10.20.0.0/16 的格式填写，主机位应为 0`,
        en: `"${wrong}" is not a network; write it like 10.20.0.0/16, with no bits beyond the prefix`,
      };
}

const degrees = { kind: 'number', measured: true, min: -60, max: 60, decimals: 1, list: false } as const;

/** A vehicle and the device that tells where it is. */
export const vehicle = declareEntity({
  name: 'vehicle',
  table: 'vehicle',
  id: 'vehicleId',
  label: { zh: '车辆', en: 'Vehicle' },
  title: ['plateNo'],
  menu: '/vehicles',
  tenantField: 'tenantId',
  order: [['plateNo', 'asc']],
  fields: {
    plateNo: {
      kind: 'text',
      label: { zh: '车牌号', en: 'Plate' },
      max: 20,
      required: true,
      upper: true,
      unique: true,
      search: 'keyword',
      list: 130,
    },
    protocol: {
      kind: 'choice',
      dict: 'VEHICLE_PROTOCOL',
      label: { zh: '终端协议', en: 'Protocol' },
      required: true,
      default: 'JT808',
      search: 'filter',
      list: 120,
    },
    terminalNo: {
      kind: 'text',
      label: { zh: '终端号', en: 'Device number' },
      help: {
        zh: 'JT/T 808 为终端手机号，GT06 为 IMEI；前面的 0 不用填写。少数 JT/T 808 终端的号码含字母 A 到 F',
        en: 'SIM number for JT/T 808, IMEI for GT06; without leading zeros. Some JT/T 808 devices have a number with letters A to F',
      },
      max: 20,
      required: true,
      upper: true,
      unique: true,
      example: '13912345678',
      check: (value) =>
        /^[1-9A-F][\dA-F]{3,19}$/.test(value)
          ? undefined
          : {
              zh: '终端号应为 4 到 20 位数字或字母 A 到 F，且不以 0 开头',
              en: 'A device number has 4 to 20 digits or letters A to F and does not start with 0',
            },
      search: 'keyword',
      list: 160,
    },
    deviceMaker: {
      kind: 'text',
      label: { zh: '制造商 ID', en: 'Maker ID' },
      help: {
        zh: 'JT/T 808 注册报文中的制造商 ID；填写后，声明其他制造商的终端不能注册',
        en: 'Maker as in the JT/T 808 registration; a device that names another one cannot register',
      },
      max: 11,
      example: '70111',
      list: false,
    },
    deviceId: {
      kind: 'text',
      label: { zh: '终端 ID', en: 'Device ID' },
      help: {
        zh: 'JT/T 808 注册报文中的终端 ID，一般印在终端标签上；填写后，车牌和终端 ID 一致的终端可以直接注册',
        en: 'ID as in the JT/T 808 registration, usually on the label; a device that names it together with the plate may register',
      },
      max: 30,
      example: 'A000123',
      search: 'keyword',
      list: false,
    },
    networks: {
      kind: 'text',
      label: { zh: '绑定网络', en: 'Networks' },
      help: {
        zh: 'SIM 卡运营商的网段，用逗号分隔；填写后，来自其他网络的连接会被拒绝',
        en: 'Ranges of the SIM provider, separated by commas; connections from elsewhere are refused',
      },
      max: 500,
      example: '10.20.0.0/16, 2408:8456::/32',
      check: checkNetworks,
      list: false,
    },
    clockZone: {
      kind: 'text',
      label: { zh: '终端时钟时区', en: 'Zone of its clock' },
      help: {
        zh: '终端上报的时间所用的时区。留空：JT/T 808 为北京时间，GT06 为 UTC',
        en: 'Zone of the times that the device sends. Empty: Beijing time for JT/T 808, UTC for GT06',
      },
      example: 'Asia/Shanghai',
      max: 60,
      picks: 'zone',
      check: checkZone,
      list: false,
    },
    vehicleKind: {
      kind: 'choice',
      dict: 'VEHICLE_KIND',
      label: { zh: '车型', en: 'Kind' },
      search: 'filter',
      list: 120,
    },
    driverName: { kind: 'text', label: { zh: '司机', en: 'Driver' }, max: 60, search: 'keyword', list: 120 },
    driverPhone: { kind: 'text', label: { zh: '司机电话', en: 'Phone' }, max: 30, list: 140 },
    laneSites: {
      kind: 'text',
      label: { zh: '常用线路', en: 'Usual way' },
      help: {
        zh: '按顺序填写站点代码，用逗号分隔；用于判断偏离线路',
        en: 'Site codes in order, separated by commas; shows when the vehicle is off route',
      },
      max: 200,
      upper: true,
      example: 'KSDC,TCDC,YSGT',
      list: 180,
    },
    corridorKm: {
      kind: 'number',
      measured: true,
      label: { zh: '允许偏离（公里）', en: 'Corridor (km)' },
      min: 0.5,
      max: 200,
      decimals: 1,
      list: false,
    },
    temperatureMin: { ...degrees, label: { zh: '最低温度（℃）', en: 'Lowest temperature (°C)' } },
    temperatureMax: { ...degrees, label: { zh: '最高温度（℃）', en: 'Highest temperature (°C)' } },
    enabled: { ...inUse, list: 90 },
    tenantId: { ...tenantReference, createOnly: true, list: 150 },
  },
  usedBy: [
    {
      table: 'vehicle_stay',
      column: 'vehicle_id',
      label: { zh: '车辆停留', en: 'Stays at sites' },
    },
    { table: 'vehicle_photo', column: 'vehicle_id', label: { zh: '车辆照片', en: 'Photos' } },
  ],
  message: {
    added: { zh: '新增车辆成功', en: 'The vehicle was added' },
    updated: { zh: '更新车辆成功', en: 'The vehicle was updated' },
    removed: { zh: '删除车辆成功', en: 'The vehicle was deleted' },
    removeFailed: { zh: '删除车辆失败', en: 'The vehicle could not be deleted' },
  },
});
