import { declareEntity } from '#shared/entity/declare.ts';

/** A kind of value that jobs read, such as an account at a carrier's site; what it is for one tenant is a tenant asset. */
export const asset = declareEntity({
  name: 'asset',
  table: 'asset',
  id: 'wlAssetsId',
  label: { zh: '资产定义', en: 'Asset definition' },
  title: ['assetType'],
  menu: '/assets',
  pickable: true,
  importBy: ['assetType'],
  order: [['assetType', 'asc']],
  fields: {
    assetType: {
      kind: 'text',
      label: { zh: '资产类型', en: 'Asset type' },
      max: 50,
      required: true,
      unique: true,
      search: 'keyword',
      list: 220,
    },
    assetDesc: {
      kind: 'text',
      label: { zh: '资产描述', en: 'Description' },
      max: 200,
      required: true,
      search: 'keyword',
    },
    valueType: {
      kind: 'choice',
      label: { zh: '值类型', en: 'Value type' },
      dict: 'WL_ASSET_VALUE_TYPE',
      required: true,
      search: 'filter',
      default: 'TEXT',
      list: 120,
    },
    defaultValue: {
      kind: 'text',
      label: { zh: '默认值', en: 'Default value' },
      help: { zh: '租户没有自己的值时使用', en: 'Used for tenants without a value of their own' },
      max: 4000,
      lines: 3,
      maskWhen: { field: 'valueType', is: 'CREDENTIAL' },
    },
  },
  usedBy: [{ table: 'source', column: 'asset_id', label: { zh: '数据源的凭据', en: 'sources whose keys it keeps' } }],
  message: {
    added: { zh: '新增资产成功', en: 'The asset was added' },
    updated: { zh: '更新资产成功', en: 'The asset was updated' },
    removed: { zh: '删除资产成功', en: 'The asset was deleted' },
    removeFailed: { zh: '删除资产失败', en: 'The asset could not be deleted' },
  },
});
