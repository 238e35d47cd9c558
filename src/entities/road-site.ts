import { declareEntity } from '#shared/entity/declare.ts';
import { codeField, tenantReference } from './common-fields.ts';
import { placeFields, zoneField } from './place-fields.ts';

/** A place where vehicles stop: a warehouse, a terminal, a customer; a circle around it says when they are there. */
export const roadSite = declareEntity({
  name: 'roadSite',
  table: 'road_site',
  id: 'roadSiteId',
  label: { zh: '公路站点', en: 'Road site' },
  title: ['siteCode', 'siteName', 'siteNameEn'],
  menu: '/road-sites',
  tenantField: 'tenantId',
  order: [['siteCode', 'asc']],
  uniqueTogether: ['tenantId', 'siteCode'],
  fields: {
    siteCode: {
      ...codeField,
      unique: false,
      label: { zh: '站点代码', en: 'Code' },
      max: 20,
      list: 120,
    },
    siteName: {
      kind: 'text',
      label: { zh: '站点名称', en: 'Name (zh)' },
      column: 'name_cn',
      max: 100,
      required: true,
      search: 'keyword',
    },
    siteNameEn: {
      kind: 'text',
      label: { zh: '英文名称', en: 'Name (en)' },
      column: 'name_en',
      max: 100,
      search: 'keyword',
    },
    longitude: { ...placeFields.longitude, required: true },
    latitude: { ...placeFields.latitude, required: true },
    radiusM: {
      kind: 'integer',
      label: { zh: '围栏半径（米）', en: 'Radius (m)' },
      help: { zh: '车辆在此范围内视为到站', en: 'A vehicle inside the circle has arrived' },
      min: 50,
      max: 50_000,
      required: true,
      default: 1000,
      list: 120,
    },
    zone: zoneField,
    tenantId: { ...tenantReference, createOnly: true, list: 150 },
  },
  usedBy: [
    {
      table: 'vehicle_stay',
      column: 'site_id',
      label: { zh: '车辆停留', en: 'Stays of vehicles' },
    },
  ],
  message: {
    added: { zh: '新增站点成功', en: 'The site was added' },
    updated: { zh: '更新站点成功', en: 'The site was updated' },
    removed: { zh: '删除站点成功', en: 'The site was deleted' },
    removeFailed: { zh: '删除站点失败', en: 'The site could not be deleted' },
  },
});
