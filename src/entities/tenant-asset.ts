import { declareEntity } from '#shared/entity/declare.ts';
import { tenantReference } from './common-fields.ts';

/** What an asset is for one tenant; a job reads this, or else the asset's default. */
export const tenantAsset = declareEntity({
  name: 'tenantAsset',
  table: 'tenant_asset',
  id: 'wlTenantAssetsId',
  label: { zh: '租户资产', en: 'Tenant asset' },
  title: ['tenantName', 'assetType'],
  menu: '/tenant-assets',
  tenantField: 'tenantId',
  importBy: ['tenantId', 'wlAssetsId'],
  order: [
    ['assetType', 'asc'],
    ['tenantName', 'asc'],
  ],
  fields: {
    wlAssetsId: {
      kind: 'reference',
      label: { zh: '资产类型', en: 'Asset type' },
      column: 'asset_id',
      entity: 'asset',
      show: 'assetType',
      showField: 'assetType',
      also: { assetDesc: 'assetDesc', valueType: 'valueType' },
      required: true,
      createOnly: true,
      search: 'keyword',
      list: 220,
    },
    tenantId: { ...tenantReference, createOnly: true, list: 220 },
    assetValue: {
      kind: 'text',
      label: { zh: '资产值', en: 'Value' },
      max: 4000,
      lines: 3,
      required: true,
      maskWhen: { field: 'valueType', is: 'CREDENTIAL' },
    },
  },
  uniqueTogether: ['tenantId', 'wlAssetsId'],
  message: {
    added: { zh: '新增租户资产成功', en: 'The tenant asset was added' },
    updated: { zh: '更新租户资产成功', en: 'The tenant asset was updated' },
    removed: { zh: '删除租户资产成功', en: 'The tenant asset was deleted' },
    removeFailed: { zh: '删除租户资产失败', en: 'The tenant asset could not be deleted' },
  },
});
