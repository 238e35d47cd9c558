import type { RiskZone } from '#domain/exceptions/risk-zones.ts';
import type { ReferenceData } from '#domain/exceptions/types.ts';
import type { TariffRow } from '#domain/tracking/free-time.ts';
import type { PlaceCalendar } from '#domain/execution/schedule/working-days.ts';
import type { InlandZones } from './inland-zones.ts';

/** By source code: what operators have stated its unknown codes mean; null = no port. */
export type PortMappings = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** By source code: the milestones that operators have stated its words for moves mean; null = none. */
export type WordMappings = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** A port as screens name it. */
export type PortInfo = {
  code: string;
  name: string;
  nameCn: string | null;
  description: string | null;
  countryCode: string | null;
  lon: number | null;
  lat: number | null;
  zone: string | null;
};

export type CarrierInfo = {
  code: string;
  scac: string | null;
  isScacVerified: boolean;
  nameEn: string;
  nameCn: string | null;
  urlTemplate: string | null;
  containerPrefixes: readonly string[];
  arePrefixesVerified: boolean;
};

/** An airline with the three digits of its waybills. */
export type AirlineInfo = { code: string; prefix: string | null; nameEn: string; nameCn: string | null };

export type StatusInfo = {
  code: string;
  nameCn: string;
  nameEn: string;
  stageCode: string;
  stageNameCn: string;
  stageNameEn: string;
  stageSequence: number;
  statusSequence: number;
};

type ExceptionTypeInfo = {
  code: string;
  nameCn: string;
  nameEn: string;
  descriptionCn: string | null;
  descriptionEn: string | null;
  sourceCode: string;
  severity: string;
  enabled: boolean;
};

/** A risk zone with the area it covers. */
export type RiskZoneInfo = RiskZone & {
  nameCn: string;
  nameEn: string;
  zoneType: string;
  noteCn: string | null;
  noteEn: string | null;
};

type SourceInfo = { code: string; nameCn: string; nameEn: string };

type TenantInfo = { id: number; code: string; name: string; nameEn: string | null; zone: string };

type DictInfo = { codeType: string; codeValue: string; displayCn: string | null; displayEn: string | null };

/** One consistent reading of the master data, looked up by code. */
export type ReferenceSnapshot = {
  version: string;
  ports: ReadonlyMap<string, PortInfo>;
  aliases: ReadonlyMap<string, string>;
  /** Airports and rail stations, by their own codes. */
  otherPlaces: ReadonlyMap<string, PortInfo>;
  /** Zones of places that are no ports. */
  inlandZones: InlandZones;
  portMappings: PortMappings;
  wordMappings: WordMappings;
  carriers: ReadonlyMap<string, CarrierInfo>;
  airlines: ReadonlyMap<string, AirlineInfo>;
  statuses: ReadonlyMap<string, StatusInfo>;
  containerTypes: ReadonlyMap<string, { code: string; tradeName: string; nameCn: string; nameEn: string }>;
  exceptionTypes: ReadonlyMap<string, ExceptionTypeInfo>;
  tenants: ReadonlyMap<number, TenantInfo>;
  sources: ReadonlyMap<string, SourceInfo>;
  /** Tariffs of carriers in use: how long containers may stay without charge. */
  tariffs: readonly TariffRow[];
  placeCalendars: readonly PlaceCalendar[];
  /** Risk zones in use, whenever they are active. */
  riskZones: ReadonlyMap<string, RiskZoneInfo>;
  dictionary: readonly DictInfo[];
  /** The look-ups that domain rules ask for. */
  rules: ReferenceData;
};
