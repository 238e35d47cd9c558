import { destinationPoint, distanceNm, type LonLat } from '#shared/geo/geodesy.ts';
import { isInOutline } from '#shared/geo/outline.ts';
import { parsePortFences } from '#shared/reference/fences.ts';
import { loadReference, readText } from '../reference.ts';
import type { WorldPort } from './types.ts';
import { once } from '#shared/memory/once-per.ts';

type Area = { portCode: string; lon: number; lat: number; radiusNm: number; polygon?: readonly LonLat[] };

/** What the charts show of a port of which nobody has drawn the parts. */
const usualRadiusNm = 6;
/** Ships lie so far off the berths, nearer where that is no water of the port. */
const offNm = [2.5, 1.7, 1] as const;
const bearings = 36;
/** A ship at anchor swings, and receivers hear her a little off. */
const swingNm = 0.35;

/** The waters of all ports, as charts show them. */
const listAreas = once((): readonly Area[] => {
  const drawn = parsePortFences(readText('seeds/port-fences.csv')).map(({ portCode, area }) => ({ portCode, ...area }));
  const known = new Set(drawn.map(({ portCode }) => portCode));
  const others = [...loadReference().ports.values()]
    .filter(({ code }) => !known.has(code))
    .map(({ code, position: [lon, lat] }) => ({ portCode: code, lon, lat, radiusNm: usualRadiusNm }));
  return [...drawn, ...others];
});

const holds = ({ lon, lat, radiusNm, polygon }: Area, point: LonLat): boolean =>
  distanceNm([lon, lat], point) <= radiusNm && (polygon === undefined || isInOutline(point, [polygon]));

/** Whether a place is water of a port and of no other that is nearer. */
function isOf(port: WorldPort, point: LonLat, near: readonly Area[]): boolean {
  const around = near
    .filter((area) => holds(area, point))
    .toSorted((a, b) => distanceNm([a.lon, a.lat], point) - distanceNm([b.lon, b.lat], point));
  return around[0]?.portCode === port.code;
}

function findRoads(port: WorldPort): readonly LonLat[] {
  const near = listAreas().filter(
    ({ lon, lat }) => Math.abs(lat - port.position[1]) < 1.5 && Math.abs(lon - port.position[0]) < 3,
  );
  const swung = (point: LonLat): LonLat[] => [0, 90, 180, 270].map((to) => destinationPoint(point, to, swingNm));
  for (const nm of offNm) {
    const found = Array.from({ length: bearings }, (_, index) =>
      destinationPoint(port.position, (index * 360) / bearings, nm),
    ).filter((point) => [point, ...swung(point)].every((one) => isOf(port, one, near)));
    if (found.length > 0) return found;
  }
  return [port.position];
}

const roads = new Map<string, readonly LonLat[]>();

/** Where a ship lies at anchor while she waits for a berth: off the berths, and in the port as its charts show it. */
export function roadsOf(port: WorldPort, mmsi: string): LonLat {
  let places = roads.get(port.code);
  if (places === undefined) roads.set(port.code, (places = findRoads(port)));
  return places[(Number(mmsi) * 53) % places.length] ?? port.position;
}
