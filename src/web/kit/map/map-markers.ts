import type { Map as MapLibreMap, Marker } from 'maplibre-gl';
import { type Box, boxesOf, fittingNames, type LabelRoom, middleOf, placeLabels } from './map-labels.ts';
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

/** Hides names of areas that would cover others; nearer by there is room for them. Gives what the others take up. */
function arrangeAreaNames(map: MapLibreMap, markers: readonly Marker[]): Box[] {
  const names = markers.filter((marker) => marker.getElement().classList.contains('pt-map-area'));
  const spots = names.map((marker) => {
    const { offsetWidth: width, offsetHeight: height } = marker.getElement();
    return { ...map.project(marker.getLngLat()), width, height };
  });
  const matching = fittingNames(spots);
  for (const [index, marker] of names.entries()) marker.getElement().dataset['label'] = matching[index] ? '' : 'none';
  return spots.filter((_, index) => matching[index]).map(middleOf);
}

/**
 * Gives the names of points the sides where none covers another; a vessel chooses first. Names of areas stay in their middle.
 * Gives what all of them take up.
 */
export function arrangeLabels(map: MapLibreMap, markers: readonly Marker[], room: LabelRoom): Box[] {
  const areas = arrangeAreaNames(map, markers);
  const points = markers.flatMap((marker) => {
    const element = marker.getElement();
    const name = element.querySelector('span');
    return name === null ? [] : [{ element, marker, width: name.offsetWidth, height: name.offsetHeight }];
  });
  const ordered = points.toSorted(
    (a, b) => Number(b.element.dataset['kind'] === 'vessel') - Number(a.element.dataset['kind'] === 'vessel'),
  );
  const spots = ordered.map(({ marker, width, height }) => ({ ...map.project(marker.getLngLat()), width, height }));
  const sides = placeLabels(spots, room);
  for (const [index, { element }] of ordered.entries()) element.dataset['label'] = sides[index];
  return [...areas, ...boxesOf(spots, sides)];
}
