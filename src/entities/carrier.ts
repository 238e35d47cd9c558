import { declareEntity } from '#shared/entity/declare.ts';
import { chineseName, codeField, englishName } from './common-fields.ts';

/** An ocean carrier. */
export const carrier = declareEntity({
  name: 'carrier',
  table: 'md_carrier',
  id: 'mdCarrierId',
  label: { zh: '船公司', en: 'Carrier' },
  title: ['carrierCode', 'carrierName', 'carrierNameCn'],
  menu: '/carriers',
  pickable: true,
  masterData: true,
  finding: { exact: ['carrierCode', 'scac', 'carrierNameCn', 'carrierName'] },
  importBy: ['carrierCode'],
  order: [['carrierCode', 'asc']],
  fields: {
    carrierCode: { ...codeField, label: { zh: '船公司代码', en: 'Carrier code' }, max: 20, list: 130 },
    scac: {
      kind: 'text',
      label: { zh: 'SCAC 代码', en: 'SCAC' },
      help: { zh: '2 到 4 个字母的承运人标准代码', en: 'Standard carrier code, two to four letters' },
      max: 4,
      upper: true,
      example: 'MAEU',
      check: (value) =>
        /^[A-Z]{2,4}$/.test(value)
          ? undefined
          : { zh: 'SCAC 应为 2 到 4 个字母', en: 'A SCAC has two to four letters' },
      search: 'keyword',
      list: 90,
    },
    scacCheck: {
      kind: 'choice',
      dict: 'CODE_CHECK',
      label: { zh: 'SCAC 核实', en: 'SCAC checked' },
      help: { zh: '未核实的代码不作为任何规则的依据', en: 'Rules ignore unverified codes' },
      required: true,
      default: 'VERIFIED',
      search: 'filter',
      list: 120,
    },
    carrierName: { ...englishName, required: true, list: 240 },
    carrierNameCn: { ...chineseName, list: 160 },
    containerPrefixes: {
      kind: 'text',
      label: { zh: '箱号前缀', en: 'Container prefixes' },
      help: { zh: '四个字母，用空格分隔', en: 'Four letters each, separated by spaces' },
      max: 400,
      upper: true,
      example: 'MAEU MSKU',
      check: (value) =>
        value.split(' ').every((prefix) => /^[A-Z]{3}[UJZ]$/.test(prefix))
          ? undefined
          : {
              zh: '箱号前缀为四个字母，第四个是 U、J 或 Z，之间用空格分隔',
              en: 'A prefix has four letters and ends with U, J or Z; separate prefixes by spaces',
            },
      list: 260,
    },
    prefixesCheck: {
      kind: 'choice',
      dict: 'CODE_CHECK',
      label: { zh: '箱号前缀核实', en: 'Prefixes checked' },
      help: { zh: '未核实的前缀不作为任何规则的依据', en: 'Rules ignore unverified prefixes' },
      required: true,
      default: 'VERIFIED',
      search: 'filter',
      list: 140,
    },
    carrierUrl: {
      kind: 'text',
      label: { zh: '官网查询地址', en: 'Tracking address' },
      help: { zh: '{blNo} 代表提单号，{ctnNo} 代表箱号', en: 'With {blNo} for the bill, {ctnNo} for the container' },
      column: 'url_template',
      max: 500,
      example: 'https://www.example.com/track?bl={blNo}',
      check: (value) =>
        /^https:\/\/[^\s/]+/.test(value)
          ? undefined
          : { zh: '官网查询地址应以 https:// 开头', en: 'The tracking address starts with https://' },
      list: 260,
    },
    simulated: {
      kind: 'flag',
      label: { zh: '模拟数据', en: 'Simulated' },
      readOnly: true,
      search: 'filter',
      list: 100,
    },
  },
  usedBy: [
    {
      table: 'subscription',
      column: 'carrier_code',
      of: 'code',
      name: 'bill_no',
      label: { zh: '订阅', en: 'Subscriptions' },
    },
    { table: 'source', column: 'carrier_code', of: 'code', name: 'code', label: { zh: '数据源', en: 'Sources' } },
    {
      table: 'rule_setting',
      column: 'carrier_code',
      of: 'code',
      name: 'rule_code',
      label: { zh: '规则设置', en: 'Rule settings' },
    },
    {
      table: 'edi_partner',
      column: 'carrier_code',
      of: 'code',
      name: 'partner_code',
      label: { zh: 'EDI 伙伴', en: 'EDI partners' },
    },
  ],
  message: {
    added: { zh: '新增船公司成功', en: 'The carrier was added' },
    updated: { zh: '更新船公司成功', en: 'The carrier was updated' },
    removed: { zh: '删除船公司成功', en: 'The carrier was deleted' },
    removeFailed: { zh: '删除船公司失败', en: 'The carrier could not be deleted' },
  },
});
