import type { TextTree } from '#web/i18n/all-texts.ts';

/** Orders. */
export const orders = {
  lines: { zh: '订单行与导入', en: 'Order lines and import' },
  open: { zh: '查看订单', en: 'Open order' },
  movements: { zh: '承运动态', en: 'Movements' },
  noMovements: { zh: '还没有货物承运该订单', en: 'No shipment for this order yet' },
  noMovementsText: {
    zh: '可在订单行中填写提单号、箱号或空运单号，或手工关联已跟踪的货物。',
    en: 'Enter bills, containers or air waybills in its lines, or link a tracked shipment.',
  },
  noLegs: { zh: '数据源尚未提供航段', en: 'No source has reported its legs yet' },
  units: { zh: '箱与批次', en: 'Containers and batches' },
  noUnits: { zh: '还没有箱或件的数据', en: 'No containers or pieces yet' },
  nothingYet: { zh: '暂无动态', en: 'Nothing yet' },
  handover: {
    title: { zh: '交接', en: 'Handover' },
    state: {
      planned: { zh: '计划中', en: 'Planned' },
      waiting: { zh: '已到，待运出', en: 'Waiting to depart' },
      done: { zh: '已交接', en: 'Done' },
      late: { zh: '赶不上', en: 'Arrives too late' },
      contradiction: { zh: '时间矛盾', en: 'Times contradict each other' },
    },
    between: { zh: '间隔 {{count}} 小时', en: '{{count}} h between' },
    before: { zh: '货到前 {{count}} 小时运出', en: 'Departs {{count}} h before the goods arrive' },
    of: { zh: '由 {{from}} 交至 {{to}}', en: 'From {{from}} to {{to}}' },
  },
  forLine: { zh: '订单行 {{lines}}', en: 'Line {{lines}}' },
  forLines: { zh: '订单行 {{lines}}', en: 'Lines {{lines}}' },
  batch: { zh: '批次 {{batches}}', en: 'Batch {{batches}}' },
  batches: { zh: '批次 {{batches}}', en: 'Batches {{batches}}' },
  pieces: { zh: '{{count}} 件', en: '{{count}} {{count, plural(one: piece; other: pieces)}}' },
  unitCount: {
    zh: '{{count}} 个箱（件）',
    en: '{{count}} {{count, plural(one: container or piece; other: containers or pieces)}}',
  },
  shipped: { zh: '已发 {{quantity}}', en: '{{quantity}} shipped' },
  map: { zh: '订单货物航线地图', en: "Map of the order's routes" },
  lineTable: { zh: '订单行', en: 'Order lines' },
  failed: { zh: '操作失败', en: 'The action failed' },
  notFound: { zh: '找不到订单', en: 'Order not found' },
  notFoundText: { zh: '订单不存在，或不属于您的租户。', en: 'It does not exist or belongs to another tenant.' },
  noExceptions: { zh: '没有异常', en: 'No exceptions' },
  resolved: { zh: '已解除', en: 'Resolved' },
  col: {
    line: { zh: '行号', en: 'Line' },
    product: { zh: '品名', en: 'Description' },
    quantity: { zh: '数量', en: 'Quantity' },
    promised: { zh: '承诺交付日', en: 'Promised' },
    state: { zh: '状态', en: 'State' },
    carriedBy: { zh: '承运货物', en: 'Carried by' },
  },
  stage: {
    origin: { zh: '起运', en: 'Origin' },
    sea: { zh: '海运', en: 'At sea' },
    main: { zh: '干线', en: 'Main leg' },
    border: { zh: '口岸', en: 'Border' },
    transhipment: { zh: '中转', en: 'Transhipment' },
    destination: { zh: '到达', en: 'Destination' },
    inland: { zh: '内陆', en: 'Inland' },
    delivery: { zh: '交付', en: 'Delivery' },
  },
  to: {
    units: { zh: '按箱查看', en: 'By container' },
    shipments: { zh: '按货物查看', en: 'By shipment' },
    vessels: { zh: '船舶位置', en: 'Vessel positions' },
    list: { zh: '返回订单列表', en: 'Back to the orders' },
  },
  tab: {
    exceptions: { zh: '异常 {{count}}', en: 'Exceptions {{count}}' },
    timeline: { zh: '时间线', en: 'Timeline' },
    documents: { zh: '单证 {{count}}', en: 'Documents {{count}}' },
  },
  promise: {
    title: { zh: '承诺与预计交付', en: 'Promised and expected delivery' },
    line: { zh: '第 {{line}} 行', en: 'Line {{line}}' },
    promised: { zh: '承诺交付日', en: 'Promised date' },
    carriage: { zh: '运输', en: 'Transport' },
    delivery: { zh: '到达至交付', en: 'Arrival to delivery' },
    late: { zh: '晚 {{days}} 天', en: '{{days}} d late' },
    left: { zh: '提前 {{days}} 天', en: '{{days}} d early' },
    onTime: { zh: '按时', en: 'on time' },
    unknown: { zh: '预计时间未知', en: 'Expected time unknown' },
    delivered: { zh: '已交付', en: 'Delivered' },
    lateMark: { zh: '晚于承诺', en: 'Later than promised' },
  },
  tie: {
    add: { zh: '关联', en: 'Link' },
    toLine: { zh: '为第 {{lineNo}} 行关联货物', en: 'Link a shipment to line {{lineNo}}' },
    title: { zh: '为第 {{lineNo}} 行关联货物', en: 'Link a shipment to line {{lineNo}}' },
    hint: {
      zh: '输入已跟踪货物的提单号、箱号或空运单号。',
      en: 'Enter the bill, container or air waybill of a tracked shipment.',
    },
    number: { zh: '单证号', en: 'Reference' },
    byHand: { zh: '手工', en: 'by hand' },
    undone: { zh: '已取消', en: 'unlinked' },
    untracked: { zh: '未跟踪', en: 'not tracked' },
    remove: { zh: '取消关联 {{referenceNo}}', en: 'Unlink {{referenceNo}}' },
    removeTitle: { zh: '取消关联 {{referenceNo}}？', en: 'Unlink {{referenceNo}}?' },
    removeText: {
      zh: '取消后不会再按单证号自动关联，可随时手工恢复。',
      en: 'Its reference no longer links it automatically; you can link it again by hand.',
    },
  },
  document: {
    attach: { zh: '上传单证', en: 'Attach a document' },
    hint: { zh: '支持 {{endings}}，单个文件不超过 10 MB。', en: '{{endings}}; at most 10 MB each.' },
    none: { zh: '还没有单证', en: 'No documents yet' },
    attached: { zh: '{{name}} 已上传', en: '{{name}} was attached' },
    failed: { zh: '{{name}} 上传失败', en: '{{name}} was not attached' },
    remove: { zh: '删除 {{name}}', en: 'Remove {{name}}' },
    removeTitle: { zh: '删除 {{name}}？', en: 'Remove {{name}}?' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    orders: typeof orders;
  }
}
