import { isBySea, type Mode } from '#domain/tracking/journey/mode.ts';
import type { Translate } from '#web/i18n/index.ts';
import { modeWord } from '#web/kit/value/mode-words.ts';
import type { TableName } from './info-rows.ts';

/** What a table is called where goods travel by a mode. */
export function tableTitle(t: Translate, mode: Mode | undefined, name: TableName): string {
  if (!isBySea(mode) && (name === 'legs' || name === 'bookings')) return t(`businessInfo.other.${name}`);
  return (name === 'containers' ? modeWord(t, mode, name) : undefined) ?? t(`businessInfo.table.${name}`);
}
