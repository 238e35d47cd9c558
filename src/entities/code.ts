import { declareEntity } from '#shared/entity/declare.ts';

/** A code type of the data dictionary; its values are dictionary values. */
export const code = declareEntity({
  name: 'code',
  table: 'md_code_type',
  id: 'mdCodeTypeId',
  label: { zh: '代码类型', en: 'Code type' },
  title: ['codeType'],
  menu: '/base-code',
  pickable: true,
  masterData: true,
  unversioned: true,
  queryAction: 'queryByPage',
  importBy: ['codeType'],
  order: [['codeType', 'asc']],
  fields: {
    codeType: {
      kind: 'text',
      label: { zh: '代码类型', en: 'Code type' },
      help: { zh: '新增后不可修改', en: 'Fixed once added' },
      max: 60,
      required: true,
      unique: true,
      upper: true,
      createOnly: true,
      search: 'keyword',
      list: 220,
    },
    codeName: { kind: 'text', label: { zh: '代码名称', en: 'Name' }, max: 100, required: true, search: 'keyword' },
    codeNameEn: { kind: 'text', label: { zh: '英文名称', en: 'English name' }, max: 100, search: 'keyword' },
  },
  owns: [{ entity: 'dict', by: 'mdCodeTypeId' }],
  message: {
    added: { zh: '新增代码类型成功', en: 'The code type was added' },
    updated: { zh: '更新代码类型成功', en: 'The code type was updated' },
    removed: { zh: '删除代码类型成功', en: 'The code type was deleted' },
    removeFailed: { zh: '删除代码类型失败', en: 'The code type could not be deleted' },
  },
});
