import type { MessageTable } from './types.ts';

/** What the tracking, schedule and subscription pages say about input and about what they found. */
export const trackingRuleMessages = {
  'tracking.oneVoyage': {
    zh: '进出口航次只能填一个',
    en: 'Fill in either the inbound or the outbound voyage, not both',
  },
  'tracking.effectiveTooEarly': {
    zh: '订阅生效日期不能早于今天',
    en: 'The subscription cannot take effect before today',
  },
  'tracking.expiryTooEarly': {
    zh: '订阅失效日期不能早于今天或生效日期',
    en: 'The subscription cannot expire before today or before it takes effect',
  },
  'tracking.spanTooLong': {
    zh: '订阅时间跨度不能超过{{max}}天',
    en: 'A subscription may span at most {{max}} {{max, plural(one: day; other: days)}}',
  },
  'tracking.searchTooShort': { zh: '请至少输入{{min}}个字符', en: 'Enter at least {{min}} characters' },
  'tracking.batchTooMany': { zh: '一次最多订阅{{max}}条', en: 'At most {{max}} subscriptions at a time' },
  'tracking.domesticPort': {
    zh: '起运港和目的港至少有一个国内港口',
    en: 'At least one of origin and destination must be a domestic port',
  },
  'tracking.numbersEmpty': {
    zh: '提单号/订舱号和箱号不能同时为空',
    en: 'The bill/booking number and the container number cannot both be empty',
  },
  'tracking.carrierNotAnnounced': { zh: '船公司尚未公布', en: 'Not published by the carrier yet' },
  'tracking.vesselVoyageNotFound': {
    zh: '未查询到该船名航次的数据',
    en: 'No data found for this vessel and voyage',
  },
  'tracking.mmsiEmpty': { zh: '船舶MMSI为空', en: 'The MMSI of the vessel is empty' },
  'tracking.vesselNameEmpty': { zh: '船名为空', en: 'The vessel name is empty' },
  'tracking.bookingEmpty': { zh: '订舱信息为空', en: 'The booking information is empty' },
  'tracking.jobEmpty': { zh: '任务信息为空', en: 'The job information is empty' },
  'tracking.subscribed': { zh: '订阅成功', en: 'Subscribed' },
  'tracking.subscribeFailed': { zh: '订阅失败', en: 'Subscribing failed' },
  'tracking.modified': { zh: '修改成功', en: 'Modified' },
  'tracking.modifyFailed': { zh: '修改失败', en: 'Modifying failed' },
  'tracking.cancelled': { zh: '取消成功', en: 'Cancelled' },
  'tracking.cancelFailed': { zh: '取消失败', en: 'Cancelling failed' },
  'tracking.noFields': { zh: '表格没有显示任何字段', en: 'The table shows no fields' },
  'tracking.noFieldRule': { zh: '该租户没有字段显示规则', en: 'There is no field rule for this tenant' },
} as const satisfies MessageTable;
