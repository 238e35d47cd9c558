import type { Lang } from '#shared/i18n/text.ts';

/** The key of the choice in local storage. */
export const localeKey = 'locale';

/** Reads a stored or foreign language tag; anything unknown is Chinese. */
export const parseLang = (tag: string | null | undefined): Lang => (tag?.toLowerCase().startsWith('en') ? 'en' : 'zh');

/** The language tag of the document. */
export const documentTag = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en');
