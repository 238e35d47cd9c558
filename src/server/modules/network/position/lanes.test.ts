import { expect, test } from 'vitest';
import { laneBetween } from './lanes.ts';

const port = (code: string, lon: number | null, lat: number | null) => ({
  code,
  name: code,
  nameCn: null,
  description: null,
  countryCode: null,
  lon,
  lat,
  zone: null,
});
const ports = (...all: ReturnType<typeof port>[]) => ({ ports: new Map(all.map((one) => [one.code, one])) });

test('a lane leads to where a port lies now, also after it was given a place or another one', () => {
  const shanghai = port('CNSHA', 121.9, 30.6);
  expect(laneBetween('CNSHA', 'ZZNEW', ports(shanghai, port('ZZNEW', null, null)))).toBeNull();
  const near = laneBetween('CNSHA', 'ZZNEW', ports(shanghai, port('ZZNEW', 129, 35)));
  const far = laneBetween('CNSHA', 'ZZNEW', ports(shanghai, port('ZZNEW', 103.7, 1.2)));
  expect(near?.distanceNm).toBeLessThan(700);
  expect(far?.distanceNm).toBeGreaterThan(2000);
  expect(laneBetween('CNSHA', 'ZZNEW', ports(shanghai, port('ZZNEW', 103.7, 1.2)))).toBe(far);
});
