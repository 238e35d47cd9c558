import { declareEntity } from '#shared/entity/declare.ts';

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** A single day that differs from the week of its calendar: a holiday, or a day worked in its place. */
export const calendarDay = declareEntity({
  name: 'calendarDay',
  table: 'calendar_day',
  id: 'calendarDayId',
  label: { zh: '特殊日期', en: 'Special day' },
  title: ['calendarName', 'day'],
  menu: '/calendar',
  tenantField: 'tenantId',
  partOf: 'calendarId',
  masterData: true,
  order: [['day', 'asc']],
  fields: {
    calendarId: {
      kind: 'reference',
      label: { zh: '工作日历', en: 'Calendar' },
      entity: 'calendar',
      show: 'calendarName',
      showField: 'calendarName',
      required: true,
      createOnly: true,
      search: 'filter',
    },
    tenantId: {
      kind: 'reference',
      label: { zh: '租户', en: 'Tenant' },
      entity: 'tenant',
      show: 'tenantName',
      showField: 'tenantName',
      required: true,
      createOnly: true,
      search: 'filter',
    },
    day: {
      kind: 'text',
      label: { zh: '日期', en: 'Day' },
      max: 10,
      required: true,
      requiredText: { zh: '请输入日期', en: 'Enter the day' },
      example: '2026-10-01',
      check: (value) =>
        isDay(value) ? undefined : { zh: '日期格式应为 2026-10-01', en: 'A day is written like 2026-10-01' },
      list: 140,
    },
    workingFlag: {
      kind: 'flag',
      label: { zh: '类型', en: 'Kind' },
      words: [
        { zh: '休息', en: 'Day off' },
        { zh: '调休上班', en: 'Working day' },
      ],
      list: 140,
    },
    dayName: { kind: 'text', label: { zh: '名称', en: 'Name' }, max: 100, list: 220 },
  },
  uniqueTogether: ['calendarId', 'day'],
  message: {
    added: { zh: '新增特殊日期成功', en: 'The special day was added' },
    updated: { zh: '更新特殊日期成功', en: 'The special days were updated' },
    removed: { zh: '删除特殊日期成功', en: 'The special day was deleted' },
    saveFailed: { zh: '特殊日期保存失败', en: 'The special days could not be saved' },
    removeFailed: { zh: '删除特殊日期失败', en: 'The special day could not be deleted' },
  },
});
