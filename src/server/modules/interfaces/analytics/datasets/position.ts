import { column, type Dataset, required } from './declare.ts';

/** Positions that vehicles of the tenant reported. */
export const position: Dataset = {
  name: 'position',
  label: { zh: '车辆位置', en: 'Positions' },
  about: {
    zh: '租户车辆的 GPS 设备上报的每个位置一行；保留时间见设置 VEHICLE_RETENTION_DAYS。不含船舶位置：AIS 数据通常不允许转发。',
    en: 'One row per position that a GPS device of the tenant’s vehicles reported; kept for VEHICLE_RETENTION_DAYS. Positions of vessels are not in it: AIS feeds usually forbid to pass them on.',
  },
  key: ['vehicle_id', 'reported_at'],
  replaceBy: ['vehicle_id', 'reported_at'],
  tables: 'vehicle_position p join vehicle v on v.id = p.vehicle_id',
  tenant: 'p.tenant_id',
  // A vehicle and a day since 1970.
  item: 'p.vehicle_id * 100000 + floor(extract(epoch from p.at) / 86400)::bigint',
  itemIs: `p.vehicle_id = i.item / 100000 and p.at >= to_timestamp((i.item % 100000) * 86400)
    and p.at < to_timestamp((i.item % 100000 + 1) * 86400)`,
  changedIn: ['p'],
  step: 10,
  columns: {
    vehicle_id: required('bigint', 'p.vehicle_id', '车辆编号', 'Number of the vehicle'),
    plate_no: required('text', 'v.plate_no', '车牌号', 'Number plate'),
    reported_at: required('timestamptz', 'p.at', '定位时间', 'Time of the position'),
    longitude: required('double precision', 'p.lon', '经度（WGS 84，度）', 'Longitude (WGS 84, degrees)'),
    latitude: required('double precision', 'p.lat', '纬度（WGS 84，度）', 'Latitude (WGS 84, degrees)'),
    speed_kmh: required('double precision', 'p.speed_kmh::double precision', '速度（千米/小时）', 'Speed in km/h'),
    course_degrees: required('double precision', 'p.course::double precision', '航向（度）', 'Course in degrees'),
    ignition_on: column('boolean', 'p.ignition', '是否点火', 'Whether the ignition is on'),
    temperature_c: column(
      'double precision',
      'p.temperature_c::double precision',
      '货箱温度（摄氏度）',
      'Temperature of the cargo in °C',
    ),
    mileage_km: column('double precision', 'p.mileage_km::double precision', '里程（千米）', 'Mileage in km'),
  },
};
