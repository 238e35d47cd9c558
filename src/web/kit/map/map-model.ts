/** Longitude and latitude in degrees; longitudes may pass 180 so that a line stays in one piece. */
export type LonLat = readonly [lon: number, lat: number];

/** A line to draw: where somebody has been (solid) or will go (dashed). */
export type MapLine = {
  id: string;
  points: readonly LonLat[];
  kind: 'travelled' | 'remaining';
  /** A colour of its own, such as that of a speed. */
  colour?: string;
};

/** A named place or vessel. */
export type MapPlace = {
  id: string;
  at: LonLat;
  label: string;
  note?: string;
  kind: 'port' | 'transhipment' | 'vessel';
};

/** Many points that may lie close to each other: those are drawn as one with their number. */
export type MapGroups = {
  /** What a group of so many is called. */
  label: (count: number) => string;
  /** A group was pressed that does not fall apart however near the map goes. */
  onOpen: (places: readonly MapPlace[]) => void;
};

/** What a vessel of a fleet does, or that nothing was heard of her for long. */
export type VesselTone = 'underway' | 'drifting' | 'anchored' | 'moored' | 'stale';

/** One of many vessels, by her MMSI. */
export type MapVessel = { id: string; at: LonLat; course: number | null; tone: VesselTone; label: string };

/** Many vessels that move while they are looked at. */
export type MapFleet = {
  all: () => Iterable<MapVessel>;
  /** Is reported of those that changed; gives what ends it. */
  listen: (changed: (vessels: readonly MapVessel[]) => void) => () => void;
  /** Vessels were pressed; several where they lie close to each other. */
  onPick: (ids: readonly string[]) => void;
};

/** An area with a name, such as a risk zone; rings of corners. */
export type MapArea = {
  id: string;
  label: string;
  rings: readonly (readonly LonLat[])[];
  /** A colour of its own; that of danger unless stated. */
  colour?: string;
};

/** A point of an area that can be moved; a corner can also be taken out. */
export type MapHandle = { id: string; at: LonLat; label: string; kind: 'middle' | 'edge' | 'corner' };

/** What happens when people draw on a map. */
export type MapEditing = {
  handles: readonly MapHandle[];
  /** A place was pressed where no handle is. */
  onPress: (at: LonLat) => void;
  onMove: (id: string, at: LonLat) => void;
  onRemove: (id: string) => void;
};

/** The copy of a longitude that is nearest to another one. */
export function nearestLon(lon: number, to: number): number {
  return lon + 360 * Math.round((to - lon) / 360);
}

/** Places moved to the copy of the world in which the lines run; without lines they gather around the first. */
export function alignPlaces(places: readonly MapPlace[], lines: readonly MapLine[]): MapPlace[] {
  const points = lines.flatMap((line) => line.points);
  return places.map((place) => {
    const candidates = points.length > 0 ? points : [places[0]?.at ?? place.at];
    let best = place.at[0];
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const [lon, lat] of candidates) {
      const own = nearestLon(place.at[0], lon);
      const distance = (own - lon) ** 2 + (place.at[1] - lat) ** 2;
      if (distance < bestDistance) [best, bestDistance] = [own, distance];
    }
    return { ...place, at: [best, place.at[1]] };
  });
}

const rangeOf = ({ points }: MapLine): [number, number] => {
  const lons = points.map(([lon]) => lon);
  return [Math.min(...lons), Math.max(...lons)];
};

/** Lines moved, each as a whole, to the copy of the world in which all of them take the least room. */
export function alignLines(lines: readonly MapLine[]): MapLine[] {
  let all: [number, number] | undefined;
  return lines.map((line) => {
    if (line.points.length === 0) return line;
    const [west, east] = rangeOf(line);
    const around: [number, number] = all ?? [west, east];
    const widthAt = (turn: number): number => Math.max(around[1], east + turn) - Math.min(around[0], west + turn);
    const turn = [0, 360, -360].reduce((best, next) => (widthAt(next) < widthAt(best) ? next : best));
    all = [Math.min(around[0], west + turn), Math.max(around[1], east + turn)];
    return turn === 0 ? line : { ...line, points: line.points.map(([lon, lat]): LonLat => [lon + turn, lat]) };
  });
}

/** Areas in the copy of the world in which the lines run, each with the middle of its first ring. */
export function alignAreas(areas: readonly MapArea[], lines: readonly MapLine[]): (MapArea & { middle: LonLat })[] {
  return areas.map((area) => {
    const corners = area.rings[0] ?? [];
    const sum = corners.reduce<LonLat>(([lon, lat], corner) => [lon + corner[0], lat + corner[1]], [0, 0]);
    const count = Math.max(corners.length, 1);
    const middle: LonLat = [sum[0] / count, sum[1] / count];
    const [moved] = alignPlaces([{ id: area.id, at: middle, label: area.label, kind: 'port' }], lines);
    const turn = (moved?.at[0] ?? middle[0]) - middle[0];
    return {
      ...area,
      middle: [middle[0] + turn, middle[1]],
      rings: area.rings.map((ring) => ring.map(([lon, lat]): LonLat => [lon + turn, lat])),
    };
  });
}

/** Areas and lines moved to the copy of the world in which all areas together take the least room: cut where there are none. */
export function gatherAreas(
  areas: readonly MapArea[],
  lines: readonly MapLine[],
): { areas: MapArea[]; lines: MapLine[] } {
  if (areas.length < 2) return { areas: [...areas], lines: [...lines] };
  const lonOf = ({ rings }: MapArea): number =>
    (rings[0]?.[0]?.[0] ?? 0) - 360 * Math.floor((rings[0]?.[0]?.[0] ?? 0) / 360);
  const lons = areas.map(lonOf).toSorted((a, b) => a - b);
  const gaps = lons.map((lon, index) => lon - (lons.at(index - 1) ?? 0) + (index === 0 ? 360 : 0));
  const west = lons[gaps.indexOf(Math.max(...gaps))] ?? 0;
  // Where the room begins decides between copies that are as near: the one around the meridian of Greenwich.
  const begin = west >= 180 ? west - 360 : west;
  const turnOf = (lon: number): number => 360 * Math.ceil((begin - lon) / 360 - 1e-9);
  const moved = (points: readonly LonLat[], turn: number): LonLat[] =>
    points.map(([lon, lat]): LonLat => [lon + turn, lat]);
  return {
    areas: areas.map((area) => {
      const turn = turnOf(area.rings[0]?.[0]?.[0] ?? 0);
      return { ...area, rings: area.rings.map((ring) => moved(ring, turn)) };
    }),
    lines: lines.map((line) => ({ ...line, points: moved(line.points, turnOf(line.points[0]?.[0] ?? 0)) })),
  };
}

/** West, south, east and north of everything; undefined when there is nothing. */
export function boundsOf(
  lines: readonly MapLine[],
  places: readonly MapPlace[],
  areas: readonly MapArea[] = [],
): [number, number, number, number] | undefined {
  const points = [
    ...lines.flatMap((line) => line.points),
    ...places.map((place) => place.at),
    ...areas.flatMap(({ rings }) => rings.flat()),
  ];
  if (points.length === 0) return undefined;
  const lons = points.map((point) => point[0]);
  const lats = points.map((point) => point[1]);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}
