import type { MessageTable } from './types.ts';

/** Orders and what becomes of them. */
export const orderMessages = {
  'order.reason.carriageLate.sea': {
    zh: '第 {{lineNo}} 行：船舶{{carriage}}晚 {{slip}} 天，缓冲 {{buffer}} 天，预计比承诺晚 {{late}} 天交付',
    en: 'Line {{lineNo}}: vessel{{carriage}} {{slip}} {{slip, plural(one: day; other: days)}} late, buffer {{buffer}} {{buffer, plural(one: day; other: days)}}: delivery {{late}} {{late, plural(one: day; other: days)}} after the promise',
  },
  'order.reason.carriageLate.other': {
    zh: '第 {{lineNo}} 行：{{carriage}}晚 {{slip}} 天，缓冲 {{buffer}} 天，预计比承诺晚 {{late}} 天交付',
    en: 'Line {{lineNo}}: {{carriage}} {{slip}} {{slip, plural(one: day; other: days)}} late, buffer {{buffer}} {{buffer, plural(one: day; other: days)}}: delivery {{late}} {{late, plural(one: day; other: days)}} after the promise',
  },
  'order.reason.carriageSlipped.sea': {
    zh: '第 {{lineNo}} 行：船舶{{carriage}}晚 {{slip}} 天，缓冲 {{buffer}} 天，仅剩 {{left}} 天',
    en: 'Line {{lineNo}}: vessel{{carriage}} {{slip}} {{slip, plural(one: day; other: days)}} late, buffer {{buffer}} {{buffer, plural(one: day; other: days)}}: {{left}} {{left, plural(one: day; other: days)}} left',
  },
  'order.reason.carriageSlipped.other': {
    zh: '第 {{lineNo}} 行：{{carriage}}晚 {{slip}} 天，缓冲 {{buffer}} 天，仅剩 {{left}} 天',
    en: 'Line {{lineNo}}: {{carriage}} {{slip}} {{slip, plural(one: day; other: days)}} late, buffer {{buffer}} {{buffer, plural(one: day; other: days)}}: {{left}} {{left, plural(one: day; other: days)}} left',
  },
  'order.reason.plannedLate': {
    zh: '第 {{lineNo}} 行：按到达时间推算，将比承诺晚 {{late}} 天交付',
    en: 'Line {{lineNo}}: {{late}} {{late, plural(one: day; other: days)}} late by its time of arrival',
  },
  'order.reason.tight': {
    zh: '第 {{lineNo}} 行：距承诺仅剩 {{left}} 天缓冲',
    en: 'Line {{lineNo}}: only {{left}} {{left, plural(one: day; other: days)}} left before the promise',
  },
  'order.reason.inTime': {
    zh: '预计提前 {{left}} 天交付',
    en: 'Expected {{left}} {{left, plural(one: day; other: days)}} before the promise',
  },
  'order.reason.notShipped': {
    zh: '第 {{lineNo}} 行：最晚发运日已过 {{days}} 天，仍未关联货物',
    en: 'Line {{lineNo}}: should have shipped {{days}} {{days, plural(one: day; other: days)}} ago, but has no shipment',
  },
  'order.reason.shipSoon': {
    zh: '第 {{lineNo}} 行：尚未发运，距承诺 {{left}} 天，该运输方式通常需要 {{usual}} 天',
    en: 'Line {{lineNo}}: not shipped, {{left}} {{left, plural(one: day; other: days)}} to the promise, and this mode usually takes {{usual}} {{usual, plural(one: day; other: days)}}',
  },
  'order.reason.untracked': {
    zh: '第 {{lineNo}} 行：刚收到，正在查找单号对应的货物',
    en: 'Line {{lineNo}}: just received, searching for its shipments',
  },
  'order.reason.waiting': { zh: '尚未发运，时间充足', en: 'Not shipped yet, with time left' },
  'order.reason.noArrival': {
    zh: '第 {{lineNo}} 行：尚无到达时间，无法判断',
    en: 'Line {{lineNo}}: no arrival time is known yet',
  },
  'order.reason.delivered': { zh: '已按期交付', en: 'Delivered in time' },
  'order.reason.overdue': {
    zh: '第 {{lineNo}} 行：已过承诺日 {{days}} 天，仍未交付',
    en: 'Line {{lineNo}}: {{days}} {{days, plural(one: day; other: days)}} overdue, not delivered',
  },
  'order.reason.deliveredLate': {
    zh: '第 {{lineNo}} 行：比承诺晚 {{days}} 天交付',
    en: 'Line {{lineNo}}: delivered {{days}} {{days, plural(one: day; other: days)}} after the promise',
  },
  'order.referenceEmpty': { zh: '请输入单证号', en: 'Enter a reference' },
  'order.notTracked': {
    zh: '没有跟踪单证号为 {{referenceNo}} 的货物，请先订阅',
    en: 'No shipment with the reference {{referenceNo}} is tracked; subscribe to it first',
  },
  'order.tiedAlready': { zh: '{{referenceNo}} 已关联到该行', en: '{{referenceNo}} is already linked to the line' },
  'order.untiedAlready': { zh: '{{referenceNo}} 已取消关联', en: '{{referenceNo}} is already unlinked' },
  'order.tied': { zh: '关联成功', en: 'The shipment was linked' },
  'order.untied': { zh: '已取消关联', en: 'The shipment was unlinked' },
  'order.document.saved': { zh: '单证已上传', en: 'The document was attached' },
  'order.document.removed': { zh: '单证已删除', en: 'The document was removed' },
  'order.document.name': {
    zh: '文件名不可用：不能为空、含控制字符或路径',
    en: 'The file name cannot be used: it is empty, or has control characters or a path',
  },
  'order.document.program': {
    zh: '文件名带有可执行文件的扩展名，不能上传',
    en: 'Files with the extension of a program are not allowed',
  },
  'order.document.type': { zh: '仅支持以下类型：{{endings}}', en: 'Only these types are allowed: {{endings}}' },
  'order.document.content': {
    zh: '文件内容与扩展名不符，不能上传',
    en: 'The content of the file does not match its extension',
  },
  'order.document.empty': { zh: '文件为空', en: 'The file is empty' },
  'order.document.tooLarge': {
    zh: '文件超过 {{megabytes}} MB',
    en: 'The file is larger than {{megabytes}} MB',
  },
  'order.document.twice': { zh: '{{fileName}} 已上传过', en: '{{fileName}} is already attached' },
  'order.document.tooMany': {
    zh: '每个订单最多 {{max}} 份单证',
    en: 'An order may have at most {{max}} documents',
  },
  'order.problem.packages': {
    zh: '{{reference}} 只有 {{carried}} 件，订单行共申报 {{claimed}} 件',
    en: '{{reference}} carries {{carried}} {{carried, plural(one: package; other: packages)}}, and order lines claim {{claimed}}',
  },
} as const satisfies MessageTable;
