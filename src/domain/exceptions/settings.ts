import type { ExceptionRule, RuleSettings } from './types.ts';

/** Settings of one rule as somebody entered them; null = for all. */
export type SettingsRow = {
  code: string;
  tenantId: string | null;
  carrierCode: string | null;
  /** Lane as `laneOf` writes it, such as `CNSHA-NLRTM`. */
  lane: string | null;
  /** null: leaves the switch as the wider settings have it. */
  enabled: boolean | null;
  values: RuleSettings;
};

/** The shipment that settings are looked up for. */
export type SettingsScope = { tenantId: string; carrierCode: string; lane: string | null };

/** Levels of settings from the widest to the narrowest; a narrower one wins per value. */
const settingsLevels = ['default', 'tenant', 'carrier', 'tenantCarrier', 'tenantCarrierLane'] as const;
export type SettingsLevel = (typeof settingsLevels)[number];

/** The name of a lane by its ports; null while one of them is unknown. */
export function laneOf(portOfLoading: string | null, portOfDischarge: string | null): string | null {
  return portOfLoading && portOfDischarge ? `${portOfLoading}-${portOfDischarge}` : null;
}

/** The level of a row by what it names; undefined for a combination that is no level, such as a lane alone. */
export function levelOf(row: Pick<SettingsRow, 'tenantId' | 'carrierCode' | 'lane'>): SettingsLevel | undefined {
  const names = [row.tenantId, row.carrierCode, row.lane].map((name) => (name === null ? '-' : 'x')).join('');
  switch (names) {
    case '---':
      return 'default';
    case 'x--':
      return 'tenant';
    case '-x-':
      return 'carrier';
    case 'xx-':
      return 'tenantCarrier';
    case 'xxx':
      return 'tenantCarrierLane';
    default:
      return undefined;
  }
}

const covers = (row: SettingsRow, scope: SettingsScope): boolean =>
  (row.tenantId === null || row.tenantId === scope.tenantId) &&
  (row.carrierCode === null || row.carrierCode === scope.carrierCode) &&
  (row.lane === null || row.lane === scope.lane);

/** Only thresholds the rule knows, and only real numbers: a wrong entry must not silence a rule. */
function knownValues(values: RuleSettings, defaults: RuleSettings): RuleSettings {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Object.hasOwn(defaults, name) && Number.isFinite(value)),
  );
}

/** Thresholds and switch of one rule for one shipment. */
export type ResolvedSettings = { enabled: boolean; values: RuleSettings };

/**
 * Settles the settings of one rule for one shipment: tenant + carrier + lane over tenant + carrier over carrier over
 * tenant over default, per value. A rule without any row is on with its own defaults.
 */
export function resolveSettings(
  rule: Pick<ExceptionRule, 'code' | 'defaults'>,
  rows: readonly SettingsRow[],
  scope: SettingsScope,
): ResolvedSettings {
  const resolved: ResolvedSettings = { enabled: true, values: { ...rule.defaults } };
  for (const level of settingsLevels) {
    for (const row of rows) {
      if (row.code !== rule.code || levelOf(row) !== level || !covers(row, scope)) continue;
      resolved.enabled = row.enabled ?? resolved.enabled;
      Object.assign(resolved.values, knownValues(row.values, rule.defaults));
    }
  }
  return resolved;
}

/** Thresholds and switch of each rule, for the shipments of one scope. */
export type SettingsLookup = { settingsFor: (code: string) => RuleSettings; enabled: (code: string) => boolean };

/**
 * The two look-ups that `detectAll` asks for, for one shipment; each rule is settled once. `typesOff` are types of
 * exceptions that are switched off for the whole installation: no narrower setting switches one on.
 */
export function settingsLookup(
  rules: readonly Pick<ExceptionRule, 'code' | 'defaults'>[],
  rows: readonly SettingsRow[],
  scope: SettingsScope,
  typesOff: ReadonlySet<string> = new Set(),
): SettingsLookup {
  const byCode = new Map(rules.map((rule) => [rule.code, resolveSettings(rule, rows, scope)]));
  return {
    settingsFor: (code) => byCode.get(code)?.values ?? {},
    enabled: (code) => !typesOff.has(code) && (byCode.get(code)?.enabled ?? false),
  };
}
