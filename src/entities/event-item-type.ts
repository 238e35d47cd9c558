import { declareEntity } from '#shared/entity/declare.ts';
import { chineseName, codeField, englishName, inUse } from './common-fields.ts';

/** A kind of event, by which the board and the list group what event items find. */
export const eventItemType = declareEntity({
  name: 'eventItemType',
  table: 'event_item_type',
  id: 'eventItemTypeId',
  label: { zh: '事件项类型', en: 'Event item type' },
  title: ['typeCode', 'typeNameEn', 'typeName'],
  menu: '/event-item-type-index',
  pickable: true,
  importBy: ['typeCode'],
  retiredWhen: { field: 'enabled', is: 0 },
  order: [
    ['sortOrder', 'asc'],
    ['typeCode', 'asc'],
  ],
  fields: {
    typeCode: { ...codeField, label: { zh: '类型代码', en: 'Type code' }, max: 40, list: 180 },
    typeName: { ...chineseName, required: true, list: 200 },
    typeNameEn: { ...englishName, required: true, list: 220 },
    sortOrder: {
      kind: 'integer',
      label: { zh: '排序', en: 'Order' },
      help: { zh: '看板按此顺序排列', en: 'The board shows types in this order' },
      min: 0,
      max: 9999,
      default: 100,
      required: true,
      list: 90,
    },
    enabled: {
      ...inUse,
      help: {
        zh: '停用后，该类型的事件项不再产生事件',
        en: 'When disabled, event items of this type find no new events',
      },
      list: 90,
    },
  },
  usedBy: [{ table: 'event_item', column: 'type_id', name: 'code', label: { zh: '事件项', en: 'Event items' } }],
  message: {
    added: { zh: '新增事件项类型成功', en: 'The event item type was added' },
    updated: { zh: '更新事件项类型成功', en: 'The event item type was updated' },
    removed: { zh: '删除事件项类型成功', en: 'The event item type was deleted' },
    removeFailed: { zh: '删除事件项类型失败', en: 'The event item type could not be deleted' },
  },
});
