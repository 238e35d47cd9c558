import { riskKinds, type RiskArea, type RiskKind } from '#contract/network/risk.ts';
import type { LonLat, MapArea, MapLine } from '#web/kit/map/map-model.ts';

/** Colours of the kinds on the map; each is also named. */
export const kindColours: Readonly<Record<RiskKind, string>> = {
  STORM: '#6d28d9',
  WAR: '#b3261e',
  PIRACY: '#c2410c',
  CHOKEPOINT: '#8f5a00',
  CLOSURE: '#be185d',
  WEATHER: '#0e7490',
  STRIKE: '#4d7c0f',
  CONGESTION: '#1d4ed8',
};

/** The kinds of a page address; all of them unless stated. */
export const kindsOf = (text: string | undefined): RiskKind[] =>
  text === undefined ? [...riskKinds] : riskKinds.filter((kind) => text.split(',').includes(kind));

/** The kinds as an address says them; nothing while all are shown, and a dash for none. */
export const kindsText = (kinds: readonly RiskKind[]): string | undefined =>
  kinds.length === riskKinds.length ? undefined : kinds.length === 0 ? '-' : kinds.join(',');

/** Areas and ways of storms for the map. */
export function layersOf(
  areas: readonly RiskArea[],
  nameOf: (area: RiskArea) => string,
): { areas: MapArea[]; lines: MapLine[] } {
  const ring = (corners: readonly (readonly [number, number])[]): LonLat[] =>
    corners.map(([lon, lat]): LonLat => [lon, lat]);
  return {
    areas: areas.map((area) => ({
      id: area.code,
      label: nameOf(area),
      rings: area.outline.map(ring),
      colour: kindColours[area.kind],
    })),
    lines: areas.flatMap(({ code, kind, storm }): MapLine[] =>
      storm === null ? [] : [{ id: code, kind: 'remaining', points: ring(storm.track), colour: kindColours[kind] }],
    ),
  };
}

/** Vessels and bookings in areas, each counted once. */
export function countInside(areas: readonly RiskArea[]): { vessels: number; bookings: number } {
  const vessels = areas.flatMap((area) => area.vessels);
  return {
    vessels: new Set(vessels.map(({ mmsi }) => mmsi)).size,
    bookings: new Set(vessels.flatMap(({ bookings }) => bookings.map((booking) => booking.obmTkSubscribeId))).size,
  };
}
