import { readFileSync } from 'node:fs';
import { parseCarriers, parseVessels } from '#shared/reference/carriers.ts';
import { parsePorts } from '#shared/reference/places.ts';
import type { WorldReference } from './network/types.ts';
import { once } from '#shared/memory/once-per.ts';

const packageRoot = new URL('../../', import.meta.url);

/** The text of a file of the product's reference data. */
export function readText(path: string): string {
  return readFileSync(new URL(path, packageRoot), 'utf8');
}

/** Reads ports, simulated carriers and simulated vessels from the seed files, once per process. */
export const loadReference: () => WorldReference = once(() => {
  const ports = parsePorts(readText('generated/ports.csv')).map((row) => ({
    code: row.code,
    name: row.name,
    country: row.countryCode,
    zone: row.zone,
    position: [row.lon, row.lat] as const,
  }));
  const carriers = parseCarriers(readText('seeds/carriers.csv')).filter((row) => row.simulated);
  const vessels = parseVessels(readText('seeds/vessels.csv')).filter((row) => row.simulated);
  return {
    ports: new Map(ports.map((port) => [port.code, port])),
    carriers: carriers.map((row, index) => ({
      index,
      code: row.code,
      scac: row.scac ?? row.code,
      name: row.nameEn,
      prefixes: row.containerPrefixes,
    })),
    vessels: vessels.map(({ imo, mmsi, name, flag, callSign, carrierCode }) => ({
      imo,
      mmsi,
      name,
      flag,
      callSign,
      carrierCode,
    })),
  };
});
