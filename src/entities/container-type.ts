import { declareEntity } from '#shared/entity/declare.ts';
import { chineseName, codeField, englishName } from './common-fields.ts';

/** A container type by its ISO 6346 size and type code, with the name the trade uses. */
export const containerType = declareEntity({
  name: 'containerType',
  table: 'md_container_type',
  id: 'mdContainerTypeId',
  label: { zh: '箱型', en: 'Container type' },
  title: ['typeCode', 'tradeName'],
  menu: '/container-types',
  pickable: true,
  masterData: true,
  importBy: ['typeCode'],
  order: [['typeCode', 'asc']],
  fields: {
    typeCode: {
      ...codeField,
      label: { zh: 'ISO 代码', en: 'ISO code' },
      help: {
        zh: 'ISO 6346 尺寸类型代码，新增后不可修改',
        en: 'Size and type code of ISO 6346; cannot be changed later',
      },
      max: 4,
      example: '22G1',
      check: (value) =>
        /^[A-Z0-9]{4}$/.test(value)
          ? undefined
          : { zh: 'ISO 代码为 4 位字母或数字', en: 'An ISO code has four letters or digits' },
      list: 110,
    },
    tradeName: {
      kind: 'text',
      label: { zh: '行业名称', en: 'Trade name' },
      help: { zh: '如 20GP、40HQ', en: 'Such as 20GP or 40HQ' },
      max: 20,
      required: true,
      upper: true,
      search: 'keyword',
      list: 130,
    },
    typeNameCn: { ...chineseName, required: true, list: 220 },
    typeNameEn: { ...englishName, required: true, list: 260 },
    lengthFt: { kind: 'integer', label: { zh: '长度（英尺）', en: 'Length (ft)' }, min: 1, max: 60, list: 120 },
    teu: { kind: 'number', label: { zh: '标准箱(TEU)', en: 'TEU' }, min: 0, max: 5, decimals: 2, list: 120 },
  },
  message: {
    added: { zh: '新增箱型成功', en: 'The container type was added' },
    updated: { zh: '更新箱型成功', en: 'The container type was updated' },
    removed: { zh: '删除箱型成功', en: 'The container type was deleted' },
    removeFailed: { zh: '删除箱型失败', en: 'The container type could not be deleted' },
  },
});
