import { readRows } from './read-rows.ts';

/** A place where trucks of the simulated world stop. */
export type RoadSiteRow = {
  readonly code: string;
  readonly nameCn: string;
  readonly nameEn: string;
  readonly lon: number;
  readonly lat: number;
  readonly radiusM: number;
  readonly zone: string;
};

const editions = ['2011', '2013', '2019', 'GT06'] as const;
const vehicleKinds = ['CONTAINER', 'BOX', 'REEFER'] as const;

/** A truck of the simulated world; `edition` is what its device speaks, `sites` the way it goes to and fro. */
export type WorldVehicleRow = {
  readonly tenant: string;
  readonly plate: string;
  readonly edition: (typeof editions)[number];
  readonly terminalNo: string;
  readonly kind: (typeof vehicleKinds)[number];
  readonly driver: string;
  readonly phone: string;
  readonly sites: readonly string[];
};

/** Reads `seeds/road-sites.csv`. */
export function parseRoadSites(csvText: string): RoadSiteRow[] {
  return readRows('road-sites', csvText, (line) => ({
    code: line.text('code'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
    lon: line.number('lon'),
    lat: line.number('lat'),
    radiusM: line.number('radius_m'),
    zone: line.text('zone'),
  }));
}

/** Reads `seeds/world-vehicles.csv`. */
export function parseWorldVehicles(csvText: string): WorldVehicleRow[] {
  return readRows('world-vehicles', csvText, (line) => ({
    tenant: line.text('tenant'),
    plate: line.text('plate'),
    edition: line.oneOf('edition', editions),
    terminalNo: line.text('terminal_no'),
    kind: line.oneOf('kind', vehicleKinds),
    driver: line.text('driver'),
    phone: line.text('phone'),
    sites: line.list('sites'),
  }));
}
