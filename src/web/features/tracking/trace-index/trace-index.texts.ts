import type { TextTree } from '#web/i18n/all-texts.ts';

/** The tracking list and what is pasted into it. */
export const traceIndex = {
  open: { zh: '查看跟踪', en: 'Open shipment' },
  add: { zh: '添加跟踪', en: 'Add tracking' },
  exceptions: { zh: '{{count}} 个异常', en: '{{count}} {{count, plural(one: exception; other: exceptions)}}' },
  boxesArrived: {
    zh: '{{count}} 箱中 {{done}} 箱已到',
    en: '{{done}} of {{count}} {{count, plural(one: container; other: containers)}} arrived',
  },
  boxesSince: { zh: '{{arrived}}，首箱 {{first}}', en: '{{arrived}}, first {{first}}' },
  title: { zh: '粘贴单号，添加跟踪', en: 'Paste references to track' },
  hint: {
    zh: '可粘贴任意内容：单号、邮件、表格、聊天记录，最多识别 {{max}} 个单号。',
    en: 'Paste any text: numbers, an email, a table, a chat. Up to {{max}} references are read.',
  },
  text: { zh: '要识别的内容', en: 'Text with references' },
  marked: { zh: '识别结果在原文中的位置', en: 'Position in the text' },
  recognise: { zh: '识别', en: 'Read' },
  failed: { zh: '操作失败', en: 'The action failed' },
  subscribeFailed: { zh: '订阅失败', en: 'Subscribing failed' },
  nothing: { zh: '没有识别到提单号或箱号。', en: 'No bill or container was found.' },
  subscribe: { zh: '跟踪 {{count}} 个', en: 'Track {{count}}' },
  none: { zh: '请至少选择一个单号', en: 'Choose at least one reference' },
  autoCarrier: { zh: '自动识别（飞驼）', en: 'Recognised by Freightower' },
  noCarrier: { zh: '请为选中的单号选择船公司', en: 'Choose a carrier for each chosen reference' },
  created: {
    zh: '已添加 {{count}} 个跟踪',
    en: '{{count}} {{count, plural(one: reference is; other: references are)}} tracked now',
  },
  direction: { zh: '进出口', en: 'Direction' },
  directionOpen: { zh: '不指定', en: 'Not specified' },
  choose: { zh: '选择 {{number}}', en: 'Choose {{number}}' },
  tracked: { zh: '已在跟踪', en: 'Tracked already' },
  column: {
    number: { zh: '单号', en: 'Reference' },
    kind: { zh: '种类', en: 'Kind' },
    carrier: { zh: '船公司', en: 'Carrier' },
    certainty: { zh: '船公司判断', en: 'Carrier is' },
    result: { zh: '说明', en: 'Remark' },
  },
  kind: {
    bill: { zh: '提单/订舱', en: 'Bill / booking' },
    container: { zh: '箱号', en: 'Container' },
    airWaybill: { zh: '空运单', en: 'Air waybill' },
  },
  certainty: {
    certain: { zh: '确定', en: 'Certain' },
    likely: { zh: '可能', en: 'Likely' },
    lessor: { zh: '租箱公司的箱', en: 'Leased container' },
    unknown: { zh: '未知', en: 'Unknown' },
  },
  problem: {
    duplicate: { zh: '与第 {{row}} 个重复', en: 'Repeats no. {{row}}' },
    checkDigit: { zh: '校验位不符，仍可跟踪', en: 'Wrong check digit; it can still be tracked' },
    containerShape: { zh: '箱号应为 4 个字母加 7 位数字', en: 'A container is 4 letters and 7 digits' },
    otherMode: { zh: '不是海运单号', en: 'Not a sea reference' },
    tooMany: { zh: '超过 {{max}} 个，未处理', en: 'More than {{max}}; ignored' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    traceIndex: typeof traceIndex;
  }
}
