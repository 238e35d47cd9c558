import type { Feature, FeatureCollection, LineString, Polygon } from 'geojson';
import {
  AttributionControl,
  type ExpressionSpecification,
  type GeoJSONSource,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { Lang } from '#shared/i18n/text.ts';
import { landPolygons } from './land.ts';
import { drawing } from './map-drawing.ts';
import { areaName, arrangeLabels } from './map-markers.ts';
import { namesOn } from './map-names.ts';
import { placesOn } from './map-places.ts';
import { fitPadding, roomOf } from './map-room.ts';
import { FLEET, fleetLayers, fleetOn } from './map-fleet.ts';
import {
  alignAreas,
  alignPlaces,
  boundsOf,
  gatherAreas,
  type MapArea,
  type MapEditing,
  type MapFleet,
  type MapGroups,
  type MapLine,
  type MapPlace,
  type VesselTone,
} from './map-model.ts';

setWorkerUrl(workerUrl);

/** What a map shows. */
export type MapContent = {
  lines: readonly MapLine[];
  places: readonly MapPlace[];
  areas: readonly MapArea[];
  /** The areas are what is looked at: fits the map to them too. */
  fitAreas?: boolean;
  /** How near the map goes to fit. */
  fitZoom?: number | undefined;
  /** Points near each other are drawn as one. */
  groups?: MapGroups | undefined;
};

/** A map on the page, with the ways to change it. */
export type LiveMap = {
  show: (content: MapContent, fit: boolean) => void;
  /** Shows many vessels that move, or none. */
  fleet: (fleet: MapFleet | undefined) => void;
  /** Leaves out vessels of the fleet that do one of these. */
  hide: (tones: readonly VesselTone[]) => void;
  /** Lets people draw, or no longer. */
  edit: (editing: MapEditing | undefined) => void;
  recolour: () => void;
  resize: () => void;
  remove: () => void;
};

const SOURCE = 'route';
const AREAS = 'areas';

function colours(): Record<'sea' | 'land' | 'line' | 'travelled' | 'remaining' | 'area', string> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
  return {
    sea: read('--pt-sea', '#dfeaf2'),
    land: read('--pt-land', '#f4f1ea'),
    line: read('--pt-line', '#c9d3dc'),
    travelled: read('--pt-primary', '#0958d9'),
    remaining: read('--pt-text-2', '#5b6673'),
    area: read('--pt-danger', '#c8321f'),
  };
}

/** The colour that a line or an area has itself, else the one of its layer. */
const ownOr = (colour: string): ExpressionSpecification => ['coalesce', ['get', 'colour'], colour];

/** Lines of latitude and longitude every 30 degrees, over three worlds so that no map edge shows. */
function graticule(): FeatureCollection<LineString> {
  const features: Feature<LineString>[] = [];
  const add = (coordinates: [number, number][]): void =>
    void features.push({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } });
  for (let lon = -180; lon < 180; lon += 30)
    add([
      [lon, -85],
      [lon, 85],
    ]);
  for (let lat = -60; lat <= 60; lat += 30)
    add([
      [-180, lat],
      [180, lat],
    ]);
  return { type: 'FeatureCollection', features };
}

function styleOf(attribution: string): StyleSpecification {
  const colour = colours();
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: landPolygons(), attribution, maxzoom: 6, tolerance: 0.4 },
      graticule: { type: 'geojson', data: graticule() },
      [AREAS]: { type: 'geojson', data: areasOf([]) },
      [SOURCE]: { type: 'geojson', data: linesOf([]) },
      [FLEET]: { type: 'geojson', data: linesOf([]), maxzoom: 8, buffer: 16 },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colour.sea } },
      {
        id: 'graticule',
        type: 'line',
        source: 'graticule',
        paint: { 'line-color': colour.line, 'line-width': 0.6, 'line-opacity': 0.7 },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour.land } },
      {
        id: 'area',
        type: 'fill',
        source: AREAS,
        paint: { 'fill-color': ownOr(colour.area), 'fill-opacity': 0.14 },
      },
      {
        id: 'area-line',
        type: 'line',
        source: AREAS,
        paint: { 'line-color': ownOr(colour.area), 'line-width': 1.2, 'line-dasharray': [3, 2] },
      },
      {
        id: 'remaining',
        type: 'line',
        source: SOURCE,
        filter: ['==', ['get', 'kind'], 'remaining'],
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': ownOr(colour.remaining), 'line-width': 2, 'line-dasharray': [1.5, 2.5] },
      },
      {
        id: 'travelled',
        type: 'line',
        source: SOURCE,
        filter: ['==', ['get', 'kind'], 'travelled'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': ownOr(colour.travelled), 'line-width': 2.6 },
      },
      ...fleetLayers(),
    ],
  };
}

function linesOf(lines: readonly MapLine[]): FeatureCollection<LineString> {
  return {
    type: 'FeatureCollection',
    features: lines
      .filter((line) => line.points.length > 1)
      .map((line) => ({
        type: 'Feature',
        properties: { kind: line.kind, ...(line.colour !== undefined && { colour: line.colour }) },
        geometry: { type: 'LineString', coordinates: line.points.map(([lon, lat]) => [lon, lat]) },
      })),
  };
}

function areasOf(areas: readonly MapArea[]): FeatureCollection<Polygon> {
  return {
    type: 'FeatureCollection',
    features: areas.flatMap(({ rings, colour }) =>
      rings.map((ring): Feature<Polygon> => {
        const corners = [...ring, ...ring.slice(0, 1)].map(([lon, lat]) => [lon, lat]);
        return {
          type: 'Feature',
          properties: colour === undefined ? {} : { colour },
          geometry: { type: 'Polygon', coordinates: [corners] },
        };
      }),
    ),
  };
}

/** Can this browser draw maps? */
export function canDraw(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/** Gives the layers of a map the colours of the looks that are on now. */
function recolourMap(map: MapLibreMap): void {
  const colour = colours();
  map.setPaintProperty('sea', 'background-color', colour.sea);
  map.setPaintProperty('land', 'fill-color', colour.land);
  map.setPaintProperty('graticule', 'line-color', colour.line);
  map.setPaintProperty('area', 'fill-color', ownOr(colour.area));
  map.setPaintProperty('area-line', 'line-color', ownOr(colour.area));
  map.setPaintProperty('travelled', 'line-color', ownOr(colour.travelled));
  map.setPaintProperty('remaining', 'line-color', ownOr(colour.remaining));
}

type MapNames = { zoomIn: string; zoomOut: string; map: string; lang: Lang };

/** An empty map with its controls; it is neither turned nor tilted. */
function buildMap(container: HTMLElement, attribution: string, names: MapNames, maxZoom: number): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style: styleOf(attribution),
    center: [110, 20],
    zoom: 1,
    minZoom: 0,
    maxZoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: {
      'NavigationControl.ZoomIn': names.zoomIn,
      'NavigationControl.ZoomOut': names.zoomOut,
      'Map.Title': names.map,
    },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-left');
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  return map;
}

/** Draws what a map shows, with the names of places around it, and fits the map to it on request. */
function contentOn(map: MapLibreMap, lang: Lang, maxZoom: number): (content: MapContent, fit: boolean) => void {
  let markers: Marker[] = [];
  const points = placesOn(map);
  const places = namesOn(map, lang);
  const arrange = (): void => {
    const room = roomOf(map.getContainer());
    const own = [...markers, ...points.markers()];
    places.arrange(arrangeLabels(map, own, room), own, room);
  };
  map.on('moveend', arrange);
  void places.fetch(arrange);

  const put = (source: string, data: FeatureCollection): void =>
    void map.getSource<GeoJSONSource>(source)?.setData(data);
  const mark = (element: HTMLElement, [lon, lat]: readonly [number, number]): Marker =>
    new Marker({ element, anchor: 'center' }).setLngLat([lon, lat]).addTo(map);
  return (content, fit) => {
    const about = content.fitAreas === true ? gatherAreas(content.areas, content.lines) : content;
    const { lines } = about;
    // Areas that are looked at lie where they are gathered; others where the lines run.
    const areas = alignAreas(about.areas, content.fitAreas === true ? [] : lines);
    put(SOURCE, linesOf(lines));
    put(AREAS, areasOf(areas));
    for (const marker of markers) marker.remove();
    const shown = alignPlaces(content.places, lines);
    markers = areas.map(({ label, middle }) => mark(areaName(label), middle));
    const bounds = fit ? boundsOf(lines, shown, content.fitAreas === true ? areas : []) : undefined;
    if (bounds)
      map.fitBounds(bounds, {
        padding: fitPadding(roomOf(map.getContainer())),
        maxZoom: content.fitZoom ?? maxZoom - 1,
        animate: false,
      });
    points.show(shown, content.groups);
    arrange();
  };
}

/** Puts a map into a box; throws when the browser cannot draw it. */
export function createMap(container: HTMLElement, attribution: string, names: MapNames, maxZoom = 7): LiveMap {
  const map = buildMap(container, attribution, names, maxZoom);
  let loaded = false;
  let waiting: (() => void) | undefined;
  const vessels = fleetOn(map);
  let fleet: MapFleet | undefined;
  let hidden: readonly VesselTone[] = [];
  // Kept until it is done: content may be shown again before the map has loaded.
  let toFit = false;
  const drawContent = contentOn(map, names.lang, maxZoom);

  const show: LiveMap['show'] = (content, fit) => {
    toFit ||= fit;
    const draw = (): void => {
      drawContent(content, toFit);
      toFit = false;
    };
    if (loaded) draw();
    else waiting = draw;
  };
  // Not once it is drawn: the whole world would be drawn first, and then again the part that is looked at.
  map.once('style.load', () => {
    loaded = true;
    vessels.prepare();
    waiting?.();
    vessels.hide(hidden);
    vessels.show(fleet);
  });

  return {
    show,
    fleet: (next) => {
      fleet = next;
      if (loaded) vessels.show(next);
    },
    hide: (tones) => {
      hidden = tones;
      if (loaded) vessels.hide(tones);
    },
    edit: drawing(map),
    recolour: () => {
      if (!loaded) return;
      recolourMap(map);
      vessels.recolour();
    },
    resize: () => map.resize(),
    remove: () => {
      vessels.stop();
      map.remove();
    },
  };
}
