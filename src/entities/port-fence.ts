import { declareEntity } from '#shared/entity/declare.ts';
import { fenceArea, fenceLimitsNm, type FenceProblem } from '#shared/geo/port-fence.ts';
import type { Text } from '#shared/i18n/text.ts';
import { chineseName, englishName, inUse } from './common-fields.ts';
import { outlineTexts } from './outline-texts.ts';
import { placeFields, portReference } from './place-fields.ts';

const { min, max } = fenceLimitsNm;

const problems: Readonly<Record<FenceProblem['problem'], Text>> = {
  ...outlineTexts,
  nothing: {
    zh: '请填写圆心经纬度和半径，或填写边界',
    en: 'Enter the centre and radius of a circle, or an outline',
  },
  both: { zh: '圆形和边界只能填写一种', en: 'Enter either a circle or an outline' },
  severalRings: { zh: '一个围栏只有一条边界', en: 'A fence must have one outline' },
  tooSmall: { zh: `范围不足 ${min} 海里`, en: `It reaches less than ${min} nm` },
  tooLarge: { zh: `范围超过 ${max} 海里`, en: `It reaches further than ${max} nm` },
};

/** A part of a port: vessels that stop in it have arrived, and those that leave it have departed. */
export const portFence = declareEntity({
  name: 'portFence',
  table: 'md_port_fence',
  id: 'mdPortFenceId',
  label: { zh: '港口围栏', en: 'Port fence' },
  title: ['portCode', 'fenceName', 'fenceNameEn'],
  menu: '/port-fences',
  masterData: true,
  importBy: ['portId', 'fenceNameEn'],
  attribution: {
    zh: '本产品自行绘制的示意范围，不用于航行；没有启用围栏的港口按所在位置 6 海里的圆计算',
    en: 'Our own simplified drawings, not for navigation. A port without an active fence is a circle of 6 nm around its position',
  },
  order: [
    ['portCode', 'asc'],
    ['fenceNameEn', 'asc'],
  ],
  uniqueTogether: ['portId', 'fenceNameEn'],
  fields: {
    portId: { ...portReference, search: 'filter', list: 190 },
    fenceName: { ...chineseName, list: 170 },
    fenceNameEn: { ...englishName, required: true, list: 230 },
    longitude: placeFields.longitude,
    latitude: placeFields.latitude,
    radiusNm: {
      kind: 'number',
      measured: true,
      label: { zh: '半径（海里）', en: 'Radius (nm)' },
      min,
      max,
      decimals: 2,
      help: {
        zh: '经纬度为圆心；用边界时三项都留空',
        en: 'The position is its middle; with an outline all three stay empty',
      },
      example: '6',
      list: 120,
    },
    farFromPort: {
      kind: 'flag',
      label: { zh: '远离港口', en: 'Far from the port' },
      help: {
        zh: '围栏距港口超过 200 海里时需勾选确认',
        en: 'Confirms a fence further than 200 nm from its port',
      },
      list: false,
    },
    enabled: { ...inUse, list: 90 },
    outline: {
      kind: 'text',
      label: { zh: '边界', en: 'Outline' },
      help: {
        zh: '代替圆形：GeoJSON（Polygon），或以逗号分隔的“经度 纬度”',
        en: 'Instead of a circle: GeoJSON (Polygon), or corners as "longitude latitude" with commas between them',
      },
      max: 8000,
      lines: 3,
      example: '121.8 30.5, 122.3 30.5, 122.3 30.8',
      list: 240,
    },
    note: { kind: 'text', label: { zh: '说明', en: 'Note' }, max: 200, search: 'keyword', list: 200 },
  },
  check: ({ longitude, latitude, radiusNm, outline }) => {
    // A change of some values is judged with the others of its row.
    if ([longitude, latitude, radiusNm, outline].includes(undefined)) return undefined;
    const area = fenceArea({ longitude, latitude, radiusNm, outline } as Parameters<typeof fenceArea>[0]);
    return 'problem' in area ? { field: area.field, text: problems[area.problem] } : undefined;
  },
  message: {
    added: { zh: '新增港口围栏成功', en: 'The port fence was added' },
    updated: { zh: '更新港口围栏成功', en: 'The port fence was updated' },
    removed: { zh: '删除港口围栏成功', en: 'The port fence was deleted' },
    removeFailed: { zh: '删除港口围栏失败', en: 'The port fence could not be deleted' },
  },
});
