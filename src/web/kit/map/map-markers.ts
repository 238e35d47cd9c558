import type { Map as MapLibreMap, Marker } from 'maplibre-gl';
import { fittingNames, placeLabels } from './map-labels.ts';
import type { MapPlace } from './map-model.ts';

/** The name of an area. */
export function areaName(label: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'pt-map-area';
  element.textContent = label;
  return element;
}

/** A point with its name. */
export function markerOf(place: MapPlace): HTMLElement {
  const element = document.createElement('div');
  element.className = 'pt-map-place';
  element.dataset['kind'] = place.kind;
  const dot = document.createElement('i');
  const label = document.createElement('span');
  label.textContent = place.label;
  element.append(dot, label);
  element.title = place.note ?? place.label;
  return element;
}

/** Hides names of areas that would cover others; nearer by there is room for them. */
function arrangeAreaNames(map: MapLibreMap, markers: readonly Marker[]): void {
  const names = markers.filter((marker) => marker.getElement().classList.contains('pt-map-area'));
  const fitting = fittingNames(
    names.map((marker) => {
      const { offsetWidth: width, offsetHeight: height } = marker.getElement();
      return { ...map.project(marker.getLngLat()), width, height };
    }),
  );
  for (const [index, marker] of names.entries()) marker.getElement().dataset['label'] = fitting[index] ? '' : 'none';
}

/** Gives the names of points the sides where none covers another; a vessel chooses first. Names of areas stay in their middle. */
export function arrangeLabels(map: MapLibreMap, markers: readonly Marker[]): void {
  arrangeAreaNames(map, markers);
  const points = markers.flatMap((marker) => {
    const element = marker.getElement();
    const name = element.querySelector('span');
    return name === null ? [] : [{ element, marker, width: name.offsetWidth, height: name.offsetHeight }];
  });
  const ordered = points.toSorted(
    (a, b) => Number(b.element.dataset['kind'] === 'vessel') - Number(a.element.dataset['kind'] === 'vessel'),
  );
  const { clientWidth, clientHeight } = map.getContainer();
  const sides = placeLabels(
    ordered.map(({ marker, width, height }) => ({ ...map.project(marker.getLngLat()), width, height })),
    { width: clientWidth, height: clientHeight },
  );
  for (const [index, { element }] of ordered.entries()) element.dataset['label'] = sides[index];
}
