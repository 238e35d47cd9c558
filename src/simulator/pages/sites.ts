import type { Lang } from '#shared/i18n/text.ts';

/** A carrier without an API: its site is all there is. */
export type Site = { language: Lang };

const sites: ReadonlyMap<string, Site> = new Map([
  ['WILL', { language: 'zh' }],
  ['ZEPH', { language: 'en' }],
]);

/** The site of a carrier that is reached by robots only; undefined for the others. */
export const siteOf = (carrierCode: string): Site | undefined => sites.get(carrierCode);
