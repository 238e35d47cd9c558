import type { Logger } from 'pino';
import { createRiskZones } from '#domain/exceptions/risk-zones.ts';
import type { NamedKind, ReferenceData } from '#domain/exceptions/types.ts';
import { type TariffRow, createTariffs } from '#domain/tracking/free-time.ts';
import { createPlaceCalendars, type PlaceCalendar, workingDaysFrom } from '#domain/execution/schedule/working-days.ts';
import { createPortNames } from '#domain/administration/ports/port-names.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import type { Instant } from '#shared/time/instant.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { itemAt } from '#shared/values/items.ts';
import { masterDataChannel, masterDataVersionKey, noteMasterDataChange } from './note-change.ts';
import { byKey } from './by-key.ts';
import { operatorIn } from './operators.ts';
import { placeIn, readPlaces } from './places.ts';
import type { AirlineInfo, RiskZoneInfo, ReferenceSnapshot, PortMappings, WordMappings } from './reference-snapshot.ts';

/** Calendars of places, each with its special days. */
async function readPlaceCalendars(database: Database): Promise<PlaceCalendar[]> {
  const rows = await database.query<{
    tenant_id: number;
    place_code: string;
    free: string | null;
    days: { day: string; working: boolean }[];
  }>(
    `select c.tenant_id, c.place_code, c.free_weekdays as free,
       coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'working', d.working_flag)) from calendar_day d
         where d.calendar_id = c.id), '[]'::jsonb) as days
     from calendar c where c.place_code is not null order by c.calendar_name desc`,
    [],
  );
  return rows.map(({ tenant_id: tenantId, place_code: placeCode, free, days }) => ({
    tenantId: String(tenantId),
    placeCode,
    calendar: workingDaysFrom(free, days),
  }));
}

/** Reads what operators have stated about codes of ports that no port and no alias has, and about words for moves. */
async function readPortMappings(
  database: Database,
): Promise<{ portMappings: PortMappings; wordMappings: WordMappings }> {
  const rows = await database.system
    .selectFrom('unknown_port as u')
    .innerJoin('source as s', 's.id', 'u.source_id')
    .leftJoin('md_port as p', 'p.id', 'u.port_id')
    .select(['u.kind', 'u.raw_code', 'u.state', 'u.status_code', 's.code as source_code', 'p.code as port_code'])
    .where('u.state', '<>', 'open')
    .execute();
  const found = {
    port: new Map<string, Map<string, string | null>>(),
    word: new Map<string, Map<string, string | null>>(),
  };
  for (const row of rows) {
    const bySource = row.kind === 'word' ? found.word : found.port;
    const codes = bySource.get(row.source_code) ?? new Map<string, string | null>();
    codes.set(row.raw_code, row.state === 'mapped' ? (row.status_code ?? row.port_code) : null);
    bySource.set(row.source_code, codes);
  }
  return { portMappings: found.port, wordMappings: found.word };
}

/** Fingerprint of the product's own reference data: another release is another version. */
const seedKey = 'seeded_master_data';

/** Which version the master data have, as SQL. */
export const versionSql = `coalesce((select string_agg(value #>> '{}', ' ' order by key) from app_state
  where key in ('${masterDataVersionKey}', '${seedKey}')), '0')`;

async function readVersion(database: Database): Promise<string> {
  const { rows } = await database.execute<{ version: string }>(`select ${versionSql} as version`);
  return itemAt(rows, 0).version;
}

type RiskZoneRow = Omit<RiskZoneInfo, 'outline' | 'newsAt'> & { outline: string; newsAt: Instant | null };

/** One that cannot be read is none: the form refuses it, but rows may come from elsewhere. */
function toRiskZone({ newsAt, ...row }: RiskZoneRow): RiskZoneInfo[] {
  const read = parseOutline(row.outline);
  return 'problem' in read ? [] : [{ ...row, outline: read.outline, ...(newsAt !== null && { newsAt }) }];
}

/** Tariffs in use. */
const readTariffs = (database: Database): Promise<TariffRow[]> =>
  database.system
    .selectFrom('md_free_time')
    .select(['carrier_code as carrierCode', 'place_code as placeCode', 'currency'])
    .select(['demurrage_days as demurrageDays', 'detention_days as detentionDays', 'storage_days as storageDays'])
    .select(['demurrage_rate as demurrageRate', 'detention_rate as detentionRate', 'storage_rate as storageRate'])
    .where('enabled', '=', true)
    .execute();

const names = ['name_cn as nameCn', 'name_en as nameEn'] as const;

async function readAirlines(database: Database): Promise<ReadonlyMap<string, AirlineInfo>> {
  const airlines = database.system.selectFrom('md_airline').select(['code', 'awb_prefix as prefix', ...names]);
  return byKey(await airlines.execute(), (row) => row.code);
}

async function readCodes(database: Database) {
  const db = database.system;
  const [carriers, statuses, containerTypes, exceptionTypes, tenants, dictionary, sources, riskZones] =
    await Promise.all([
      db
        .selectFrom('md_carrier')
        .select(['code', 'scac', 'scac_check as scacCheck', ...names, 'url_template as urlTemplate'])
        .select(['container_prefixes as prefixes', 'prefixes_check as prefixesCheck'])
        .execute(),
      db
        .selectFrom('md_status')
        .select(['code', ...names, 'stage_code as stageCode', 'stage_name_cn as stageNameCn'])
        .select(['stage_name_en as stageNameEn', 'stage_sequence as stageSequence'])
        .select('status_sequence as statusSequence')
        .execute(),
      db
        .selectFrom('md_container_type')
        .select(['code', 'trade_name as tradeName', ...names])
        .execute(),
      db
        .selectFrom('md_exception_type')
        .select(['code', ...names, 'description_cn as descriptionCn', 'description_en as descriptionEn'])
        .select(['source_code as sourceCode', 'severity', 'enabled'])
        .execute(),
      db.selectFrom('tenant').select(['id', 'code', 'name', 'name_en as nameEn', 'zone']).execute(),
      db
        .selectFrom('md_code_dict')
        .select(['code_type as codeType', 'code_value as codeValue'])
        .select(['display_cn as displayCn', 'display_en as displayEn'])
        .orderBy('code_type')
        .orderBy('sort')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('source')
        .select(['code', ...names])
        .execute(),
      db
        .selectFrom('md_risk_zone')
        .select(['code', ...names, 'severity', 'outline', 'zone_type as zoneType'])
        .select(['active_from as activeFrom', 'active_to as activeTo', 'news_at as newsAt'])
        .select(['note_cn as noteCn', 'note_en as noteEn'])
        .where('enabled', '=', true)
        .orderBy('code')
        .execute(),
    ]);
  return {
    carriers: byKey(
      carriers.map(({ scacCheck, prefixes, prefixesCheck, ...row }) => ({
        ...row,
        isScacVerified: scacCheck === 'VERIFIED',
        containerPrefixes: (prefixes ?? '').split(' ').filter(Boolean),
        arePrefixesVerified: prefixesCheck === 'VERIFIED',
      })),
      (row) => row.code,
    ),
    statuses: byKey(statuses, (row) => row.code),
    containerTypes: byKey(containerTypes, (row) => row.code),
    exceptionTypes: byKey(exceptionTypes, (row) => row.code),
    tenants: byKey(tenants, (row) => row.id),
    sources: byKey(sources, (row) => row.code),
    riskZones: byKey(riskZones.flatMap(toRiskZone), (row) => row.code),
    dictionary,
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
