import type { Text } from '#shared/i18n/text.ts';
import { isZone } from '#shared/time/zone.ts';

/** What is wrong with a country code. */
export const checkCountry = (value: string): Text | undefined =>
  /^[A-Z]{2}$/.test(value)
    ? undefined
    : { zh: '国家代码应为 ISO 3166 的两个字母', en: 'A country code has two letters (ISO 3166)' };

/** What is wrong with the code of a port (UN/LOCODE) or of a country. */
export const checkPortOrCountry = (value: string): Text | undefined =>
  /^[A-Z]{2}(?:[A-Z0-9]{3})?$/.test(value)
    ? undefined
    : { zh: '应为 5 位 UN/LOCODE 或 2 位国家代码', en: 'This is no UN/LOCODE and no country code' };

/** What is wrong with the name of a time zone. */
export const checkZone = (value: string): Text | undefined =>
  isZone(value) ? undefined : { zh: `没有“${value}”这个时区`, en: `There is no time zone "${value}"` };

/** The country of a place, as two letters. */
export const countryField = {
  kind: 'text',
  label: { zh: '国家/地区', en: 'Country' },
  help: { zh: 'ISO 3166 两字母代码', en: 'Two letters of ISO 3166' },
  column: 'country_code',
  max: 2,
  upper: true,
  example: 'CN',
  check: checkCountry,
  search: 'filter',
  names: 'country',
  picks: 'country',
  list: 150,
} as const;

/** Where a place lies and what its clocks show; positions in degrees. */
export const placeFields = {
  longitude: {
    kind: 'number',
    measured: true,
    label: { zh: '经度', en: 'Longitude' },
    column: 'lon',
    min: -180,
    max: 180,
    decimals: 6,
    list: 110,
  },
  latitude: {
    kind: 'number',
    measured: true,
    label: { zh: '纬度', en: 'Latitude' },
    column: 'lat',
    min: -90,
    max: 90,
    decimals: 6,
    list: 110,
  },
} as const;

/** The zone of a place: its times are shown and entered in it. */
export const zoneField = {
  kind: 'text',
  label: { zh: '时区', en: 'Time zone' },
  help: { zh: 'IANA 时区名称，时间按此时区显示和录入', en: 'IANA name; times are shown and entered in it' },
  column: 'zone',
  max: 60,
  example: 'Asia/Shanghai',
  check: checkZone,
  picks: 'zone',
  list: 170,
} as const;

/** The port that a row belongs to, with its names; a copy of its code is kept beside. */
export const portReference = {
  kind: 'reference',
  label: { zh: '港口', en: 'Port' },
  entity: 'port',
  show: 'portCode',
  showField: 'portCode',
  also: { portName: 'portName', portNameCn: 'portNameCn' },
  namedBy: { zh: 'portNameCn', en: 'portName' },
  keepIn: 'port_code',
  required: true,
} as const;
