export { loadSettings } from './settings.ts';
export type { Settings } from './settings.ts';
export { settingDocs, settingsTable } from './setting-docs.ts';
export { addInstallationKey, installationKeys, keepNewestKey } from './secret-key.ts';
