import type { MessageTable } from './types.ts';

/** Calendars for people's calendar programs. */
export const calendarMessages = {
  'calendar.created': {
    zh: '日历已建立，请复制地址，之后不再显示',
    en: 'The calendar was made. Copy its address: it is not shown again',
  },
  'calendar.ended': {
    zh: '日历已停用，原地址不再有效',
    en: 'The calendar was ended: its address opens nothing any more',
  },
  'calendar.nameRequired': { zh: '请输入日历名称', en: 'Enter a name for the calendar' },
  'calendar.noRight': {
    zh: '您的角色不能查看货物跟踪和订舱，无法建立日历',
    en: 'Your role shows neither shipments nor bookings, so there is nothing to put into a calendar',
  },
  'calendar.tooMany': {
    zh: '每人最多 {{most}} 个日历，请先停用不再使用的日历',
    en: 'A person may have at most {{most}} calendars. End one that you no longer use first',
  },
  'calendar.ofUsers': { zh: '只有登录的用户可以建立日历', en: 'Only signed-in users have calendars' },
} as const satisfies MessageTable;
