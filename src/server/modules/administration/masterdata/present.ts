import type { z } from 'zod';
import type {
  airlineRecord,
  airportRecord,
  carrierRecord,
  portRecord,
  vesselRecord,
} from '#contract/administration/masterdata.ts';
import type { RawRow } from '#server/entity/index.ts';
import type { CarrierInfo, PortInfo } from './reference-snapshot.ts';

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** A port as the wire has it. */
export const presentPort = (port: PortInfo): z.output<typeof portRecord> => ({
  portCode: port.code,
  portName: port.name,
  portNameCn: port.nameCn,
  portNameDesc: port.description,
  longitude: port.lon,
  latitude: port.lat,
  portTimeZone: port.zone,
});

/** A carrier as the wire has it. */
export const presentCarrier = (carrier: CarrierInfo): z.output<typeof carrierRecord> => ({
  carrierCode: carrier.code,
  scac: carrier.scac,
  carrierName: carrier.nameEn,
  carrierNameCn: carrier.nameCn,
  carrierUrl: carrier.urlTemplate,
});

/** A row of ports as the wire has it. */
export const portOfRow = (row: RawRow): z.output<typeof portRecord> => ({
  portCode: String(row['code']),
  portName: String(row['name']),
  portNameCn: textOf(row['name_cn']),
  portNameDesc: textOf(row['description']),
  longitude: numberOf(row['lon']),
  latitude: numberOf(row['lat']),
  portTimeZone: textOf(row['zone']),
});

/** A row of carriers as the wire has it. */
export const carrierOfRow = (row: RawRow): z.output<typeof carrierRecord> => ({
  carrierCode: String(row['code']),
  scac: textOf(row['scac']),
  carrierName: String(row['name_en']),
  carrierNameCn: textOf(row['name_cn']),
  carrierUrl: textOf(row['url_template']),
});

/** A row of vessels as the wire has it. */
export const vesselOfRow = (row: RawRow): z.output<typeof vesselRecord> => ({
  vesselName: String(row['name']),
  imo: textOf(row['imo']),
  mmsi: textOf(row['mmsi']),
  callSign: textOf(row['call_sign']),
  flag: textOf(row['flag']),
  carrierCode: textOf(row['carrier_code']),
  teu: numberOf(row['teu']),
});

/** A row of airports as the wire has it. */
export const airportOfRow = (row: RawRow): z.output<typeof airportRecord> => ({
  airportCode: String(row['code']),
  icao: textOf(row['icao']),
  airportName: String(row['name']),
  airportNameCn: textOf(row['name_cn']),
  countryCode: textOf(row['country_code']),
  longitude: numberOf(row['lon']),
  latitude: numberOf(row['lat']),
  airportTimeZone: textOf(row['zone']),
});

/** A row of airlines as the wire has it. */
export const airlineOfRow = (row: RawRow): z.output<typeof airlineRecord> => ({
  airlineCode: String(row['code']),
  awbPrefix: textOf(row['awb_prefix']),
  airlineName: String(row['name_en']),
  airlineNameCn: textOf(row['name_cn']),
  countryCode: textOf(row['country_code']),
});
