import { declareEntity } from '#shared/entity/declare.ts';
import { countryField, placeFields, zoneField } from './place-fields.ts';
import { chineseName, codeField, englishName } from './common-fields.ts';

/** A rail freight station or border crossing. */
export const railStation = declareEntity({
  name: 'railStation',
  table: 'md_rail_station',
  id: 'mdRailStationId',
  label: { zh: '铁路站点', en: 'Rail station' },
  title: ['stationCode', 'stationName', 'stationNameCn'],
  menu: '/rail-stations',
  pickable: true,
  finding: { exact: ['stationCode', 'stationNameCn', 'stationName'] },
  importBy: ['stationCode'],
  order: [['stationCode', 'asc']],
  fields: {
    stationCode: { ...codeField, label: { zh: '站点代码', en: 'Station code' }, max: 10, list: 120 },
    stationName: { ...englishName, required: true, list: 220 },
    stationNameCn: { ...chineseName, list: 180 },
    countryCode: countryField,
    borderCode: {
      kind: 'text',
      label: { zh: '对应口岸站', en: 'Station across the border' },
      help: { zh: '换装或交接的境外站点代码', en: 'Where wagons or gauges change on the other side' },
      max: 10,
      upper: true,
      list: 170,
    },
    stationTimeZone: zoneField,
    ...placeFields,
  },
  message: {
    added: { zh: '新增铁路站点成功', en: 'The station was added' },
    updated: { zh: '更新铁路站点成功', en: 'The station was updated' },
    removed: { zh: '删除铁路站点成功', en: 'The station was deleted' },
    removeFailed: { zh: '删除铁路站点失败', en: 'The station could not be deleted' },
  },
});
