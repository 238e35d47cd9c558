import type { TextTree } from '#web/i18n/all-texts.ts';

/** Calendars of arrivals, departures and cut-offs that the person reads in an own calendar program. */
export const calendars = {
  title: { zh: '日历订阅', en: 'Calendars' },
  hint: {
    zh: '在 Outlook、Google 日历、Apple 日历等程序中订阅，查看离港、抵港和截止时间；时间变更时事件随之移动。',
    en: 'Subscribe in Outlook, Google Calendar, Apple Calendar and others to see departures, arrivals and cut-offs. Events move when times change.',
  },
  none: { zh: '还没有日历。', en: 'No calendars yet.' },
  add: { zh: '新建日历', en: 'New calendar' },
  make: { zh: '建立', en: 'Create' },
  makeFailed: { zh: '日历未能建立', en: 'The calendar could not be made' },
  name: { zh: '日历名称', en: 'Name of the calendar' },
  nameExample: { zh: '例如：到港', en: 'Such as: Arrivals' },
  nameRequired: { zh: '请输入日历名称', en: 'Enter a name' },
  tenant: { zh: '租户', en: 'Tenant' },
  allTenants: { zh: '我能查看的全部租户', en: 'All tenants that I may see' },
  kinds: { zh: '内容', en: 'What it shows' },
  kindsRequired: { zh: '请至少选择一项', en: 'Choose at least one' },
  kind: {
    departures: { zh: '离港', en: 'Departures' },
    arrivals: { zh: '抵港（卸货港和目的地）', en: 'Arrivals (port of discharge and destination)' },
    cutoffs: { zh: '截止时间（单证、VGM、截港、海关）', en: 'Cut-offs (documents, VGM, cargo, customs)' },
  },
  shortKind: {
    departures: { zh: '离港', en: 'departures' },
    arrivals: { zh: '抵港', en: 'arrivals' },
    cutoffs: { zh: '截止时间', en: 'cut-offs' },
  },
  shipments: { zh: '货物范围', en: 'Of which shipments' },
  shipmentsHint: {
    zh: '订舱的截止时间不受“仅未到达”限制；“仅有未关闭异常”不含订舱。',
    en: 'Cut-offs of bookings are shown with "Not arrived" too, and left out with "With open exceptions".',
  },
  shipment: {
    all: { zh: '全部货物', en: 'All shipments' },
    troubled: { zh: '仅有未关闭异常的', en: 'With open exceptions' },
    transit: { zh: '仅未到达的', en: 'Not arrived' },
  },
  daysAhead: { zh: '显示今后多少天', en: 'Days ahead' },
  daysBehind: { zh: '显示过去多少天', en: 'Days back' },
  daysRange: { zh: '请输入 {{min}} 到 {{max}} 的整数', en: 'Enter a whole number from {{min}} to {{max}}' },
  days: {
    zh: '前 {{behind}} 天至后 {{ahead}} 天',
    en: '{{behind}} {{behind, plural(one: day; other: days)}} back, {{ahead}} {{ahead, plural(one: day; other: days)}} ahead',
  },
  since: { zh: '建于', en: 'Created' },
  read: { zh: '最近读取', en: 'Last read' },
  neverRead: { zh: '尚未读取', en: 'Not read yet' },
  end: { zh: '停用', en: 'End' },
  endNamed: { zh: '停用日历 {{name}}', en: 'End the calendar {{name}}' },
  endTitle: { zh: '停用日历“{{name}}”？', en: 'End the calendar "{{name}}"?' },
  endContent: {
    zh: '原地址立即失效，日历程序将读取不到内容；不能恢复，只能新建。',
    en: 'Its address opens nothing from now on, so calendar programs get nothing any more. It cannot be undone; make a new one instead.',
  },
  failed: { zh: '操作失败', en: 'The action failed' },
  onceTitle: { zh: '日历“{{name}}”的地址', en: 'Address of the calendar "{{name}}"' },
  onceHint: {
    zh: '地址只显示这一次。得到它的人都能看到日历内容，请勿转发；泄露时请停用并新建。',
    en: 'It is shown only now. Anyone who has it can read the calendar, so do not pass it on; if it became known, end the calendar and make a new one.',
  },
  onceWhere: {
    zh: 'Outlook：添加日历 → 从 Web 订阅。Google 日历：其他日历 → 通过网址添加。Apple 日历：文件 → 新建日历订阅。各程序按自己的间隔读取，变更可能几小时后才显示。',
    en: 'Outlook: Add calendar → Subscribe from web. Google Calendar: Other calendars → From URL. Apple Calendar: File → New Calendar Subscription. Each program reads at its own pace, so a change may take some hours to show.',
  },
  copy: { zh: '复制地址', en: 'Copy the address' },
  openHere: { zh: '用本机日历程序打开', en: 'Open in the calendar program here' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    calendars: typeof calendars;
  }
}
