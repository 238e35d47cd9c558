import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePortFences } from '#shared/reference/fences.ts';
import { parsePorts } from '#shared/reference/places.ts';
import { serviceTemplates } from '#simulator/network/catalogue.ts';
import { roadsOf } from '#simulator/network/roads.ts';
import { loadReference } from '#simulator/reference.ts';
import { indexFences, isInside } from './geofence.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const parts = parsePortFences(read('seeds/port-fences.csv')).map(({ portCode, area }) => ({ portCode, ...area }));
const ports = new Map(parsePorts(read('generated/ports.csv')).map((port) => [port.code, port]));
const known = new Set(parts.map(({ portCode }) => portCode));
const circles = [...ports.values()].flatMap(({ code, lon, lat }) =>
  known.has(code) ? [] : [{ portCode: code, lon, lat, radiusNm: 6 }],
);
const fenceAt = indexFences([...parts, ...circles]);

test('extents are those of ports we know, near their places', () => {
  for (const { portCode, lon, lat, radiusNm } of parts) {
    const port = ports.get(portCode);
    expect(port, portCode).toBeDefined();
    expect(Math.abs(lon - (port?.lon ?? 0)) + Math.abs(lat - (port?.lat ?? 0)), portCode).toBeLessThan(1.5);
    expect(radiusNm, portCode).toBeGreaterThan(1);
    expect(radiusNm, portCode).toBeLessThan(20);
  }
});

test('a ship that lies at a port of the world lies in that port and in no other', () => {
  const called = new Set(serviceTemplates.flatMap(({ rotation }) => rotation.split(/[\s|]+/).filter(Boolean)));
  expect(called.size).toBeGreaterThan(50);
  const elsewhere = [...called].flatMap((code) => {
    const port = ports.get(code);
    const found = port === undefined ? undefined : fenceAt(port.lon, port.lat)?.portCode;
    return found === code ? [] : [`${code} lies in ${found}`];
  });
  expect(elsewhere).toEqual([]);
});

test('a ship that waits in the roads lies in the port she waits for, so that she is seen to arrive when she does', () => {
  const called = new Set(serviceTemplates.flatMap(({ rotation }) => rotation.split(/[\s|]+/).filter(Boolean)));
  const { ports: worldPorts, vessels } = loadReference();
  const elsewhere = [...called].flatMap((code) => {
    const port = worldPorts.get(code);
    if (port === undefined) return [code];
    return vessels.slice(0, 72).flatMap(({ mmsi }) => {
      const [lon, lat] = roadsOf(port, mmsi);
      const found = fenceAt(lon, lat)?.portCode;
      return found === code ? [] : [`${code}: ${found} at ${lon.toFixed(3)} ${lat.toFixed(3)}`];
    });
  });
  expect([...new Set(elsewhere)]).toEqual([]);
});

test('parts far from the middle of a port, and neighbours, are distinguished', () => {
  expect(fenceAt(122.07, 30.62)?.portCode).toBe('CNSHA');
  expect(fenceAt(128.8, 35.07)?.portCode).toBe('KRPUS');
  expect(fenceAt(103.78, 1.25)?.portCode).toBe('SGSIN');
  expect(fenceAt(103.55, 1.36)?.portCode).toBe('MYTPP');
  expect(fenceAt(-118.26, 33.74)?.portCode).toBe('USLAX');
  expect(fenceAt(-118.21, 33.755)?.portCode).toBe('USLGB');
  expect(fenceAt(125, 30)).toBeUndefined();
  for (const { portCode, polygon, lon, lat } of parts)
    if (polygon !== undefined) expect(isInside(polygon, [lon, lat]), portCode).toBe(true);
});
