export { loadSettings, standardRetention } from './settings.ts';
export type { RetentionDays, Settings } from './settings.ts';
export { settingDocs, settingsTable } from './setting-docs.ts';
export type { SettingDoc, SettingName } from './setting-docs.ts';
export { startWarnings } from './start-warnings.ts';
export { addInstallationKey, installationKeys, keepNewestKey } from './secret-key.ts';
