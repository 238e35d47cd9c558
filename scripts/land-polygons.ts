import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The land of the earth by world-atlas as polygons, each as its outline and its holes. */
export function landPolygons(file: 'land-10m' | 'land-50m'): Position[][][] {
  const source = createRequire(import.meta.url).resolve(`world-atlas/${file}.json`);
  const topology: Topology<{ land: GeometryCollection }> = JSON.parse(readFileSync(source, 'utf8'));
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  });
}
