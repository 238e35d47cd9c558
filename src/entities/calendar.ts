import { declareEntity } from '#shared/entity/declare.ts';
import { tenantReference } from './common-fields.ts';
import { checkPortOrCountry } from './place-fields.ts';

/** Which days schedules do not run on, and on which days nobody can act at a place. */
export const calendar = declareEntity({
  name: 'calendar',
  table: 'calendar',
  id: 'calendarId',
  label: { zh: '工作日历', en: 'Calendar' },
  title: ['calendarName'],
  menu: '/calendar',
  tenantField: 'tenantId',
  pickable: true,
  masterData: true,
  order: [['calendarName', 'asc']],
  fields: {
    calendarName: {
      kind: 'text',
      label: { zh: '日历名称', en: 'Calendar' },
      max: 100,
      required: true,
      requiredText: { zh: '请输入日历名称', en: 'Enter the name of the calendar' },
      search: 'keyword',
      list: 240,
    },
    tenantId: { ...tenantReference, createOnly: true, list: 180 },
    freeWeekdays: {
      kind: 'choice',
      label: { zh: '每周休息日', en: 'Days off every week' },
      dict: 'WEEKDAY',
      many: true,
      default: '6,7',
      list: 240,
    },
    placeCode: {
      kind: 'text',
      label: { zh: '适用国家或港口', en: 'Country or port' },
      help: {
        zh: '可不填。填写 5 位 UN/LOCODE 或 2 位国家代码后，该地免费期何时算紧急按此日历的工作日判断；港口优先于国家',
        en: 'Optional. With a UN/LOCODE of five or a country code of two letters, the working days of this calendar decide how urgent the end of free time is there; a port counts before its country',
      },
      max: 5,
      upper: true,
      example: 'NLRTM',
      check: checkPortOrCountry,
      names: 'place',
      list: 170,
    },
    description: { kind: 'text', label: { zh: '说明', en: 'Description' }, max: 500, lines: 2, list: 320 },
  },
  uniqueTogether: ['tenantId', 'calendarName'],
  owns: [{ entity: 'calendarDay', by: 'calendarId' }],
  message: {
    added: { zh: '新增工作日历成功', en: 'The calendar was added' },
    updated: { zh: '更新工作日历成功', en: 'The calendar was updated' },
    removed: { zh: '删除工作日历成功', en: 'The calendar was deleted' },
    removeFailed: { zh: '删除工作日历失败', en: 'The calendar could not be deleted' },
  },
});
