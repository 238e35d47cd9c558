import { declareEntity } from '#shared/entity/declare.ts';
import { fieldPath } from '#shared/event/field-paths.ts';
import { chineseName, codeField, englishName, inUse } from './common-fields.ts';

/** A value of the journey that rules of events can use, with its names. */
export const eventField = declareEntity({
  name: 'eventField',
  table: 'event_field',
  id: 'eventFieldId',
  label: { zh: '事件字段', en: 'Event field' },
  title: ['fieldCode', 'fieldNameEn', 'fieldName'],
  menu: '/event-field-index',
  pickable: true,
  order: [['fieldCode', 'asc']],
  fields: {
    fieldCode: { ...codeField, label: { zh: '字段代码', en: 'Field code' }, max: 60, list: 220 },
    fieldName: { ...chineseName, required: true, list: 200 },
    fieldNameEn: { ...englishName, required: true, list: 240 },
    dataPath: {
      kind: 'text',
      label: { zh: '数据路径', en: 'Data path' },
      help: {
        zh: '取自行程模型，例如 arrival.delayHours；节点时间写作 milestone.节点代码.actual、estimated、planned 或 hoursSince',
        en: 'Path in the journey model, such as arrival.delayHours; milestone times as milestone.CODE.actual, estimated, planned or hoursSince',
      },
      max: 100,
      required: true,
      createOnly: true,
      example: 'milestone.DSCH.actual',
      check: (value) =>
        value === '' || fieldPath(value) !== undefined
          ? undefined
          : { zh: `行程模型中没有“${value}”`, en: `The journey has no value "${value}"` },
      search: 'keyword',
      list: 260,
    },
    fieldType: {
      kind: 'choice',
      label: { zh: '类型', en: 'Type' },
      dict: 'EVENT_FIELD_TYPE',
      readOnly: true,
      search: 'filter',
      list: 110,
    },
    unit: {
      kind: 'choice',
      label: { zh: '单位', en: 'Unit' },
      dict: 'EVENT_FIELD_UNIT',
      readOnly: true,
      list: 100,
    },
    enabled: {
      ...inUse,
      help: {
        zh: '停用后不能用于新的条件，已有规则不受影响',
        en: 'When disabled, new conditions cannot use it; existing rules keep working',
      },
      list: 90,
    },
  },
  message: {
    added: { zh: '新增事件字段成功', en: 'The event field was added' },
    updated: { zh: '更新事件字段成功', en: 'The event field was updated' },
    removed: { zh: '删除事件字段成功', en: 'The event field was deleted' },
    removeFailed: { zh: '删除事件字段失败', en: 'The event field could not be deleted' },
  },
});
