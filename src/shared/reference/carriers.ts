import { readRows } from './read-rows.ts';

/**
 * An ocean carrier; `urlTemplate` holds {blNo} or {ctnNo}; the checks say whether SCAC and prefixes are known from a sure source
 * (VERIFIED) or only assumed (UNVERIFIED); `simulated` marks the fictional carriers of the simulated world.
 */
export type CarrierRow = {
  readonly code: string;
  readonly scac: string | undefined;
  readonly scacCheck: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly containerPrefixes: readonly string[];
  readonly prefixesCheck: string;
  readonly urlTemplate: string | undefined;
  readonly simulated: boolean;
};

/** An airline with its two-character code and the three digits its air waybills start with. */
export type AirlineRow = {
  readonly iata: string;
  readonly awbPrefix: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly countryCode: string;
};

/** A vessel: metres, knots, capacity in twenty-foot units. */
export type VesselRow = {
  readonly imo: string;
  readonly mmsi: string;
  readonly callSign: string;
  readonly name: string;
  readonly flag: string;
  readonly carrierCode: string;
  readonly teu: number;
  readonly lengthM: number;
  readonly beamM: number;
  readonly speedKn: number;
  readonly simulated: boolean;
};

/** A container type by its ISO 6346 size and type code, with the name the trade uses (40HQ). */
export type ContainerTypeRow = {
  readonly code: string;
  readonly tradeName: string;
  readonly nameCn: string;
  readonly nameEn: string;
  readonly lengthFt: number;
  readonly teu: number;
};

/** Reads `seeds/carriers.csv`. */
export function parseCarriers(csvText: string): CarrierRow[] {
  return readRows('carriers', csvText, (line) => ({
    code: line.text('code'),
    scac: line.optional('scac'),
    scacCheck: line.text('scac_check'),
    nameEn: line.text('name_en'),
    nameCn: line.text('name_cn'),
    containerPrefixes: line.list('container_prefixes'),
    prefixesCheck: line.text('prefixes_check'),
    urlTemplate: line.optional('url_template'),
    simulated: line.flag('simulated'),
  }));
}

/** Reads `seeds/airlines.csv`. */
export function parseAirlines(csvText: string): AirlineRow[] {
  return readRows('airlines', csvText, (line) => ({
    iata: line.text('iata'),
    awbPrefix: line.text('awb_prefix'),
    nameEn: line.text('name_en'),
    nameCn: line.text('name_cn'),
    countryCode: line.text('country_code'),
  }));
}

/** Reads `seeds/vessels.csv`. */
export function parseVessels(csvText: string): VesselRow[] {
  return readRows('vessels', csvText, (line) => ({
    imo: line.text('imo'),
    mmsi: line.text('mmsi'),
    callSign: line.text('call_sign'),
    name: line.text('name'),
    flag: line.text('flag'),
    carrierCode: line.text('carrier_code'),
    teu: line.number('teu'),
    lengthM: line.number('length_m'),
    beamM: line.number('beam_m'),
    speedKn: line.number('speed_kn'),
    simulated: line.flag('simulated'),
  }));
}

/** Reads `seeds/container-types.csv`. */
export function parseContainerTypes(csvText: string): ContainerTypeRow[] {
  return readRows('container-types', csvText, (line) => ({
    code: line.text('code'),
    tradeName: line.text('trade_name'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
    lengthFt: line.number('length_ft'),
    teu: line.number('teu'),
  }));
}
