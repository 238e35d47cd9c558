import type { Logger } from 'pino';
import { type RiskZone, createRiskZones } from '#domain/exceptions/risk-zones.ts';
import type { NamedKind, ReferenceData } from '#domain/exceptions/types.ts';
import { type TariffRow, createTariffs } from '#domain/tracking/free-time.ts';
import { createPlaceCalendars } from '#domain/execution/schedule/working-days.ts';
import type { PlaceCalendar } from '#domain/execution/schedule/working-days.ts';
import { createPortNames } from '#domain/administration/ports/port-names.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import type { Instant } from '#shared/time/instant.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { itemAt } from '#shared/values/items.ts';
import { masterDataChannel, masterDataVersionKey, noteMasterDataChange } from './note-change.ts';
import { type PortMappings, type WordMappings, readPortMappings } from './port-mappings.ts';
import type { InlandZones } from './inland-zones.ts';
import { byKey } from './by-key.ts';
import { readPlaceCalendars } from './place-calendars.ts';
import { operatorIn } from './operators.ts';
import { placeIn, readPlaces } from './places.ts';

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
export type ExceptionTypeInfo = {
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
export type SourceInfo = { code: string; nameCn: string; nameEn: string };
export type TenantInfo = { id: number; code: string; name: string; nameEn: string | null; zone: string };
export type DictInfo = { codeType: string; codeValue: string; displayCn: string | null; displayEn: string | null };

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

/** Fingerprint of the product's own reference data: another release is another version. */
const seedKey = 'seeded_master_data';

/** Which version the master data have, as SQL. */
export const versionSql = `coalesce((select string_agg(value #>> '{}', ' ' order by key) from app_state
  where key in ('${masterDataVersionKey}', '${seedKey}')), '0')`;

async function readVersion(database: Database): Promise<string> {
  const { rows } = await database.execute<{ version: string }>(`select ${versionSql} as version`);
  return itemAt(rows, 0).version;
}

type RiskZoneRecord = {
  code: string;
  name_cn: string;
  name_en: string;
  zone_type: string;
  severity: RiskZoneInfo['severity'];
  outline: string;
  active_from: Instant;
  active_to: Instant | null;
  note_cn: string | null;
  note_en: string | null;
  news_at: Instant | null;
};

/** One that cannot be read is none: the form refuses it, but rows may come from elsewhere. */
function toRiskZone(row: RiskZoneRecord): RiskZoneInfo[] {
  const read = parseOutline(row.outline);
  if ('problem' in read) return [];
  return [
    {
      code: row.code,
      severity: row.severity,
      outline: read.outline,
      activeFrom: row.active_from,
      activeTo: row.active_to,
      ...(row.news_at !== null && { newsAt: row.news_at }),
      nameCn: row.name_cn,
      nameEn: row.name_en,
      zoneType: row.zone_type,
      noteCn: row.note_cn,
      noteEn: row.note_en,
    },
  ];
}

/** Tariffs in use. */
async function readTariffs(database: Database): Promise<TariffRow[]> {
  const rows = await database.system.selectFrom('md_free_time').selectAll().where('enabled', '=', true).execute();
  return rows.map((row) => ({
    carrierCode: row.carrier_code,
    placeCode: row.place_code,
    demurrageDays: row.demurrage_days,
    detentionDays: row.detention_days,
    demurrageRate: row.demurrage_rate,
    detentionRate: row.detention_rate,
    storageDays: row.storage_days,
    storageRate: row.storage_rate,
    currency: row.currency,
  }));
}

async function readAirlines(database: Database): Promise<ReadonlyMap<string, AirlineInfo>> {
  const rows = await database.system.selectFrom('md_airline').selectAll().execute();
  return byKey(
    rows.map((row) => ({ code: row.code, prefix: row.awb_prefix, nameEn: row.name_en, nameCn: row.name_cn })),
    (row) => row.code,
  );
}

async function readCodes(database: Database) {
  const db = database.system;
  const [carriers, statuses, containerTypes, exceptionTypes, tenants, dictionary, sources, riskZones] =
    await Promise.all([
      db.selectFrom('md_carrier').selectAll().execute(),
      db.selectFrom('md_status').selectAll().execute(),
      db.selectFrom('md_container_type').selectAll().execute(),
      db.selectFrom('md_exception_type').selectAll().execute(),
      db.selectFrom('tenant').selectAll().execute(),
      db.selectFrom('md_code_dict').selectAll().orderBy('code_type').orderBy('sort').orderBy('id').execute(),
      db.selectFrom('source').select(['code', 'name_cn', 'name_en']).execute(),
      db.selectFrom('md_risk_zone').selectAll().where('enabled', '=', true).orderBy('code').execute(),
    ]);
  return {
    carriers: byKey(
      carriers.map((row) => ({
        code: row.code,
        scac: row.scac,
        isScacVerified: row.scac_check === 'VERIFIED',
        nameEn: row.name_en,
        nameCn: row.name_cn,
        urlTemplate: row.url_template,
        containerPrefixes: (row.container_prefixes ?? '').split(' ').filter(Boolean),
        arePrefixesVerified: row.prefixes_check === 'VERIFIED',
      })),
      (row) => row.code,
    ),
    statuses: byKey(
      statuses.map((row) => ({
        code: row.code,
        nameCn: row.name_cn,
        nameEn: row.name_en,
        stageCode: row.stage_code,
        stageNameCn: row.stage_name_cn,
        stageNameEn: row.stage_name_en,
        stageSequence: row.stage_sequence,
        statusSequence: row.status_sequence,
      })),
      (row) => row.code,
    ),
    containerTypes: byKey(
      containerTypes.map((row) => ({
        code: row.code,
        tradeName: row.trade_name,
        nameCn: row.name_cn,
        nameEn: row.name_en,
      })),
      (row) => row.code,
    ),
    exceptionTypes: byKey(
      exceptionTypes.map((row) => ({
        code: row.code,
        nameCn: row.name_cn,
        nameEn: row.name_en,
        descriptionCn: row.description_cn,
        descriptionEn: row.description_en,
        sourceCode: row.source_code,
        severity: row.severity,
        enabled: row.enabled,
      })),
      (row) => row.code,
    ),
    tenants: byKey(
      tenants.map((row) => ({ id: row.id, code: row.code, name: row.name, nameEn: row.name_en, zone: row.zone })),
      (row) => row.id,
    ),
    sources: byKey(
      sources.map((row) => ({ code: row.code, nameCn: row.name_cn, nameEn: row.name_en })),
      (row) => row.code,
    ),
    riskZones: byKey(riskZones.flatMap(toRiskZone), (row) => row.code),
    dictionary: dictionary.map((row) => ({
      codeType: row.code_type,
      codeValue: row.code_value,
      displayCn: row.display_cn,
      displayEn: row.display_en,
    })),
  };
}

function nameIn(
  snapshot: Omit<ReferenceSnapshot, 'rules'>,
  kind: NamedKind,
  code: string,
  language: Lang,
): string | undefined {
  switch (kind) {
    case 'source': {
      const source = snapshot.sources.get(code);
      return language === 'zh' ? source?.nameCn : source?.nameEn;
    }
    case 'port': {
      const port = placeIn(snapshot, code);
      return language === 'zh' ? (port?.nameCn ?? port?.name) : port?.name;
    }
    case 'carrier': {
      const carrier = operatorIn(snapshot, code);
      return language === 'zh' ? (carrier?.nameCn ?? carrier?.nameEn) : carrier?.nameEn;
    }
    case 'riskZone': {
      const zone = snapshot.riskZones.get(code);
      return language === 'zh' ? zone?.nameCn : zone?.nameEn;
    }
    case 'failure':
      return knownText(`refusal.${code}`, language);
  }
}

/** What rules may know of carriers: unverified codes and prefixes are as good as unknown. */
function carrierLookups(
  carriers: ReferenceSnapshot['carriers'],
): Pick<ReferenceData, 'containerPrefixesOf' | 'carrierOfPrefix' | 'carrierOfCode'> {
  const owners = new Map<string, string>();
  const scacs = new Map<string, string | null>();
  for (const { code, scac, isScacVerified, containerPrefixes, arePrefixesVerified } of carriers.values()) {
    if (scac !== null) scacs.set(scac, isScacVerified ? code : (scacs.get(scac) ?? null));
    if (arePrefixesVerified) for (const prefix of containerPrefixes) if (!owners.has(prefix)) owners.set(prefix, code);
  }
  return {
    containerPrefixesOf: (carrierCode) => {
      const carrier = carriers.get(carrierCode);
      return carrier?.arePrefixesVerified === true ? carrier.containerPrefixes : [];
    },
    carrierOfPrefix: (prefix) => owners.get(prefix),
    carrierOfCode: (code) => (carriers.has(code) ? code : scacs.get(code)),
  };
}

function ruleLookups(snapshot: Omit<ReferenceSnapshot, 'rules'>): ReferenceData {
  const resolvePort = (code: string): string | undefined => {
    const canonical = code.trim().toUpperCase();
    if (snapshot.ports.has(canonical)) return canonical;
    return snapshot.aliases.get(canonical);
  };
  return {
    resolvePort,
    portNamed: createPortNames(() => snapshot.ports.values()),
    isNoPort: (code, sourceCode) => snapshot.portMappings.get(sourceCode)?.get(code) === null,
    zoneOf: (portCode) => placeIn(snapshot, portCode)?.zone ?? snapshot.inlandZones.zoneOf(portCode),
    countryOf: (placeCode) => placeIn(snapshot, placeCode)?.countryCode ?? undefined,
    ...carrierLookups(snapshot.carriers),
    nameOf: (kind, code, language) => nameIn(snapshot, kind, code, language),
    riskZones: createRiskZones([...snapshot.riskZones.values()], (portCode) => {
      const port = snapshot.ports.get(portCode);
      return port?.lon == null || port.lat === null ? undefined : [port.lon, port.lat];
    }),
    tariffOf: createTariffs(snapshot.tariffs),
    workingDaysOf: createPlaceCalendars(snapshot.placeCalendars),
    orderOf: (statusCode) => snapshot.statuses.get(statusCode),
  };
}

/** Reads all master data that rules and presenters look up by code. */
export async function readReference(database: Database): Promise<ReferenceSnapshot> {
  const version = await readVersion(database);
  const [places, tariffs, placeCalendars, mappings, codes, airlines] = await Promise.all([
    readPlaces(database),
    readTariffs(database),
    readPlaceCalendars(database),
    readPortMappings(database),
    readCodes(database),
    readAirlines(database),
  ]);
  const snapshot = { version, ...places, tariffs, placeCalendars, ...mappings, airlines, ...codes };
  return { ...snapshot, rules: ruleLookups(snapshot) };
}

/** The master data of a process: always there, refreshed when somebody changes it. */
export type ReferenceStore = {
  current: () => ReferenceSnapshot;
  refresh: () => Promise<ReferenceSnapshot>;
  /** Reads master data again unless they are those of a version that was just read. */
  catchUp: (version: string) => Promise<void>;
  /** Says in the current transaction that master data changed. */
  touch: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Opens the store; changes made by other processes arrive by notification, at the latest by `pollMs`. */
export async function openReferenceStore(database: Database, log: Logger, pollMs = 30_000): Promise<ReferenceStore> {
  let snapshot = await readReference(database);
  let begun = 0;
  let shown = 0;
  const refresh = async (): Promise<ReferenceSnapshot> => {
    const own = ++begun;
    const read = await readReference(database);
    // Of two readings at once the one that began later counts, whichever is done first.
    if (own > shown) [snapshot, shown] = [read, own];
    return snapshot;
  };
  const refreshIfChanged = async (): Promise<void> => {
    try {
      if ((await readVersion(database)) !== snapshot.version) await refresh();
    } catch (error) {
      log.warn({ err: error }, 'master data could not be refreshed');
    }
  };
  const unlisten = await database.listen(masterDataChannel, () => void refreshIfChanged());
  const timer = setInterval(() => void refreshIfChanged(), pollMs);
  timer.unref();
  return {
    current: () => snapshot,
    refresh,
    catchUp: async (version) => {
      if (version !== snapshot.version) await refresh();
    },
    touch: async () => {
      await noteMasterDataChange(database);
      database.afterCommit(async () => void (await refresh()));
    },
    stop: async () => {
      clearInterval(timer);
      await unlisten();
    },
  };
}
