import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import type { Lang } from '#shared/i18n/text.ts';
import { nearestLon } from './map-model.ts';
import { type Box, type LabelRoom, type NameSide, type NameSpot, placeNames } from './map-labels.ts';

/** Kind, the zoom from which it is shown, longitude, latitude, English and Chinese name. */
type Named = readonly (string | number)[];
type Name = { index: number; kind: string; at: [number, number]; text: string; spot: NameSpot };

const heightPx = 15;
/** One name for so many square pixels of the map: more would hide what it is about. */
const roomForOne = 11_000;

const fontOf = (kind: string): string => (kind === 'sea' ? 'italic 500 12px' : '500 11px');

function elementOf({ kind, text }: Name): HTMLElement {
  const element = document.createElement('div');
  element.className = 'pt-map-name';
  element.dataset['kind'] = kind;
  // The same places are in the lists beside maps; these only help to find one's way.
  element.setAttribute('aria-hidden', 'true');
  const label = document.createElement('span');
  label.textContent = text;
  element.append(document.createElement('i'), label);
  return element;
}

/** The names of seas, cities and ports on one map: few from afar, more from near, none over another. */
export function namesOn(map: MapLibreMap, lang: Lang) {
  let all: readonly Named[] = [];
  let gone = false;
  map.once('remove', () => {
    gone = true;
  });
  const drawn = new Map<number, Marker>();
  const widths = new Map<string, number>();
  const context = document.createElement('canvas').getContext('2d');

  const widthOf = (text: string, kind: string): number => {
    const known = widths.get(text);
    if (known !== undefined || context === null) return known ?? 0;
    context.font = `${fontOf(kind)} ${getComputedStyle(map.getContainer()).fontFamily}`;
    const width = context.measureText(text).width + 6;
    widths.set(text, width);
    return width;
  };

  /** Names that count at this zoom and lie on the part of the world that is seen, in the order in which they choose. */
  const candidates = ({ width, height }: LabelRoom): Name[] => {
    const zoom = map.getZoom();
    const middle = map.getCenter().lng;
    return all.flatMap(([kind, from, lon, lat, name, nameCn], index): Name[] => {
      if (typeof from !== 'number' || typeof lon !== 'number' || typeof lat !== 'number' || from > zoom) return [];
      const at: [number, number] = [nearestLon(lon, middle), lat];
      const { x, y } = map.project(at);
      if (x < 0 || y < 0 || x > width || y > height) return [];
      const text = String((lang === 'zh' ? nameCn : '') || name);
      const spot = { x, y, width: widthOf(text, String(kind)), height: heightPx, isSea: kind === 'sea' };
      return [{ index, kind: String(kind), at, text, spot }];
    });
  };

  const put = (name: Name, side: NameSide): void => {
    const marker =
      drawn.get(name.index) ?? new Marker({ element: elementOf(name), anchor: 'center' }).setLngLat(name.at).addTo(map);
    marker.setLngLat(name.at).getElement().dataset['label'] = side;
    drawn.set(name.index, marker);
  };

  return {
    /** Fetches the names, which come apart from the map; without them it is poorer, but no worse. */
    fetch: async (then: () => void): Promise<void> => {
      const file = await import('./names.json').catch(() => undefined);
      if (file === undefined || gone) return;
      all = file.default;
      then();
    },
    /** Draws the names that fit beside what is taken; those of `own` stand on the map already. */
    arrange: (taken: readonly Box[], own: readonly Marker[], room: LabelRoom): void => {
      const known = own.map((marker) => marker.getElement().textContent);
      const wanted = candidates(room).filter(({ text }) => !known.some((label) => label.startsWith(text)));
      const sides = placeNames(
        wanted.map(({ spot }) => spot),
        taken,
        room,
      );
      const shown = wanted
        .flatMap((name, index) => {
          const side = sides[index] ?? 'none';
          return side === 'none' ? [] : [{ name, side }];
        })
        .slice(0, Math.ceil((room.width * room.height) / roomForOne));
      const kept = new Set(shown.map(({ name }) => name.index));
      for (const [index, marker] of drawn) {
        if (kept.has(index)) continue;
        marker.remove();
        drawn.delete(index);
      }
      for (const { name, side } of shown) put(name, side);
    },
  };
}
