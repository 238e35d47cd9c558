import type { Lang } from '#shared/i18n/text.ts';

/** The key of the choice in local storage. */
export const localeKey = 'locale';

/** The language tag of the document. */
export const documentTag = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en');
