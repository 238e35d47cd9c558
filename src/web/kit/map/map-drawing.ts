import { type Map as MapLibreMap, type MapMouseEvent, Marker } from 'maplibre-gl';
import type { LonLat, MapEditing, MapHandle } from './map-model.ts';

/** Pixels that one press of an arrow key moves a handle by; with Shift. */
const stepPx = 4;
const longStepPx = 24;

const steps: Readonly<Record<string, LonLat>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function handleElement({ label, kind }: MapHandle): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'pt-map-handle';
  element.dataset['kind'] = kind;
  element.setAttribute('aria-label', label);
  element.title = label;
  return element;
}

/** The drawing of one map: handles are dragged, or moved by arrow keys and taken out by Delete. */
export function drawing(map: MapLibreMap): (editing: MapEditing | undefined) => void {
  let current: MapEditing | undefined;
  const markers = new Map<string, Marker>();

  function moveByKey(event: KeyboardEvent, id: string): void {
    const marker = markers.get(id);
    const step = steps[event.key];
    if (marker === undefined) return;
    if (event.key === 'Delete' || event.key === 'Backspace') current?.onRemove(id);
    else if (step === undefined) return;
    else {
      const by = event.shiftKey ? longStepPx : stepPx;
      const from = map.project(marker.getLngLat());
      const { lng, lat } = map.unproject([from.x + step[0] * by, from.y + step[1] * by]);
      current?.onMove(id, [lng, lat]);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function add(handle: MapHandle): Marker {
    const element = handleElement(handle);
    const marker = new Marker({ element, anchor: 'center', draggable: true });
    marker.on('drag', () => {
      const { lng, lat } = marker.getLngLat();
      current?.onMove(handle.id, [lng, lat]);
    });
    element.addEventListener('keydown', (event) => moveByKey(event, handle.id));
    element.addEventListener('dblclick', (event) => {
      event.stopPropagation();
      current?.onRemove(handle.id);
    });
    // A press on a handle is no press on the sea.
    element.addEventListener('click', (event) => event.stopPropagation());
    return marker.setLngLat([handle.at[0], handle.at[1]]).addTo(map);
  }

  const press = ({ lngLat: { lng, lat } }: MapMouseEvent): void => current?.onPress([lng, lat]);

  return (editing) => {
    if (current === undefined && editing !== undefined) {
      map.on('click', press);
      map.doubleClickZoom.disable();
      map.getCanvas().style.cursor = 'crosshair';
    } else if (current !== undefined && editing === undefined) {
      map.off('click', press);
      map.doubleClickZoom.enable();
      map.getCanvas().style.cursor = '';
    }
    current = editing;
    const handles = editing?.handles ?? [];
    for (const [id, marker] of markers) {
      if (handles.some((handle) => handle.id === id)) continue;
      marker.remove();
      markers.delete(id);
    }
    for (const handle of handles) {
      const marker = markers.get(handle.id);
      if (marker === undefined) markers.set(handle.id, add(handle));
      else {
        marker.setLngLat([handle.at[0], handle.at[1]]);
        marker.getElement().setAttribute('aria-label', handle.label);
      }
    }
  };
}
