import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { boundsOfPoints, canSplit, clusterPoints } from './map-clusters.ts';
import { markerOf } from './map-markers.ts';
import { type MapGroups, type MapPlace, nearestLon } from './map-model.ts';

/** Pixels around what is seen in which points are drawn too. */
const marginPx = 60;

function groupElement(count: number, label: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'pt-map-group';
  element.textContent = String(count);
  element.setAttribute('aria-label', label);
  element.title = label;
  return element;
}

/** The points of one map: each with its name, or, where there are many, those near each other as one with their number. */
export function placesOn(map: MapLibreMap) {
  let places: readonly MapPlace[] = [];
  let groups: MapGroups | undefined;
  let drawn: Marker[] = [];

  const put = (element: HTMLElement, [lon, lat]: MapPlace['at']): Marker =>
    new Marker({ element, anchor: 'center' }).setLngLat([lon, lat]).addTo(map);

  /** Goes nearer until a group falls apart; what never does is shown as a list. */
  const open = (members: readonly MapPlace[]): void => {
    const points = members.map(({ at: [lon, lat] }) => map.project([lon, lat]));
    const nearest = map.getMaxZoom();
    if (!canSplit(points, 2 ** (nearest - map.getZoom()))) return groups?.onOpen(members);
    map.fitBounds(boundsOfPoints(members.map(({ at }) => at)), { padding: 80, maxZoom: nearest });
  };

  const drawGroups = (label: MapGroups['label']): Marker[] => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const middle = map.getCenter().lng;
    const seen = places.flatMap((one) => {
      // Across the date line a place is drawn in the copy of the world that is looked at.
      const place = { ...one, at: [nearestLon(one.at[0], middle), one.at[1]] as const };
      const { x, y } = map.project([place.at[0], place.at[1]]);
      const isSeen = x > -marginPx && y > -marginPx && x < width + marginPx && y < height + marginPx;
      return isSeen ? [{ place, x, y }] : [];
    });
    return clusterPoints(seen).map((indexes) => {
      const members = indexes.flatMap((index) => seen[index]?.place ?? []);
      const [only] = members;
      if (members.length === 1 && only !== undefined) return put(markerOf(only), only.at);
      const element = groupElement(members.length, label(members.length));
      element.addEventListener('click', (event) => {
        event.stopPropagation();
        open(members);
      });
      const [west, south, east, north] = boundsOfPoints(members.map(({ at }) => at));
      return put(element, [(west + east) / 2, (south + north) / 2]);
    });
  };

  const draw = (): void => {
    for (const marker of drawn) marker.remove();
    drawn = groups === undefined ? places.map((place) => put(markerOf(place), place.at)) : drawGroups(groups.label);
  };
  map.on('moveend', () => groups !== undefined && draw());

  return {
    show: (next: readonly MapPlace[], nextGroups: MapGroups | undefined): void => {
      places = next;
      groups = nextGroups;
      draw();
    },
    markers: (): readonly Marker[] => drawn,
  };
}
