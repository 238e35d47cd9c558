import { declareEntity } from '#shared/entity/declare.ts';

/** A value of a code type; open selects offer it at once. */
export const dict = declareEntity({
  name: 'dict',
  table: 'md_code_dict',
  id: 'mdCodeDictId',
  label: { zh: '代码值', en: 'Code value' },
  title: ['codeType', 'codeValue'],
  menu: '/base-code',
  masterData: true,
  queryAction: 'queryByPage',
  importBy: ['mdCodeTypeId', 'codeValue'],
  order: [
    ['codeType', 'asc'],
    ['sort', 'asc'],
  ],
  fields: {
    mdCodeTypeId: {
      kind: 'reference',
      label: { zh: '代码类型', en: 'Code type' },
      column: 'code_type_id',
      entity: 'code',
      show: 'codeType',
      showField: 'codeType',
      keepIn: 'code_type',
      required: true,
      createOnly: true,
      search: 'filter',
      list: false,
    },
    codeValue: {
      kind: 'text',
      label: { zh: '代码值', en: 'Code value' },
      max: 60,
      required: true,
      search: 'keyword',
      list: 160,
    },
    displayValueCn: {
      kind: 'text',
      label: { zh: '显示值', en: 'Text' },
      column: 'display_cn',
      max: 200,
      search: 'keyword',
    },
    displayValueEn: {
      kind: 'text',
      label: { zh: '英文显示值', en: 'English text' },
      help: { zh: '未填写时英文界面显示中文', en: 'English screens show the Chinese text where this is empty' },
      column: 'display_en',
      max: 200,
      search: 'keyword',
    },
    sort: { kind: 'integer', label: { zh: '排序', en: 'Order' }, min: 0, max: 100_000, default: 0, list: 80 },
  },
  uniqueTogether: ['mdCodeTypeId', 'codeValue'],
  said: {
    added: { zh: '新增代码值成功', en: 'The code value was added' },
    updated: { zh: '更新代码值成功', en: 'The code value was updated' },
    removed: { zh: '删除代码值成功', en: 'The code value was deleted' },
    removeFailed: { zh: '删除代码值失败', en: 'The code value could not be deleted' },
  },
});
