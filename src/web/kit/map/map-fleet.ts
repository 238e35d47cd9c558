import type { Feature, Point } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as MapLibreMap,
  MapMouseEvent,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapFleet, MapVessel, VesselTone } from './map-model.ts';

/** The source of all vessels in the style of a map. */
export const FLEET = 'fleet';
const dots = 'fleet-dots';
const ships = 'fleet-ships';
/** From here on vessels are large enough to show where they point. */
const pointingZoom = 3.5;
/** How near a press has to be, in pixels. */
const nearPx = 6;
const iconPx = 32;
/** All vessels are drawn at most so often: each time the map builds its tiles again. */
const drawEveryMs = 1_000;

type Colours = Readonly<Record<VesselTone, string>>;

function coloursOfFleet(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  return {
    underway: read('--pt-primary', '#0b5285'),
    drifting: read('--pt-danger', '#b3261e'),
    anchored: read('--pt-warn', '#8f5a00'),
    moored: read('--pt-ok', '#1b6e45'),
    stale: read('--pt-line-strong', '#9aa7b3'),
  };
}

const byTone = (colours: Colours): ExpressionSpecification => [
  'match',
  ['get', 'tone'],
  'drifting',
  colours.drifting,
  'anchored',
  colours.anchored,
  'moored',
  colours.moored,
  'stale',
  colours.stale,
  colours.underway,
];

/** The layers of vessels: dots from afar, shapes that point where she goes from near. */
export function fleetLayers(): StyleSpecification['layers'] {
  const colours = coloursOfFleet();
  return [
    {
      id: dots,
      type: 'circle',
      source: FLEET,
      maxzoom: pointingZoom,
      paint: { 'circle-radius': 2.6, 'circle-color': byTone(colours), 'circle-opacity': 0.9 },
    },
    {
      id: ships,
      type: 'symbol',
      source: FLEET,
      minzoom: pointingZoom,
      layout: {
        'icon-image': ['match', ['get', 'tone'], ['anchored', 'moored', 'stale'], 'vessel-still', 'vessel-moving'],
        'icon-rotate': ['coalesce', ['get', 'course'], 0],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'icon-size': 0.5,
      },
      paint: { 'icon-color': byTone(colours) },
    },
  ];
}

/** One colour of its own on nothing; the map tints it. */
function drawn(draw: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = iconPx;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no 2D canvas');
  context.fillStyle = '#fff';
  context.beginPath();
  draw(context);
  context.fill();
  return context.getImageData(0, 0, iconPx, iconPx);
}

const arrow = (context: CanvasRenderingContext2D): void => {
  context.moveTo(16, 2);
  context.lineTo(26, 29);
  context.lineTo(16, 23);
  context.lineTo(6, 29);
  context.closePath();
};

const disc = (context: CanvasRenderingContext2D): void => context.arc(16, 16, 9, 0, Math.PI * 2);

const featureOf = ({ id, at, course, tone, label }: MapVessel): Feature<Point> => ({
  type: 'Feature',
  id: Number(id),
  properties: { tone, course, label },
  geometry: { type: 'Point', coordinates: [at[0], at[1]] },
});

/** Gathers vessels that moved and has them drawn at most once in `drawEveryMs`; `draw` says whether it could. */
function gather(draw: (vessels: readonly MapVessel[]) => boolean) {
  const waiting = new Map<string, MapVessel>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const drawNow = (): void => {
    timer = undefined;
    if (waiting.size === 0 || !draw([...waiting.values()])) return;
    waiting.clear();
    drawnAt = performance.now();
  };
  return {
    add: (vessels: readonly MapVessel[]): void => {
      for (const vessel of vessels) waiting.set(vessel.id, vessel);
      const waitMs = drawnAt + drawEveryMs - performance.now();
      if (waitMs <= 0) drawNow();
      else timer ??= setTimeout(drawNow, waitMs);
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** The vessels of one map: those that moved are moved, the rest stays as it is. */
export function fleetOn(map: MapLibreMap) {
  let fleet: MapFleet | undefined;
  let stop: (() => void) | undefined;
  const shown = new Set<string>();

  const draw = (vessels: readonly MapVessel[]): boolean => {
    const source = map.getSource<GeoJSONSource>(FLEET);
    if (source === undefined) return false;
    const fresh = vessels.filter(({ id }) => !shown.has(id));
    const moved = vessels.filter(({ id }) => shown.has(id));
    for (const { id } of fresh) shown.add(id);
    void source.updateData({
      add: fresh.map(featureOf),
      update: moved.map((vessel) => {
        const { geometry, properties } = featureOf(vessel);
        return {
          id: Number(vessel.id),
          newGeometry: geometry,
          addOrUpdateProperties: Object.entries(properties ?? {}).map(([key, value]) => ({ key, value })),
        };
      }),
    });
    return true;
  };
  const moves = gather(draw);

  const near = ({ point: { x, y } }: MapMouseEvent) =>
    map.queryRenderedFeatures(
      [
        [x - nearPx, y - nearPx],
        [x + nearPx, y + nearPx],
      ],
      { layers: [dots, ships] },
    );
  map.on('click', (event) => {
    if (fleet === undefined) return;
    const ids = new Set(near(event).map(({ id }) => String(id).padStart(9, '0')));
    if (ids.size > 0) fleet.onPick([...ids]);
  });
  for (const layer of [dots, ships]) {
    map.on('mousemove', layer, (event) => {
      map.getCanvas().style.cursor = 'pointer';
      map.getCanvas().title = String(event.features?.[0]?.properties['label'] ?? '');
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
      map.getCanvas().title = '';
    });
  }

  return {
    /** Puts the pictures of vessels into the map; the layers want them once it has loaded. */
    prepare: (): void => {
      map.addImage('vessel-moving', drawn(arrow), { sdf: true });
      map.addImage('vessel-still', drawn(disc), { sdf: true });
    },
    show: (next: MapFleet | undefined): void => {
      if (next === fleet) return;
      stop?.();
      fleet = next;
      stop = next?.listen(moves.add);
      moves.add([...(next?.all() ?? [])]);
    },
    /** Leaves out vessels that do one of these. */
    hide: (tones: readonly VesselTone[]): void => {
      const filter: ExpressionSpecification = ['!', ['in', ['get', 'tone'], ['literal', [...tones]]]];
      for (const layer of [dots, ships]) map.setFilter(layer, tones.length === 0 ? null : filter);
    },
    recolour: (): void => {
      const colours = byTone(coloursOfFleet());
      map.setPaintProperty(dots, 'circle-color', colours);
      map.setPaintProperty(ships, 'icon-color', colours);
    },
    stop: (): void => {
      stop?.();
      moves.stop();
    },
  };
}
