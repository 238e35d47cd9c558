import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { settingsLookup } from '#domain/exceptions/settings.ts';
import type { SettingsLookup, SettingsRow, SettingsScope } from '#domain/exceptions/settings.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { itemAt } from '#shared/values/items.ts';
import { versioned } from '#shared/memory/once-per.ts';

/** What people have set for detection rules, as one moment has it. */
export type DetectionSettings = {
  version: string;
  /** Rule settings of all tenants. */
  rows: readonly SettingsRow[];
  /** Codes of the types of exceptions that are switched off for the whole installation. */
  typesOff: ReadonlySet<string>;
  /** Thresholds and switches for shipments of one tenant, carrier and lane. */
  lookup: (scope: SettingsScope) => SettingsLookup;
};

/** Settled rules of one scope take about so many bytes. */
const scopeBytes = 30_000;
const maxLookupBytes = 6_000_000;

/** What settings name of a scope: whatever they do not name makes no difference, so that shipments share few scopes. */
function namedScope(rows: readonly SettingsRow[]): (scope: SettingsScope) => string {
  const names = (pick: (row: SettingsRow) => string | null): ReadonlySet<string | null> => new Set(rows.map(pick));
  const [tenants, carriers, lanes] = [
    names(({ tenantId }) => tenantId),
    names(({ carrierCode }) => carrierCode),
    names(({ lane }) => lane),
  ];
  const named = (set: ReadonlySet<string | null>, name: string | null): string | null => (set.has(name) ? name : null);
  return ({ tenantId, carrierCode, lane }) =>
    JSON.stringify([named(tenants, tenantId), named(carriers, carrierCode), named(lanes, lane)]);
}

/** Shipments of one scope ask for the same: settled once. */
function rememberedLookup(rows: readonly SettingsRow[], typesOff: ReadonlySet<string>): DetectionSettings['lookup'] {
  const known = new BytesCache<string, SettingsLookup>('rule_settings', maxLookupBytes);
  const keyOf = namedScope(rows);
  return (scope) => {
    const key = keyOf(scope);
    let lookup = known.get(key);
    if (lookup !== undefined) return lookup;
    lookup = settingsLookup(exceptionRules, rows, scope, typesOff);
    known.set(key, lookup, scopeBytes);
    return lookup;
  };
}

type StoredRow = {
  rule_code: string;
  tenant_id: number | null;
  carrier_code: string | null;
  lane: string | null;
  enabled: boolean | null;
  settings: SettingsRow['values'];
};

/** A stored row as rules read it. */
export const toSettings = (row: StoredRow): SettingsRow => ({
  code: row.rule_code,
  tenantId: row.tenant_id === null ? null : String(row.tenant_id),
  carrierCode: row.carrier_code,
  lane: row.lane,
  enabled: row.enabled,
  values: row.settings,
});

/** Version and rows by one statement, so that they belong together. */
async function readSettings(database: Database): Promise<DetectionSettings> {
  const { rows } = await database.execute<{ version: string; settings: StoredRow[]; types_off: string[] }>(
    `select (select version::text from decision_version where name = 'rules') as version,
       (select coalesce(json_agg(json_build_object('rule_code', rule_code, 'tenant_id', tenant_id, 'carrier_code', carrier_code,
          'lane', lane, 'enabled', enabled, 'settings', settings) order by id), '[]'::json) from rule_setting) as settings,
       array(select code from md_exception_type where not enabled) as types_off`,
  );
  const { version, settings, types_off } = itemAt(rows, 0);
  const typesOff = new Set(types_off);
  const list = settings.map(toSettings);
  return { version, rows: list, typesOff, lookup: rememberedLookup(list, typesOff) };
}

const settingsRead = versioned<Database, DetectionSettings>();

/** What is set now, read; this process remembers it. */
export async function readDetectionSettings(database: Database): Promise<DetectionSettings> {
  return settingsRead.keep(database, await readSettings(database));
}

/** What was set when `version` was read: from memory where that is it, else read. */
export function detectionSettingsAt(database: Database, version: string): Promise<DetectionSettings> {
  return settingsRead.at(database, version, () => readSettings(database));
}
