import type { MessageTable } from './types.ts';

/** Bookings of space with carriers. */
export const bookingMessages = {
  'booking.noContainers': { zh: '请至少填写一种箱型和箱量', en: 'Enter at least one container type with its number' },
  'booking.unknownContainer': { zh: '没有“{{type}}”这种箱型', en: 'Container type "{{type}}" does not exist' },
  'booking.sailed': {
    zh: '预计离港时间已过，不能提交，请改选航次',
    en: 'The sailing has passed its ETD and can no longer be booked: choose another one',
  },
  'booking.waiting': {
    zh: '上一次请求还在发送给船公司，请稍候',
    en: 'The last request is still being sent to the carrier',
  },
  'booking.closed': { zh: '该订舱当前状态不允许此操作', en: 'The state of the booking does not allow this action' },
  'booking.otherCarrier': {
    zh: '已确认的订舱不能更换船公司',
    en: 'The carrier of a confirmed booking cannot be changed',
  },
  'booking.carrierUnsupported': { zh: '该船公司不支持在线订舱', en: 'The carrier does not support online booking' },
  'booking.saved': { zh: '订舱已保存', en: 'The booking was saved' },
  'booking.submitted': { zh: '订舱已提交给船公司', en: 'The booking is being sent to the carrier' },
  'booking.cancelled': { zh: '订舱取消已受理', en: 'The booking is being cancelled' },
} as const satisfies MessageTable;
