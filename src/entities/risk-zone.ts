import { declareEntity } from '#shared/entity/declare.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import type { Text } from '#shared/i18n/text.ts';
import { chineseName, codeField, englishName, inUse, severityField } from './common-fields.ts';
import { outlineTexts } from './outline-texts.ts';

/** What is wrong with the text of an outline. */
const checkOutline = (value: string): Text | undefined => {
  const read = parseOutline(value);
  return 'problem' in read ? outlineTexts[read.problem] : undefined;
};

/** An area to be avoided or watched: war, piracy, a closed strait, a storm. Drawn by hand, not for navigation. */
export const riskZone = declareEntity({
  name: 'riskZone',
  table: 'md_risk_zone',
  id: 'mdRiskZoneId',
  label: { zh: '风险区域', en: 'Risk zone' },
  title: ['zoneCode', 'zoneName', 'zoneNameEn'],
  menu: '/risk-zones',
  pickable: true,
  masterData: true,
  importBy: ['zoneCode'],
  attribution: {
    zh: '本产品自行绘制的示意边界，不用于航行或保险',
    en: 'Our own simplified drawings, not for navigation or insurance',
  },
  order: [['zoneCode', 'asc']],
  fields: {
    zoneCode: {
      ...codeField,
      label: { zh: '区域代码', en: 'Zone code' },
      max: 40,
      example: 'RED_SEA_SOUTH',
      list: 180,
    },
    zoneName: { ...chineseName, required: true, list: 180 },
    zoneNameEn: { ...englishName, required: true, list: 220 },
    zoneType: {
      kind: 'choice',
      label: { zh: '风险类型', en: 'Kind of risk' },
      dict: 'RISK_ZONE_TYPE',
      required: true,
      search: 'filter',
      list: 110,
    },
    severity: { ...severityField },
    activeFrom: { kind: 'instant', label: { zh: '生效时间', en: 'Active from' }, required: true, list: 180 },
    activeTo: {
      kind: 'instant',
      label: { zh: '失效时间', en: 'Active until' },
      help: { zh: '留空表示尚未确定', en: 'Empty: not known yet' },
      list: 180,
    },
    enabled: { ...inUse, list: 90 },
    isNews: {
      kind: 'flag',
      label: { zh: '作为新情况通知', en: 'Report as news' },
      help: {
        zh: '启用：现实中的新情况，航程涉及该区域的租户会收到通知。停用：仅补充或更正我们的数据，异常只记录，不通知',
        en: 'On: a new situation. Tenants whose vessels are in the zone or bound for it are notified. Off: our own data is corrected; exceptions are recorded without notifications',
      },
      default: 1,
      list: false,
    },
    outline: {
      kind: 'text',
      label: { zh: '边界', en: 'Outline' },
      help: {
        zh: 'GeoJSON（Polygon、MultiPolygon），或以逗号分隔的“经度 纬度”',
        en: 'GeoJSON (Polygon, MultiPolygon), or corners as "longitude latitude" with commas between them',
      },
      max: 8000,
      lines: 4,
      required: true,
      example: '41.0 16.0, 43.3 12.6, 45.0 12.8',
      check: checkOutline,
      list: false,
    },
    note: {
      kind: 'text',
      label: { zh: '中文说明', en: 'Note in Chinese' },
      column: 'note_cn',
      max: 500,
      lines: 2,
      list: 240,
    },
    noteEn: {
      kind: 'text',
      label: { zh: '英文说明', en: 'Note in English' },
      column: 'note_en',
      max: 500,
      lines: 2,
      list: 240,
    },
  },
  check: ({ activeFrom, activeTo }) =>
    typeof activeFrom === 'number' && typeof activeTo === 'number' && activeTo <= activeFrom
      ? { field: 'activeTo', text: { zh: '失效时间必须晚于生效时间', en: 'The end must be after the start' } }
      : undefined,
  message: {
    added: { zh: '新增风险区域成功', en: 'The risk zone was added' },
    updated: { zh: '更新风险区域成功', en: 'The risk zone was updated' },
    removed: { zh: '删除风险区域成功', en: 'The risk zone was deleted' },
    removeFailed: { zh: '删除风险区域失败', en: 'The risk zone could not be deleted' },
  },
});
