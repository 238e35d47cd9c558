import type { MessageTable } from './types.ts';

/** Bookings of space with carriers. */
export const bookingMessages = {
  'booking.noContainers': { zh: '请至少填写一种箱型和箱量', en: 'Enter at least one type of container and how many' },
  'booking.waiting': {
    zh: '上一次请求还在发送给船公司，请稍候',
    en: 'The last request is still on its way to the carrier',
  },
  'booking.closed': { zh: '该订舱当前状态不允许此操作', en: 'The booking is in a state that does not allow this' },
  'booking.otherCarrier': {
    zh: '已确认的订舱不能更换船公司',
    en: 'A confirmed booking cannot move to another carrier',
  },
  'booking.carrierUnsupported': { zh: '该船公司不支持在线订舱', en: 'The carrier takes no bookings online' },
  'booking.saved': { zh: '订舱已保存', en: 'The booking was saved' },
  'booking.submitted': { zh: '订舱已提交给船公司', en: 'The booking goes to the carrier' },
  'booking.cancelled': { zh: '订舱取消已受理', en: 'The booking is being cancelled' },
} as const satisfies MessageTable;
