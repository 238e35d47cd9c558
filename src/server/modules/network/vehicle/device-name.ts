import { both, type Lang } from '#shared/i18n/text.ts';

/** A vehicle's device as the source of what it reported. */
export const deviceName = (terminalNo: string, lang: Lang): string =>
  both(`车载终端 ${terminalNo}`, `device ${terminalNo}`)[lang];
